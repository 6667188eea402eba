"""What makes two deals the same to play: other names for the match groups, and the board in a mirror.

The rules tell left from right nowhere, nor front from back, so a deal and its reflection have the same lines. Which of the
faces of one match class a tile shows makes no difference either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Sequence
from functools import lru_cache

from pyrsolve.games.removal.geometry import Tile

MIRRORS = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def canonical_text(tiles: tuple[Tile, ...], classes: Sequence[Hashable], gone: frozenset[int]) -> str:
    """The least description of a board over its mirror images: the places in order, each with the number of its match class.

    `classes`: of each tile; they are numbered as they are met, so their names do not count. Tiles that are `gone` have none.
    """
    places, orders = _images(tiles)
    return f"{places}{min(_numbered(order, classes, gone) for order in orders)}"


def _numbered(order: Sequence[int], classes: Sequence[Hashable], gone: frozenset[int]) -> list[int]:
    numbers: dict[Hashable, int] = {}
    return [-1 if tile in gone else numbers.setdefault(classes[tile], len(numbers)) for tile in order]


@lru_cache(maxsize=16)
def _images(tiles: tuple[Tile, ...]) -> tuple[str, tuple[tuple[int, ...], ...]]:
    """The places of the mirror image that comes first, and the orders of tiles in which the board is it."""
    images: dict[str, list[tuple[int, ...]]] = {}
    for sx, sy in MIRRORS:
        placed = sorted((z, sy * y, sx * x, tile) for tile, (x, y, z) in enumerate(tiles))
        corner = [min(place[axis] for place in placed) for axis in range(3)]
        places = [[place[axis] - corner[axis] for axis in range(3)] for place in placed]
        images.setdefault(str(places), []).append(tuple(place[3] for place in placed))
    first = min(images)
    return first, tuple(images[first])


def digest(*parts: str) -> str:
    """SHA-256 (hex) of some texts."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
