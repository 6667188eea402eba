"""KMahjongg's numbered games, since its change to Qt's generator in 2020.

Solvable games are laid from the bottom up, tile after tile onto positions that are free to be filled; a try that gets
stuck is repeated on the same stream of numbers. Plain ones draw two positions at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar

from pyrsolve.dealers.base import Dealer, Dealt, beside, cells, in_layout_order, overlapping, whole
from pyrsolve.dealers.mt19937 import seed_sequence
from pyrsolve.errors import DataError
from pyrsolve.records.layout import Layout

DECK = 144
SWAPS = 200
TRIES = 64
MOST_ROW_DRAWS = 100
MOST_TILES = 2304
CODES = {
    first + rank: f"{rank + 1 + shift}{suit}"
    for first, count, suit, shift in (
        (2, 9, "m", 0),
        (11, 9, "s", 0),
        (20, 9, "p", 0),
        (29, 4, "q", 0),
        (33, 4, "z", 0),
        (37, 3, "z", 4),
        (40, 4, "f", 0),
    )
    for rank in range(count)
}
"""Our face codes of its face numbers."""
ORDERED = [
    face
    for first, count, copies in ((2, 9, 4), (11, 9, 4), (20, 9, 4), (40, 4, 1), (29, 4, 1), (33, 4, 4), (37, 3, 4))
    for face in range(first, first + count)
    for _ in range(copies)
]
"""The deck before it is shuffled."""


class KMahjongg(Dealer):
    """Its game number, layout and the setting "solvable" name a game together."""

    name = "kmahjongg"
    title = "KMahjongg"
    cover = "next"
    dealing: ClassVar[Mapping[str, tuple[str, ...]]] = {"solvable": ("true", "false")}

    def deal(self, layout: Layout, number: str, options: Mapping[str, str]) -> Dealt:
        """As `Dealer.deal`. Numbers are 0 to 2^31 - 1; some have no solvable game, and boards must be even."""
        random = seed_sequence(whole(number, 0, 2**31 - 1, self.title))
        size = len(layout.tiles)
        if size % 2 or not 0 < size <= MOST_TILES:
            raise DataError(f"KMahjongg deals no game on {size} tiles: an even number up to {MOST_TILES} is needed")
        order = sorted(range(size), key=lambda index: tuple(reversed(layout.tiles[index])))
        tiles = [tuple(layout.tiles[index]) for index in order]
        if options["solvable"] == "false":
            faces, tries = _plain(tiles, random), 1
        else:
            faces, tries = _solvable(tiles, random, number)
        return Dealt(in_layout_order([CODES[face] for face in faces], order), tries)


def _bounded(random: Random, below: int) -> int:
    return random.getrandbits(32) * below >> 32


def _shuffled(random: Random) -> list[int]:
    deck = ORDERED[:]
    at = 0
    for _ in range(SWAPS):
        to = at
        while to == at:
            to = _bounded(random, DECK) & ~1
        deck[at : at + 2], deck[to : to + 2] = deck[to : to + 2], deck[at : at + 2]
        at = (at + 2) % DECK
    return deck


def _plain(tiles: list[tuple[int, ...]], random: Random) -> list[int]:
    left = list(range(len(tiles)))
    faces = [0] * len(tiles)
    deck = _shuffled(random)
    for dealt in range(0, len(tiles), 2):
        if dealt and dealt % DECK == 0:
            deck = _shuffled(random)
        if len(left) > 2:
            first, second = _two_places(tiles, left, random)
            pair = left[first], left[second]
            left[first], left[second] = left[-1], left[-2]
            del left[-2:]
        else:
            pair = left[0], left[1]
        for tile, face in zip(pair, deck[dealt % DECK :], strict=False):
            faces[tile] = face
    return faces


def _two_places(tiles: list[tuple[int, ...]], left: list[int], random: Random) -> tuple[int, int]:
    """Two places of the list that differ, if possible in different rows."""
    first = second = _bounded(random, len(left) - 2)
    bail = 0
    while first == second:
        second = _bounded(random, len(left) - 2)
        if bail >= MOST_ROW_DRAWS and first != second:
            break
        if tiles[left[first]][1:] == tiles[left[second]][1:]:
            bail += 1
            second = first
    return first, second


def _solvable(tiles: list[tuple[int, ...]], random: Random, number: str) -> tuple[list[int], int]:
    board = Board(tiles)
    for attempt in range(1, TRIES + 1):
        faces = board.attempt(random)
        if faces is not None:
            return faces, attempt
    raise DataError(f"KMahjongg has no solvable game {number} on this layout: its {TRIES} tries all fail")


class Board:
    """The positions of a board, what each depends on, and what is filled and free in the try at hand."""

    def __init__(self, tiles: list[tuple[int, ...]]) -> None:
        at = cells(tiles)
        self.tiles = tiles
        self.sides = [beside(at, tile) for tile in tiles]
        self.below = [overlapping(at, tile, [tile[2] - 1]) for tile in tiles]
        self.above = [overlapping(at, tile, [tile[2] + 1]) for tile in tiles]
        self.lines = [self._line(index) for index in range(len(tiles))]
        self.near = [{*left, *right, *self.below[i]} for i, (left, right) in enumerate(self.sides)]
        self.free = [False] * len(tiles)
        self.filled = [False] * len(tiles)

    def _line(self, position: int) -> list[int]:
        """The apparent row: the position, all that lies left of it and all that lies right of it."""
        line = {position}
        for side in (0, 1):
            waiting = [position]
            seen = {position}
            while waiting:
                for other in self.sides[waiting.pop()][side]:
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
            line |= seen
        return sorted(line)

    def attempt(self, random: Random) -> list[int] | None:
        """The faces of all positions, or None where the try gets stuck."""
        size = len(self.tiles)
        self.free = [False] * size
        self.filled = [False] * size
        for _ in range(size):
            position = _bounded(random, size)
            while self.tiles[position][2] != self.tiles[0][2]:
                position = _bounded(random, size)
            self.free[position] = self.free[position] or self._alone(position)
        for position in range(size):
            if self.tiles[position][2] == self.tiles[0][2] and self._alone(position):
                self.free[position] = True
        faces = [0] * size
        last = -1
        for place in range(size):
            if place % DECK == 0:
                deck = _shuffled(random)
            if place % 2 == 0:
                last = -1  # only the partner of the pair matters
            first = self._select(last, random)
            second = self._select(last, random) if first >= 0 else -1
            if second < 0:
                return None
            last = second if self.tiles[second][2] > self.tiles[first][2] else first
            faces[last] = deck[place % DECK]
            self._fill(last)
        return faces

    def _alone(self, position: int) -> bool:
        return not any(self.free[other] or self.filled[other] for other in self.lines[position])

    def _select(self, last: int, random: Random) -> int:
        """A free position that is not next to or on top of `last`; -1 after too many draws."""
        size, free, near, bits = len(self.tiles), self.free, self.near, random.getrandbits
        for _ in range(size * size + 1):
            position = bits(32) * size >> 32
            if free[position] and last not in near[position]:
                return position
        bits(32)  # the draw at which its count of draws ends the search is lost
        return -1

    def _fill(self, position: int) -> None:
        self.filled[position] = True
        self.free[position] = False
        left, right = self.sides[position]
        for other in self.above[position]:
            self._update(other)
        for other in (*left, *right):
            self._update(other)

    def _update(self, position: int) -> None:
        filled = self.filled
        if filled[position] or not all(filled[other] for other in self.below[position]):
            return
        if self._alone(position):
            self.free[position] = True
            return
        self.free[position] = any(side and all(filled[other] for other in side) for side in self.sides[position])
