"""What a generated deal must be, and the making of one candidate.

A candidate depends on the recipe and its number alone, so that any number of processes make the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pyrsolve import api, registry
from pyrsolve.errors import DataError
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.options import Options
from pyrsolve.generate.grade import FIRST, SECOND, Grader, Target
from pyrsolve.outcome import Limits, Outcome, Solvable, Verdict
from pyrsolve.records.layout import Layout
from pyrsolve.records.result import ResultRecord, result_record


class Method(StrEnum):
    """How candidates are made.

    ``fair``: dealt at random and kept where they can be won, so every winnable deal is as likely; ``reverse``: built
    backwards, easier than fair ones; ``mutate``: built backwards, then changed by swaps for as long as they can be won.
    """

    FAIR = "fair"
    REVERSE = "reverse"
    MUTATE = "mutate"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One number tried: its record, or `why` it was rejected. `canonical` is the same for deals that play alike."""

    number: int
    record: ResultRecord | None = None
    canonical: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How to make candidates; `limits` are those of each question to a backend.

    `faces`: the deck to deal instead of the game's own; empty is the game's own. `steps`: changes that ``mutate`` tries.
    """

    game: str
    layout: Layout
    options: Options
    preset: str = "recommended"
    method: Method = Method.FAIR
    faces: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    target: Target = field(default_factory=Target)
    unique: bool = False
    steps: int = 1000
    timing: bool = False

    def make(self, number: int) -> Candidate:
        """Candidate `number`. Raises UnsupportedError, DataError where the game or the layout allows none at all."""
        from pyrsolve.generate.mutate import Mutation

        game = registry.game(self.game)
        made, outcome = self.start(game, number)
        steps = None
        if outcome.refutation is not None and outcome.refutation.odd_group:
            raise DataError("the layout has an odd number of tiles: no deal on it can be cleared")
        if outcome.verdict is not Verdict.SOLVABLE:
            return Candidate(number, why=outcome.verdict.value)
        if self.method is Method.MUTATE:
            mutation = Mutation(self, game, number)
            made, outcome, steps = mutation.run(made, outcome)
        elif self.unique and not self._is_unique(game, made, outcome):
            return Candidate(number, why="more than one winning pairing")
        assert outcome.witness is not None
        if self.target.given:
            grade = Grader(game, self.target).grade(made, outcome.witness, number, FIRST)
            if not self.target.met(grade):
                return Candidate(number, why="not of the difficulty asked for")
        if self.method is Method.MUTATE and self.unique and not self._is_unique(game, made, outcome):
            return Candidate(number, why="more than one winning pairing")
        return Candidate(number, self._record(game, made, outcome, number, steps), game.canonical_id(made))

    def start(self, game: Game[Any, Any], number: int) -> tuple[Deal, Outcome]:
        """The deal that candidate `number` begins as, decided."""
        made: Deal
        if self.method is Method.FAIR:
            if self.faces:
                made = game.deal_from(self.layout, number, self.options, self.faces, self.preset)
            else:
                made = game.random_deal(self.layout, number, self.options, self.preset)
            return made, self.decide(made)
        made, line = game.backward_deal(self.layout, number, self.options, self.preset, self.faces)
        return made, Solvable(moves=line, backend="backward", limits=self.limits)

    def decide(self, made: Deal) -> Outcome:
        """The verdict about a deal, without a refutation: only what can be won is kept."""
        return api.solve(made, limits=self.limits, proof=False)

    def _is_unique(self, game: Game[Any, Any], made: Deal, outcome: Outcome) -> bool:
        from pyrsolve.generate.unique import open_groups

        assert outcome.witness is not None
        return open_groups(game, made, outcome.witness, most=0) == 0

    def _record(
        self, game: Game[Any, Any], made: Deal, outcome: Outcome, number: int, steps: int | None
    ) -> ResultRecord:
        """The record, its witness replayed by the reference rules."""
        import msgspec

        from pyrsolve.verify.replay import confirm

        assert outcome.witness is not None
        confirm(game, made, outcome.witness, f"candidate {number}: the line found for it")
        grade = None
        if self.target.given:
            grade = Grader(game, self.target).grade(made, outcome.witness, number, SECOND).record()
        written = msgspec.to_builtins(game.write(made))
        written["made"] = {"method": self.method.value, "number": number}
        if steps is not None:
            written["made"]["attempts"] = steps
        record = result_record(outcome, made, deal_record=written, timing=self.timing)
        return msgspec.structs.replace(record, verified=True, grade=grade, unique=True if self.unique else None)
