"""GNOME Mahjongg's numbered games, since its release 49: pairs are taken off a blank board, then numbered."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from pyrsolve.dealers.base import Dealer, Dealt, beside, cells, in_layout_order, overlapping, whole
from pyrsolve.dealers.mt19937 import glib
from pyrsolve.errors import DataError
from pyrsolve.records.layout import Layout

MOST_TILES = 144
MOST_STEPS = 20_000
"""Positions looked at before the search for a full removal is given up."""
GROUPS = (
    *(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)),
    *(f"{rank}z" for rank in (1, 2, 3, 4, 6, 7)),
    "f",
    "5z",
    "q",
)
"""Our face codes of its 36 groups of four numbers; flowers and seasons by the letter alone."""


class Gnome(Dealer):
    """Its map and seed name a game together."""

    name = "gnome"
    title = "GNOME Mahjongg"
    cover = "any"

    def deal(self, layout: Layout, number: str, options: Mapping[str, str]) -> Dealt:
        """As `Dealer.deal`. Numbers are 0 to 2^32 - 1. Refuses a board that cannot be cleared even blank."""
        random = glib(whole(number, 0, 2**32 - 1, self.title))
        size = len(layout.tiles)
        if size % 2 or not 0 < size <= MOST_TILES:
            raise DataError(
                f"GNOME Mahjongg deals no game on {size} tiles: an even number up to {MOST_TILES} is needed"
            )
        order = sorted(range(size), key=lambda index: _slot(*layout.tiles[index]))
        tiles = [tuple(layout.tiles[index]) for index in order]
        pairs = list(range(0, size, 2))
        for index in range(len(pairs)):
            other = _between(random, index, len(pairs))
            pairs[index], pairs[other] = pairs[other], pairs[index]
        faces = [""] * size
        for value, (first, second) in zip(pairs, _removal(tiles, random), strict=True):
            faces[first], faces[second] = face(value + 1), face(value)
        return Dealt(in_layout_order(faces, order))


def face(number: int) -> str:
    """Our face code of one of its tile numbers, 0 to 143."""
    code = GROUPS[number // 4]
    return code if len(code) == 2 else f"{number % 4 + 1}{code}"


def _slot(x: int, y: int, z: int) -> tuple[int, int, int]:
    return z, y - x, x


def _between(random: Random, low: int, high: int) -> int:
    """``g_rand_int_range``: what would make a remainder likelier than others is drawn again."""
    span = high - low
    leftover = 0x80000000 % span * 2
    most = 0xFFFFFFFF - (leftover - span if leftover >= span else leftover)
    value = random.getrandbits(32)
    while value > most:
        value = random.getrandbits(32)
    return low + value % span


def _removal(tiles: list[tuple[int, ...]], random: Random) -> list[tuple[int, int]]:
    """Pairs in an order that clears the blank board, found depth first. Raises DataError where there is none."""
    at = cells(tiles)
    top = max(tile[2] for tile in tiles)
    sides = [beside(at, tile) for tile in tiles]
    above = [overlapping(at, tile, range(tile[2] + 1, top + 1)) for tile in tiles]
    left = [True] * len(tiles)

    def free(tile: int) -> bool:
        return (
            left[tile]
            and not any(left[other] for other in above[tile])
            and not all(any(left[other] for other in side) for side in sides[tile])
        )

    def choices() -> list[tuple[int, int]]:
        """All pairs that can go now, the first to be tried last."""
        open_ = [tile for tile in range(len(tiles)) if free(tile)]
        pairs = [(first, second) for place, first in enumerate(open_) for second in open_[place + 1 :]]
        start = _between(random, 0, len(pairs)) if pairs else 0
        return (pairs[start:] + pairs[:start])[::-1]

    taken: list[tuple[int, int]] = []
    untried = [choices()]
    for _ in range(MOST_STEPS):
        if len(taken) * 2 == len(tiles):
            return taken
        if untried[-1]:
            pair = untried[-1].pop()
            taken.append(pair)
            left[pair[0]] = left[pair[1]] = False
            untried.append(choices() if len(taken) * 2 < len(tiles) else [])
        elif taken:
            untried.pop()
            first, second = taken.pop()
            left[first] = left[second] = True
        else:
            raise DataError("this board cannot be cleared even blank: what GNOME Mahjongg then deals is not reproduced")
    raise DataError(f"no removal of this blank board in {MOST_STEPS} steps: its GNOME Mahjongg game is not reproduced")
