"""Changes a deal by swaps for as long as it can be won, towards what a recipe asks for.

Without a target, so many swaps as to forget how the deal was built: a random walk on the winnable deals whose steps can be
taken back as likely, so that its resting distribution is that of fair winnable deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrsolve.games.base import Deal, Game
from pyrsolve.generate.grade import FIRST, Grader
from pyrsolve.outcome import Outcome, Verdict
from pyrsolve.splitmix import stream

if TYPE_CHECKING:
    from pyrsolve.generate.recipe import Recipe

FORGETTING = 4
"""Swaps tried for each place, where there is no target."""


class Mutation:
    """One walk; it ends when the target is met, or after the recipe's number of steps."""

    def __init__(self, recipe: Recipe, game: Game[Any, Any], number: int) -> None:
        self.recipe, self.game, self.number = recipe, game, number
        self.random = stream(f"{recipe.game}|mutate", recipe.layout.name, number)
        self.grader = Grader(game, recipe.target)

    def run(self, deal: Deal, outcome: Outcome) -> tuple[Deal, Outcome, int]:
        """The deal at the end, its outcome, and how many changes were tried."""
        recipe = self.recipe
        aims = recipe.target.given or recipe.unique
        places = sum(map(len, self.game.swappable(deal)))
        steps = recipe.steps if aims else FORGETTING * places
        distance = self.distance(deal, outcome, None)
        for step in range(steps):
            if aims and distance == 0:
                return deal, outcome, step
            changed = self.changed(deal)
            decided = recipe.decide(changed)
            if decided.verdict is not Verdict.SOLVABLE:
                continue
            new = self.distance(changed, decided, distance)
            if not aims or new <= distance:
                deal, outcome, distance = changed, decided, new
        return deal, outcome, steps

    def changed(self, deal: Deal) -> Deal:
        """The deal after a swap of two places of different classes."""
        classes = self.game.swappable(deal)
        places = [(place, number) for number, members in enumerate(classes) for place in members]
        while len(classes) > 1:
            one, other = (places[self.random.below(len(places))] for _ in range(2))
            if one[1] != other[1]:
                swapped: Deal = self.game.swapped(deal, one[0], other[0])
                return swapped
        return deal

    def distance(self, deal: Deal, outcome: Outcome, bound: float | None) -> float:
        """How far from the target; 0 is there. Distances above `bound` may be given as any number above it."""
        assert outcome.witness is not None
        far = 0.0
        if self.recipe.target.given:
            far = self.recipe.target.distance(self.grader.grade(deal, outcome.witness, self.number, FIRST))
        if self.recipe.unique and (bound is None or far <= bound):
            from pyrsolve.generate.unique import open_groups

            most = None if bound is None else int(bound - far)
            far += open_groups(self.game, deal, outcome.witness, most)
        return far
