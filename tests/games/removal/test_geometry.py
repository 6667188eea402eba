"""The naive geometry of the rules and the painted one of the kernels are the same relation."""

from __future__ import annotations

import random

import pytest

from pyrsolve.games.removal.geometry import Tile, floating, neighbours
from pyrsolve.games.removal.tables import COVER, LEFT, RIGHT, tables
from tests.boards import random_tiles


def by_definition(tiles: tuple[Tile, ...], cover: str) -> set[tuple[str, int, int]]:
    """(what, who, whom) straight from the definition, all pairs."""
    found = set()
    for i, (x, y, z) in enumerate(tiles):
        for j, (u, v, w) in enumerate(tiles):
            if abs(x - u) < 2 and abs(y - v) < 2 and (w == z + 1 if cover == "next" else w > z):
                found.add(("above", j, i))
            if z == w and abs(y - v) < 2 and u == x - 2:
                found.add(("left", j, i))
            if z == w and abs(y - v) < 2 and u == x + 2:
                found.add(("right", j, i))
    return found


@pytest.mark.parametrize("cover", ["next", "any"])
def test_three_implementations_agree(cover: str) -> None:
    kinds = {COVER: "above", LEFT: "left", RIGHT: "right"}
    for seed in range(300):
        rng = random.Random(seed)
        tiles = random_tiles(rng, rng.randint(1, 30))
        wanted = by_definition(tiles, cover)
        naive = neighbours(tiles, cover)
        assert {
            (what, other, tile)
            for what, lists in (("above", naive.above), ("left", naive.left), ("right", naive.right))
            for tile, others in enumerate(lists)
            for other in others
        } == wanted
        made = tables(tiles, cover)
        assert {
            (kinds[made.delta[k]], tile, made.target[k])
            for tile in range(len(tiles))
            for k in range(made.first[tile], made.first[tile + 1])
        } == wanted
        for tile, packed in enumerate(made.counter):
            assert packed & 0xFFFF == len(naive.above[tile])
            assert packed >> 16 & 0xFF == len(naive.left[tile])
            assert packed >> 24 == len(naive.right[tile])


def test_half_offsets_and_gaps() -> None:
    assert neighbours(((0, 0, 0), (2, 1, 0)), "next").right == ((1,), ())
    assert neighbours(((0, 0, 0), (3, 0, 0)), "next").right == ((), ())
    assert neighbours(((0, 0, 0), (2, 2, 0)), "next").right == ((), ())


def test_floating() -> None:
    tiles = ((0, 0, 0), (0, 0, 2), (1, 1, 1))
    assert floating(tiles) == ()
    assert floating(tiles[:2]) == (1,)
    assert neighbours(tiles[:2], "next").above == ((), ())
    assert neighbours(tiles[:2], "any").above == ((1,), ())
