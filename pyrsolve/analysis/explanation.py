"""What an explanation of a verdict says, as data; `pyrsolve.analysis.words` says it in words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What is explained, and how."""

    REMOVALS = "removals"
    LOCK = "lock"
    ODD_GROUP = "odd_group"


@dataclass(frozen=True, slots=True)
class Removal:
    """One move of a line that wins, and the tiles that it frees."""

    move: Any
    frees: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """With `pairs` taken together, the tiles `locked` cannot leave the board.

    The claim: when exactly `locked` stands, each of them is not free, or has no partner (among those that `pairs` leave
    it) that is free or not in `locked`. So none of them can ever be the first to go.
    """

    pairs: tuple[tuple[int, int], ...]
    locked: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a deal is won or cannot be won.

    A lock claims this: take every tile off the board but those of `groups` and `others`; let each of `others` go by itself
    as soon as it is free; then no pairing of the match groups `groups` clears the board. More tiles and more
    pairing can only be harder, so the deal itself cannot be won. `irreducible`: without any one of the groups (its tiles
    going by themselves), or of the others, it can be cleared. `fewest`: no smaller number of groups is locked like this.
    `cases`, where there are any, cover every pairing of `groups`; where there are none, too many would be needed, and
    `deadlocks` has the strongest deadlock sets of the deal's refutation with the pairs one of which must then be used.
    """

    kind: Kind
    removals: tuple[Removal, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    others: tuple[int, ...] = ()
    cases: tuple[Case, ...] = ()
    deadlocks: tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...] = ()
    irreducible: bool = False
    fewest: bool = False

    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles of a lock, or of an odd group, ascending."""
        return tuple(sorted({tile for group in self.groups for tile in group} | set(self.others)))
