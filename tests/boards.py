"""Boards and deals for tests: random small ones with every kind of oddity, and the corpus's deals as records."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

from pyrsolve import registry
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.records.layout import Layout

Tile = tuple[int, int, int]


def random_tiles(rng: random.Random, count: int) -> tuple[Tile, ...]:
    """`count` tiles without overlap on a small grid: half offsets, stacks, floating tiles."""
    width, height, levels = rng.choice([(6, 4, 3), (8, 3, 2), (4, 4, 4), (12, 2, 2), (5, 5, 5), (16, 1, 1)])
    tiles: list[Tile] = []
    while len(tiles) < count:
        for _ in range(200):
            tile = (rng.randrange(width), rng.randrange(height), rng.randrange(levels))
            if all(z != tile[2] or abs(x - tile[0]) >= 2 or abs(y - tile[1]) >= 2 for x, y, z in tiles):
                tiles.append(tile)
                break
        else:
            width, height, levels = width + 1, height + 1, levels + 1
    rng.shuffle(tiles)
    return tuple(tiles)


def random_faces(rng: random.Random, count: int) -> tuple[str, ...]:
    """Faces in match groups of 2, 4, 6 and 8, shuffled; flowers and seasons among them."""
    faces: list[str] = []
    left, number = count, 0
    while left:
        size = min(rng.choice([2, 2, 4, 4, 4, 6, 8]), left)
        kind = rng.randrange(6)
        if kind == 0 and "1f" not in faces:
            faces += ["1f", "2f", "3f", "4f", "1f", "2f", "3f", "4f"][:size]
        elif kind == 1 and "1q" not in faces:
            faces += ["1q", "2q", "3q", "4q", "1q", "2q", "3q", "4q"][:size]
        else:
            faces += [f"face {number}"] * size
        number += 1
        left -= size
    rng.shuffle(faces)
    return tuple(faces)


def make_deal(
    tiles: tuple[Tile, ...],
    faces: tuple[str, ...],
    cover: str = "next",
    removed: tuple[int, ...] = (),
    name: str = "test",
) -> RemovalDeal:
    """A mahjong deal."""
    game = registry.game("mahjong")
    return RemovalDeal(
        game="mahjong",
        options=game.options.make({"cover": cover}),
        layout=Layout(name=name, tiles=tiles),
        faces=faces,
        removed=removed,
    )


def random_deal(rng: random.Random, smallest: int = 2, largest: int = 14) -> RemovalDeal:
    """A small random deal, either cover rule; now and then with a pair gone already."""
    count = 2 * rng.randint(smallest // 2, largest // 2)
    tiles, faces = random_tiles(rng, count), random_faces(rng, count)
    removed: tuple[int, ...] = ()
    if count > 2 and rng.random() < 0.2:
        face = rng.choice(faces)
        same = [tile for tile, other in enumerate(faces) if other == face]
        if len(same) % 2 == 0 and not face.endswith(("f", "q")):
            removed = tuple(sorted(same[:2]))
    return make_deal(tiles, faces, rng.choice(["next", "any"]), removed)


@cache
def corpus_file(path: Path) -> tuple[list[RemovalDeal], str]:
    """The deals of one corpus file and their verdicts, a letter each."""
    content = json.loads(path.read_text(encoding="utf-8"))
    tiles = tuple(tuple(tile) for tile in content["tiles"])
    return [make_deal(tiles, tuple(groups), name=path.stem) for groups in content["deals"]], content["verdict"]
