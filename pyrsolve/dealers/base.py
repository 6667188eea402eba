"""What a dealer is, and the table of the programs whose numbered games are dealt here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar

from pyrsolve.errors import DataError, OptionError
from pyrsolve.records.layout import Layout

PROGRAMS = {
    "kmahjongg": "pyrsolve.dealers.kmahjongg:KMahjongg",
    "gnome": "pyrsolve.dealers.gnome:Gnome",
    "pysolfc": "pyrsolve.dealers.pysolfc:PySolFC",
}

MOST_DIGITS = 40
Tile = Sequence[int]
"""``[x, y, z]``: half-tile columns and rows, level 0 at the bottom; only differences matter."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The faces of one numbered game, in layout order; how many tries it took, and what the user must be told of it."""

    faces: tuple[str, ...]
    attempts: int | None = None
    note: str | None = None


class Dealer:
    """One program's dealing: a layout, a number and dealing options make a game, the same everywhere."""

    name: ClassVar[str]
    title: ClassVar[str]
    cover: ClassVar[str]
    """Its blocking rule, as the value of the rule option ``cover``."""
    dealing: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """The dealing options with their values, the default first."""

    def deal(self, layout: Layout, number: str, options: Mapping[str, str]) -> Dealt:
        """The faces of game `number`. Raises DataError: no such number, or a board that the program does not deal."""
        raise NotImplementedError

    def options(self, given: Mapping[str, str]) -> dict[str, str]:
        """All dealing options, those `given` and the defaults. Raises OptionError for names and values it has not."""
        for name, value in given.items():
            if name not in self.dealing:
                known = ", ".join(self.dealing) or "none"
                raise OptionError(f"{self.title} has no dealing option {name!r} (it has: {known})")
            if value not in self.dealing[name]:
                raise OptionError(f"--dealing {name}: {value!r} is none of {', '.join(sorted(self.dealing[name]))}")
        return {name: given.get(name, values[0]) for name, values in self.dealing.items()}


def dealer(name: str) -> Dealer:
    """The dealer of a program. Raises OptionError for an unknown one."""
    if name not in PROGRAMS:
        raise OptionError(f"no program {name!r} whose games can be dealt (there are: {', '.join(PROGRAMS)})")
    module, _, kind = PROGRAMS[name].partition(":")
    made: Dealer = getattr(import_module(module), kind)()
    return made


def whole(number: str, least: int, most: int, title: str) -> int:
    """A game number. Raises DataError where it is none of the program's."""
    if not (number.isascii() and number.isdigit() and len(number) <= MOST_DIGITS and least <= int(number) <= most):
        raise DataError(f"{number[:40]!r} is no game number of {title}: {least} to {most}")
    return int(number)


def cells(tiles: Sequence[Tile]) -> dict[tuple[int, int, int], int]:
    """Which tile lies on each cell of the half-tile grid; of tiles that overlap on a level, the first."""
    found: dict[tuple[int, int, int], int] = {}
    for index, (x, y, z) in enumerate(tiles):
        for right in (0, 1):
            for down in (0, 1):
                found.setdefault((x + right, y + down, z), index)
    return found


def beside(at: Mapping[tuple[int, int, int], int], tile: Tile) -> tuple[list[int], list[int]]:
    """The tiles that touch the left and the right side of a tile."""
    x, y, z = tile
    sides = []
    for column in (x - 1, x + 2):
        sides.append(sorted({at[column, row, z] for row in (y, y + 1) if (column, row, z) in at}))
    return sides[0], sides[1]


def overlapping(at: Mapping[tuple[int, int, int], int], tile: Tile, levels: Sequence[int]) -> list[int]:
    """The tiles on the given levels that overlap a tile."""
    x, y, _ = tile
    places = ((x + right, y + down, level) for level in levels for right in (0, 1) for down in (0, 1))
    return sorted({at[place] for place in places if place in at})


def in_layout_order(faces: Sequence[str], order: Sequence[int]) -> tuple[str, ...]:
    """Faces in a program's own order of the tiles, put into the layout's: ``order[k]`` is the layout's index of its k-th."""
    laid = [""] * len(faces)
    for place, index in enumerate(order):
        laid[index] = faces[place]
    return tuple(laid)
