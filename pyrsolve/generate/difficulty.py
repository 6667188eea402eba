"""Difficulty as a quantile: how a deal's random win rate ranks among fair winnable deals of its layout."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace

from pyrsolve import registry
from pyrsolve.batch.pool import ordered
from pyrsolve.errors import DataError
from pyrsolve.generate.grade import FIRST, Grader, Range, Target
from pyrsolve.generate.recipe import Method, Recipe
from pyrsolve.outcome import Verdict

SAMPLE = 200
RARE = 20
"""Where fewer than one of so many fair deals can be won, there is no sample to rank by."""
FROM = 10**17
"""The sample's numbers lie far from those of the deals that are made."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The win rate of one number's fair deal; None where it cannot be won. Made to be sent to other processes."""

    recipe: Recipe

    def __call__(self, number: int) -> float | None:
        """The rate of deal `number`."""
        game = registry.game(self.recipe.game)
        deal, outcome = self.recipe.start(game, number)
        if outcome.verdict is not Verdict.SOLVABLE or outcome.witness is None:
            return None
        return Grader(game, self.recipe.target).grade(deal, outcome.witness, number, FIRST).win_rate


def fair_win_rates(recipe: Recipe, jobs: int = 1) -> list[float]:
    """The random win rates of `SAMPLE` fair winnable deals, ascending. Raises DataError where winnable ones are rare."""
    fair = replace(recipe, method=Method.FAIR, target=Target(plays=recipe.target.plays))
    rates: list[float] = []
    with closing(ordered(Rating(fair), range(FROM, FROM + RARE * SAMPLE), jobs)) as rated:
        for rate in rated:
            if rate is not None:
                rates.append(rate)
                if len(rates) == SAMPLE:
                    return sorted(rates)
    raise DataError(
        f"only {len(rates)} of {RARE * SAMPLE} fair deals on {recipe.layout.name!r} can be won: too few to rank by;"
        " ask for a random win rate instead"
    )


def aimed(recipe: Recipe, low: float, high: float, jobs: int = 1) -> Recipe:
    """The recipe for difficulties from `low` to `high`: quantiles of hardness, 0 the easiest fair deals, 1 the hardest."""
    rates = fair_win_rates(recipe, jobs)
    return replace(
        recipe, target=replace(recipe.target, win_rate=Range(_quantile(rates, 1 - high), _quantile(rates, 1 - low)))
    )


def _quantile(rates: list[float], share: float) -> float:
    """The rate that a share of the rates does not exceed; the ends are open: the easiest of all may be easier still."""
    if share <= 0:
        return 0.0
    if share >= 1:
        return 1.0
    place = share * (len(rates) - 1)
    below = int(place)
    above = min(below + 1, len(rates) - 1)
    return rates[below] + (place - below) * (rates[above] - rates[below])
