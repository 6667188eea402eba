"""The next safe move of a deal, and why it is one."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from pyrsolve import api
from pyrsolve.analysis.explain import explain
from pyrsolve.analysis.explanation import Explanation
from pyrsolve.analysis.extension import is_plain
from pyrsolve.analysis.locks import components
from pyrsolve.analysis.traps import Step, classify
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.removal import rules
from pyrsolve.outcome import Limits, Outcome, Verdict
from pyrsolve.verify.replay import confirm


@dataclass(kw_only=True)
class Hint:
    """What to do now. `move` is None where the deal is won already, lost, or not decided.

    `witness`: a line that begins with the move and wins, replayed. `certain`: the move is part of taking a whole match group
    that is free, so it can never be wrong. `frees`: tiles that it sets free. `step`: all legal moves, judged. `explanation`: why
    it is lost.
    """

    verdict: Verdict
    move: Any = None
    witness: tuple[Any, ...] | None = None
    certain: bool = False
    frees: tuple[int, ...] = ()
    step: Step | None = None
    explanation: Explanation | None = None
    outcome: Outcome | None = None


@dataclass(order=True)
class _Choice:
    """A safe move; the least is taken: certain ones first, then what frees most, then the game's order."""

    rank: tuple[bool, int, int]
    move: Any = field(compare=False)
    certain: bool = field(compare=False)
    frees: tuple[int, ...] = field(compare=False)


def hint(game: Game[Any, Any], deal: Deal, limits: Limits | None = None) -> Hint:
    """The next safe move: it keeps the deal winnable, which a line shows."""
    limits, began = limits or Limits(), time.monotonic()
    outcome = api.solve(deal, limits=limits)
    found = Hint(verdict=outcome.verdict, outcome=outcome)
    if outcome.verdict is Verdict.UNSOLVABLE:
        with suppress(UnsupportedError):
            found.explanation = explain(game, deal, outcome)
        return found
    if not outcome.witness:
        return found
    start = game.start(deal)
    found.step = classify(game, deal, (), limits.since(began))
    if not is_plain(game, start):
        found.move, found.witness = outcome.witness[0], outcome.witness
        return found
    choices = _safe(game, deal, start, found.step)
    best = min(choices)
    found.witness = _line_after(deal, best.move, limits.since(began)) or outcome.witness
    if best.move != found.witness[0]:  # a limit came first: what is known to win will do
        best = next((choice for choice in choices if choice.move == tuple(found.witness[0])), best)
    found.move, found.certain, found.frees = found.witness[0], best.certain, best.frees
    confirm(game, deal, found.witness, "the line of the hint")
    return found


def _safe(game: Game[Any, Any], deal: Deal, start: Any, step: Step) -> list[_Choice]:
    """The safe moves."""
    group_of = {tile: group for group in components(game.pairing_problem(deal).pairs) for tile in group}
    free = {tile for tile in range(len(start.board.above)) if rules.is_free(start, tile)}
    listed = []
    for place, move in enumerate(step.safe):
        after = game.step(start, move)
        now = {tile for tile in range(len(after.board.above)) if rules.is_free(after, tile)}
        certain = free.issuperset(group_of[move[0]])
        frees = tuple(sorted(now - free))
        listed.append(_Choice((not certain, -len(frees), place), tuple(move), certain, frees))
    return listed


def _line_after(deal: Any, move: tuple[int, int], limits: Limits) -> tuple[Any, ...] | None:
    """A line that begins with `move` and wins."""
    from dataclasses import replace

    after = replace(deal, removed=tuple(sorted((*deal.removed, *move))), reference=None)
    outcome = api.solve(after, limits=limits, proof=False)
    return None if outcome.witness is None else (move, *outcome.witness)
