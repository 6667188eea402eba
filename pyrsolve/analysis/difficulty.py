"""How hard a deal is: how often random play wins it, how dense its traps are, how many pairings win, and how that compares.

The *random win rate* is the share of games won by picking uniformly among the legal moves. Its *quantile* is taken among fair
deals of the layout: those that the game deals at random and that can be won.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyrsolve import api
from pyrsolve.analysis.extension import Budget
from pyrsolve.analysis.playouts import play
from pyrsolve.errors import DataError, UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Limits, StopReason, Verdict

if TYPE_CHECKING:
    from pyrsolve.intervals import Interval

PLAYS = 1000
SEED = 1
QUANTILE_PLAYS = 200
"""Plays of each deal that is compared, the deal in question among them: rates of equal samples."""
SAMPLE = 100
FIRST = 1_000_000_001
"""The number of the first fair deal; far from those that people take."""
PATIENCE = 20
"""At most so many deals are dealt for one that can be won."""
FEWEST = 10
COUNT_MEMORY = 1 << 27
COUNT_LOOKS = 10
"""How far winning pairings are counted: so many slices of the count; not by the clock, so that it is the same everywhere."""


@dataclass(frozen=True, slots=True)
class Quantile:
    """Where a deal stands among `deals` fair ones, by its `wins` in `plays` random games and theirs in as many.

    `harder_than`: the share of them that random play wins more often, those that it wins as often counting half.
    `interval`: Wilson's for that share. `dealt`: how many deals were made to have so many that can be won.
    """

    deals: int
    dealt: int
    plays: int
    wins: int
    harder_than: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class Difficulty:
    """`wins` of `plays` random games are won. None: not known, for the reason that the analysis says.

    `trap_density`: the share of the legal moves along the witness that lose the deal; `winning_pairings`: how many there are.
    """

    plays: int
    wins: int
    interval: Interval
    trap_density: float | None
    winning_pairings: int | None
    quantile: Quantile | None

    @property
    def win_rate(self) -> float:
        """The share of random games that are won."""
        return self.wins / self.plays if self.plays else 0.0


def count_pairings(game: Game[Any, Any], deal: Deal, budget: Budget) -> int | None:
    """The number of winning pairings where it is counted quickly. Raises UnsupportedError for games without pairs."""
    from pyrsolve.analysis.count import winning_pairings

    if Form.PAIRING_PROBLEM not in game.forms():
        raise UnsupportedError(f"the game {game.name!r} is not one of pairings")
    looks = 0

    def poll() -> StopReason | None:
        nonlocal looks
        looks += 1
        if budget.spent():
            return budget.stopped
        return StopReason.NODES if looks > COUNT_LOOKS else None

    return winning_pairings(game.pairing_problem(deal), Limits(memory=COUNT_MEMORY), poll)


def quantile(
    game: Game[Any, Any], deal: Deal, budget: Budget, sample: int = SAMPLE, step: Callable[[], None] = lambda: None
) -> Quantile:
    """Compare a deal with fair ones; `step` is called for each. With limits, with as many as there was time for.

    Raises UnsupportedError where there is nothing to compare it with.
    """
    from pyrsolve.intervals import wilson

    layout = getattr(deal, "layout", None)
    if layout is None:
        raise UnsupportedError(f"deals of {game.name!r} have no layout")
    if getattr(deal, "removed", ()):
        raise UnsupportedError("tiles are gone already: fair deals are whole ones")
    wins = play(game, deal, QUANTILE_PLAYS, SEED, budget).wins
    others: list[int] = []
    dealt = 0
    while len(others) < sample and dealt < PATIENCE * sample and not budget.spent():
        try:
            made = game.random_deal(layout, FIRST + dealt, deal.options, deal.preset)
        except DataError as error:
            raise UnsupportedError(f"there are no random deals of this layout: {error}") from None
        dealt += 1
        decided = api.solve(made, limits=budget.rest(), proof=False)
        if decided.verdict is Verdict.SOLVABLE and made.deal_id != deal.deal_id:
            played = play(game, made, QUANTILE_PLAYS, FIRST + dealt, budget)
            if played.plays == QUANTILE_PLAYS:
                others.append(played.wins)
                step()
    if len(others) < min(FEWEST, sample):
        if budget.stopped:
            raise UnsupportedError("a limit came first")
        raise UnsupportedError(f"only {len(others)} of {dealt} random deals of the layout can be won")
    easier = sum(other > wins for other in others)
    equal = sum(other == wins for other in others)
    # counts of halves do not exist for Wilson: the interval reaches over both ways to see the ties
    interval = wilson(easier, len(others)), wilson(easier + equal, len(others))
    return Quantile(
        deals=len(others),
        dealt=dealt,
        plays=QUANTILE_PLAYS,
        wins=wins,
        harder_than=(easier + equal / 2) / len(others),
        interval=type(interval[0])(interval[0].low, interval[1].high),
    )
