"""What sampling says of a deal: how often play without a plan ends dead, and how many lines of play there are. Never a count.

Lines are estimated by Chen's method, which is Knuth's with one representative a stratum: positions with as many tiles left and
as many moves are taken to be alike; of each such stratum one line is gone on with, chosen by weight, and carries the weight of
all. The estimate stays unbiased, and its error is often far smaller. Chen, "Heuristic sampling: a method for predicting the
performance of tree searching programs", SIAM Journal on Computing 21 (1992).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyrsolve.analysis.extension import Budget
from pyrsolve.analysis.playouts import play
from pyrsolve.games.base import Deal, Game
from pyrsolve.intervals import Interval, mean_error, wilson
from pyrsolve.outcome import Limits, StopReason
from pyrsolve.splitmix import SplitMix64

if TYPE_CHECKING:
    from pyrsolve.kernels.search_state import SearchState

SCALE = 1 << 53


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of independent unbiased estimates, and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Played:
    """Of `plays` games, `wins` were won; `lost_by_tiles_left`: the others by what was left."""

    plays: int
    wins: int
    lost_by_tiles_left: dict[int, int]

    @property
    def dead_end_rate(self) -> float:
        """The share of games that ended in a dead end; 0 where none was played."""
        return (self.plays - self.wins) / self.plays if self.plays else 0.0

    @property
    def interval(self) -> Interval:
        """Wilson's, of that share."""
        return wilson(self.plays - self.wins, self.plays)


@dataclass(frozen=True, slots=True)
class Tree:
    """Estimated numbers of lines of any length, of lines that end, and of lines that win; from `runs` independent samples."""

    lines: Estimate
    ended_lines: Estimate
    winning_lines: Estimate
    runs: int


@dataclass(slots=True)
class _Stratum:
    line: tuple[int, ...]
    weight: float


def played(game: Game[Any, Any], deal: Deal, plays: int, seed: int, limits: Limits, *, careful: bool = False) -> Played:
    """Random or careful play (see `pyrsolve.analysis.playouts.play`), the same games for the same seed."""
    made = play(game, deal, plays, seed, Budget(limits), careful=careful)
    return Played(made.plays, made.wins, made.lost_by_left())


def knuth(game: Game[Any, Any], deal: Deal, plays: int, seed: int) -> Tree:
    """Knuth's own estimates: one line a sample."""
    made = play(game, deal, plays, seed, Budget(Limits()))
    sums = made.sums_and_squares()
    found = []
    for kind in range(3):
        mean = sums[kind] / made.plays
        spread = max(0.0, sums[3 + kind] / made.plays - mean * mean)
        found.append(Estimate(mean, (spread / max(1, made.plays - 1)) ** 0.5))
    return Tree(found[0], found[1], found[2], made.plays)


def tree(game: Game[Any, Any], deal: Deal, runs: int, seed: int, limits: Limits | None = None) -> Tree | None:
    """Estimate from `runs` samples, or as many as the limits allow (None: not one); the same for the same seed."""
    state = game.search_state(deal, reductions=False)
    random = SplitMix64(seed)
    poll = (limits or Limits()).stopper()
    found: list[tuple[float, float, float]] = []
    while len(found) < runs:
        one = sample(state, random, poll)
        if one is None:
            break
        found.append(one)
    if not found:
        return None
    lines, ended, winning = (Estimate(*mean_error(column)) for column in zip(*found, strict=True))
    return Tree(lines, ended, winning, len(found))


def sample(
    state: SearchState, random: SplitMix64, poll: Callable[[], StopReason | None]
) -> tuple[float, float, float] | None:
    """One unbiased estimate of each number; None where `poll` stops it. The state comes back as it was."""
    lines = ended = winning = 0.0
    level: dict[tuple[int, int], _Stratum] = {(state.left(), 0): _Stratum((), 1.0)}
    while level:
        below: dict[tuple[int, int], _Stratum] = {}
        for stratum in level.values():
            if poll() is not None:
                return None
            lines += stratum.weight
            for move in stratum.line:
                state.apply(move)
            won = state.goal()
            count = 0 if won else state.moves()
            if count == 0:
                ended += stratum.weight
                winning += stratum.weight if won else 0.0
            for move in [state.listed[place] for place in range(count)]:
                state.apply(move)
                key = (state.left(), -1 if state.goal() else state.moves())
                state.undo(move)
                _add(below, key, (*stratum.line, move), stratum.weight, random)
            for move in reversed(stratum.line):
                state.undo(move)
        level = below
    return lines, ended, winning


def _add(
    level: dict[tuple[int, int], _Stratum],
    key: tuple[int, int],
    line: tuple[int, ...],
    weight: float,
    random: SplitMix64,
) -> None:
    there = level.get(key)
    if there is None:
        level[key] = _Stratum(line, weight)
        return
    there.weight += weight
    if random.below(SCALE) < SCALE * (weight / there.weight):
        there.line = line
