"""How hard a deal is, and how hard it shall be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pyrsolve.games.base import Deal, Game
from pyrsolve.records.result import GradeRecord

PLAYS = 1000
FIRST, SECOND = 1, 2
"""The samples of random play: deals are accepted on the first, and the second, independent one, is what their records say."""
LARGE = 2**32
"""Numbers of candidates are mixed into the seeds of their samples below it."""


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, both included."""

    low: float
    high: float

    def distance(self, value: float) -> float:
        """How far outside a value lies; 0 inside."""
        return max(0.0, self.low - value, value - self.high)


@dataclass(frozen=True, slots=True)
class Grade:
    """`wins` of `plays` random games; the share of the legal moves along the winning line that lose (None: not asked)."""

    wins: int
    plays: int
    trap_density: float | None = None

    @property
    def win_rate(self) -> float:
        """The share of random games that are won."""
        return self.wins / self.plays

    def record(self) -> GradeRecord:
        """The record, with the interval of the win rate."""
        from pyrsolve.intervals import wilson

        interval = wilson(self.wins, self.plays)
        return GradeRecord(
            plays=self.plays,
            wins=self.wins,
            win_rate=self.win_rate,
            interval=(interval.low, interval.high),
            trap_density=self.trap_density,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is asked of a grade; None is anything."""

    win_rate: Range | None = None
    traps: Range | None = None
    plays: int = PLAYS

    @property
    def given(self) -> bool:
        """Whether anything is asked."""
        return self.win_rate is not None or self.traps is not None

    def distance(self, grade: Grade) -> float:
        """How far a grade is from what is asked; 0 where it is met."""
        far = 0.0
        if self.win_rate is not None:
            far += self.win_rate.distance(grade.win_rate)
        if self.traps is not None:
            far += self.traps.distance(grade.trap_density or 0.0)
        return far

    def met(self, grade: Grade) -> bool:
        """Whether the grade is as asked."""
        return self.distance(grade) == 0


class Grader:
    """Grades the deals of one game by what a target looks at."""

    def __init__(self, game: Game[Any, Any], target: Target) -> None:
        self.game, self.target = game, target

    def grade(self, deal: Deal, line: Sequence[Any], number: int, sample: int) -> Grade:
        """The grade by one of the independent samples of random play; the traps are exact, along `line`."""
        from pyrsolve.analysis.playouts import random_wins

        wins = random_wins(self.game, deal, self.target.plays, sample * LARGE + number % LARGE)
        if self.target.traps is None:
            return Grade(wins, self.target.plays)
        from pyrsolve.analysis.traps import density, traps

        return Grade(wins, self.target.plays, density(traps(self.game, deal, line)) or 0.0)
