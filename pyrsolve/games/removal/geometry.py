"""The geometry of the reference rules: who covers and who touches whom, by a naive scan over coordinates.

A tile covers 2x2 half-tile cells from ``(x, y)`` on level ``z`` (0 at the bottom). The tables of the compiled kernels
(`pyrsolve.games.removal.tables`) are a second, different implementation; a property test joins the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

Tile = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Per tile, the indices of the tiles that cover it, and that touch its left and its right side."""

    above: tuple[tuple[int, ...], ...]
    left: tuple[tuple[int, ...], ...]
    right: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def neighbours(tiles: tuple[Tile, ...], cover: str) -> Neighbours:
    """The neighbours of every tile.

    `cover` is ``next`` (an overlapping tile exactly one level up covers) or ``any`` (of any higher level); they differ
    only under floating tiles. Overlap is ``|dx| < 2 and |dy| < 2``; a side is touched at ``|dx| = 2`` and ``|dy| < 2``.
    """
    index = {tile: number for number, tile in enumerate(tiles)}
    levels = sorted({z for _, _, z in tiles})

    def at(x: int, xs: tuple[int, ...], y: int, z: int) -> Iterator[int]:
        for dx in xs:
            for dy in (-1, 0, 1):
                found = index.get((x + dx, y + dy, z))
                if found is not None:
                    yield found

    above = []
    for x, y, z in tiles:
        higher = [z + 1] if cover == "next" else [level for level in levels if level > z]
        above.append(tuple(found for level in higher for found in at(x, (-1, 0, 1), y, level)))
    return Neighbours(
        above=tuple(above),
        left=tuple(tuple(at(x, (-2,), y, z)) for x, y, z in tiles),
        right=tuple(tuple(at(x, (2,), y, z)) for x, y, z in tiles),
    )


def floating(tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """The tiles above the bottom level under which nothing lies on the next level down. They are legal."""
    index = set(tiles)
    bottom = min((z for _, _, z in tiles), default=0)
    return tuple(
        number
        for number, (x, y, z) in enumerate(tiles)
        if z > bottom and not any((x + dx, y + dy, z - 1) in index for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    )
