"""What is best in a deal, with the proved bound: the value found and the bound meet where it is optimal."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pyrsolve import api
from pyrsolve.analysis.count import winning_pairings
from pyrsolve.analysis.extension import Budget, Extensions, is_plain
from pyrsolve.analysis.traps import Step, judge, step_at
from pyrsolve.errors import DisagreementError, IllegalMoveError, OptionError, UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Limits, StopReason, Verdict

BEAM = 6
"""Lines kept at each depth in the search for the widest choice."""
PLAIN = MappingProxyType(
    {
        "shortest-proof": "the fewest deadlock sets from which it follows that the deal is lost",
        "widest-choice": "a line that wins and passes the fewest losing moves",
        "winning-pairings": "how many pairings win, up to a number",
    }
)
"""The objectives of plain pair removal, beside those that a game has a model for."""


@dataclass(kw_only=True)
class Best:
    """The best `value` found and the proved `bound`; they meet where it is optimal. None: nothing was found, or nothing is known.

    `line`: legal moves that reach the value, where it is one of play. `text`: what the value is. `stopped`: the limit, if one.
    """

    objective: str
    value: int | None = None
    bound: int | None = None
    line: tuple[Any, ...] | None = None
    text: str = ""
    stopped: StopReason | None = None

    @property
    def optimal(self) -> bool:
        """Whether nothing better can be."""
        return self.value is not None and self.value == self.bound


def objectives(game: Game[Any, Any]) -> dict[str, str]:
    """The objectives that can be asked of a game: name and meaning."""
    found = dict(game.objectives) if Form.OBJECTIVE in game.forms() else {}
    if Form.PAIRING_PROBLEM in game.forms():
        found |= PLAIN
    return found


def best(game: Game[Any, Any], deal: Deal, objective: str, limits: Limits | None = None, *, up_to: int = 10**6) -> Best:
    """Optimise. `up_to`: the number of pairings after which ``winning-pairings`` stops where counting is out of reach.

    Raises OptionError for an unknown objective, UnsupportedError where the game or its rules have no such thing.
    """
    limits = limits or Limits()
    known = objectives(game)
    if objective not in known:
        raise OptionError(
            f"the game {game.name!r} has no objective {objective!r}; there are: {', '.join(known) or 'none'}"
        )
    if objective not in PLAIN:
        return _by_model(game, deal, objective, limits)
    if not is_plain(game, game.start(deal)):
        raise UnsupportedError(f"{objective!r} is known for plain pair removal only, not under these rules")
    if objective == "winning-pairings":
        return _pairings(game, deal, limits, up_to)
    if objective == "widest-choice":
        return _widest(game, deal, limits)
    return _shortest_proof(game, deal, limits)


# --- models -----------------------------------------------------------------------------------------------------------
class _StopError(Exception):
    def __init__(self, reason: StopReason) -> None:
        self.reason = reason
        super().__init__(reason.value)


def _by_model(game: Game[Any, Any], deal: Deal, objective: str, limits: Limits) -> Best:
    """CP-SAT, in a thread of its own, so that a stop is noticed."""
    from ortools.sat.python import cp_model

    from pyrsolve.backends.cpsat import NODE, Run

    found = Best(objective=objective, text=game.objectives[objective])
    poll = limits.stopper()

    def check() -> None:
        reason = poll()
        if reason is not None:
            raise _StopError(reason)

    try:
        form = game.objective(deal, objective, check)
    except _StopError as stop:
        found.stopped = stop.reason
        return found
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    if limits.nodes is not None:
        solver.parameters.max_deterministic_time = limits.nodes * NODE
    run = Run(solver, form.model)
    found.stopped = run.until(poll)
    if not run.ended(0):
        return found
    status = run.status()
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.line = form.moves(solver.value)
        found.value = round(solver.objective_value)
        _legal(game, deal, found.line)
    if status != cp_model.UNKNOWN or solver.best_objective_bound > 0:
        found.bound = max(0, -int(-solver.best_objective_bound // 1))
    if status == cp_model.OPTIMAL:
        found.bound = found.value
    elif found.stopped is None:
        found.stopped = StopReason.NODES  # the only limit that CP-SAT keeps itself
    return found


def _legal(game: Game[Any, Any], deal: Deal, line: tuple[Any, ...]) -> None:
    """Replay a line that need not win, by the reference rules."""
    position = game.start(deal)
    for number, move in enumerate(line, start=1):
        try:
            position = game.step(position, move)
        except IllegalMoveError as error:
            raise DisagreementError(f"move {number} of the line found is illegal: {error}") from None


# --- plain pair removal -----------------------------------------------------------------------------------------------
def _pairings(game: Game[Any, Any], deal: Deal, limits: Limits, up_to: int) -> Best:
    found, began = Best(objective="winning-pairings", text=PLAIN["winning-pairings"]), time.monotonic()
    problem = game.pairing_problem(deal)
    count = winning_pairings(problem, limits)
    if count is not None:
        found.value = found.bound = count
        return found
    # out of reach: as many different ones as answer "is there one with this pair?"
    budget = Budget(replace(limits.since(began), memory=None))
    extensions = Extensions(game, deal, budget)
    for pair in extensions.pairs:
        if extensions.winnable((pair,)) is None or len(set(extensions.found)) >= up_to:
            break
    found.value = len(set(extensions.found))
    found.stopped = budget.stopped or StopReason.MEMORY
    return found


def _widest(game: Game[Any, Any], deal: Deal, limits: Limits) -> Best:
    """Beam search over lines that win, by the losing moves that they pass; the start's own are a bound."""
    found = Best(objective="widest-choice", text=PLAIN["widest-choice"])
    budget = Budget(limits)
    asked = judge(game, deal, budget)
    outcome = api.solve(deal, limits=limits, proof=False)
    if outcome.verdict is not Verdict.SOLVABLE or outcome.witness is None:
        if outcome.verdict is Verdict.UNDECIDED:
            found.stopped = outcome.reason
            return found
        raise UnsupportedError("the deal cannot be won: no line of it has a choice to keep")
    for beam in (1, BEAM):
        line, cost, bound = _beam(game, deal, asked, beam)
        found.bound = bound if bound is not None else found.bound
        if line is not None and (found.value is None or cost < found.value):
            found.line, found.value = line, cost
        if budget.stopped is not None:
            found.stopped = budget.stopped
            break
    if found.line is not None:
        _legal(game, deal, found.line)
    return found


def _beam(game: Game[Any, Any], deal: Deal, asked: Any, width: int) -> tuple[tuple[Any, ...] | None, int, int | None]:
    """The best line of a beam, its losing moves, and how many of them the start has; None where a limit came first."""

    start = game.start(deal)
    lines: list[tuple[int, tuple[Any, ...], Any]] = [(0, (), start)]
    bound: int | None = None
    while True:
        following: dict[Any, tuple[int, tuple[Any, ...], Any]] = {}
        for cost, line, position in lines:
            if game.won(position):
                return line, cost, bound
            step: Step = step_at(game, position, line, None, asked)
            if step.undecided:
                return None, 0, bound
            if not line:
                bound = len(step.losing)
            for move in step.safe:
                after = game.step(position, move)
                new = (cost + len(step.losing), (*line, move), after)
                if after not in following or new[0] < following[after][0]:
                    following[after] = new
        lines = sorted(following.values(), key=lambda entry: (entry[0], -sum(1 for _ in game.moves(entry[2]))))[:width]
        if not lines:
            return None, 0, bound


def _shortest_proof(game: Game[Any, Any], deal: Deal, limits: Limits) -> Best:
    """The refutation, with deadlock sets left out one after the other as long as the rest suffices."""
    from pyrsolve.verify.formula import Formula

    found = Best(objective="shortest-proof", text=PLAIN["shortest-proof"])
    outcome = api.solve(deal, limits=limits)
    if outcome.verdict is Verdict.SOLVABLE:
        raise UnsupportedError("the deal can be won: there is no proof that it is lost")
    if outcome.refutation is None:
        found.stopped = outcome.reason
        return found
    if outcome.refutation.odd_group:
        found.value = found.bound = 0
        return found
    poll = limits.stopper()
    formula = Formula(game.start(deal))
    clauses = sorted((formula.deadlock_clause(tiles) for tiles in outcome.refutation.deadlocks), key=len)
    kept, found.stopped = _irreducible(formula, clauses, poll)
    found.value = len(kept)
    found.bound = 1
    return found


def _irreducible(
    formula: Any, clauses: list[Any], poll: Callable[[], StopReason | None]
) -> tuple[list[Any], StopReason | None]:
    """Clauses that contradict "one pair a tile", none of which can be spared; long ones are left out first."""
    kept = list(clauses)
    for clause in reversed(clauses):
        reason = poll()
        if reason is not None:
            return kept, reason
        rest = [other for other in kept if other is not clause]
        if _contradicts(formula, rest):
            kept = rest
    return kept, None


def _contradicts(formula: Any, clauses: list[Any]) -> bool:
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    used = {number: model.new_bool_var(str(number)) for number in range(1, len(formula.pairs) + 1)}
    of_tile: dict[int, list[Any]] = {}
    for number, pair in enumerate(formula.pairs, start=1):
        for tile in pair:
            of_tile.setdefault(tile, []).append(used[number])
    for variables in of_tile.values():
        model.add_exactly_one(variables)
    for clause in clauses:
        model.add_bool_or([used[number] for number in clause])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    return bool(solver.solve(model) == cp_model.INFEASIBLE)
