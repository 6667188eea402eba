"""Explains a verdict: the moves of a line that wins, or the smallest set of tiles that lock each other."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from pyrsolve.analysis.cases import cases
from pyrsolve.analysis.explanation import Explanation, Kind, Removal
from pyrsolve.analysis.extension import is_plain
from pyrsolve.analysis.locks import Board, smallest_lock
from pyrsolve.analysis.words import lines
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.removal import rules
from pyrsolve.outcome import Outcome, Refutation, Verdict
from pyrsolve.records.explanation import CaseEntry, DeadlockEntry, ExplanationRecord, RemovalEntry
from pyrsolve.verify.formula import Formula

SECONDS = 1.0
LOCK_SHARE = 0.75  # of the time, for finding the lock; the rest is for its cases
MOST_DEADLOCKS = 3
MOST_GROUPS = 10  # of which every pairing is looked at: of more there are too many cases in any case


def explain(game: Game[Any, Any], deal: Deal, outcome: Outcome, *, seconds: float = SECONDS) -> Explanation:
    """Why the verdict of `outcome` about `deal` holds.

    A solvable deal of any game has its moves; an unsolvable one is explained for plain pair removal, within about `seconds`: the
    longer, the smaller the lock. Raises UnsupportedError for other games and for an undecided outcome.
    """
    start = game.start(deal)
    if outcome.witness is not None:
        return Explanation(Kind.REMOVALS, removals=_removals(game, start, outcome.witness))
    if outcome.verdict is not Verdict.UNSOLVABLE:
        raise UnsupportedError(f"there is nothing to explain: the outcome is {outcome.verdict.value}")
    if not is_plain(game, start):
        raise UnsupportedError(f"there is no explanation yet of an unsolvable deal of {game.name!r} under these rules")
    problem = game.pairing_problem(deal)
    if problem.odd:
        return Explanation(Kind.ODD_GROUP, groups=(min(problem.odd, key=len),))
    began = time.monotonic()
    board = Board(problem, LOCK_SHARE * seconds)
    weights = _weights(problem.pairs, outcome.refutation)
    lock = smallest_lock(board, lambda group: sum(weights[tile] for tile in group))
    groups, others = tuple(lock.groups), tuple(sorted(lock.others))
    deadline = began + seconds
    found = cases(start, groups, others, deadline) if len(groups) <= MOST_GROUPS else ()
    return Explanation(
        Kind.LOCK,
        groups=groups,
        others=others,
        cases=found,
        deadlocks=() if found else _strongest(start, outcome.refutation, deadline),
        irreducible=lock.irreducible,
        fewest=lock.fewest,
    )


def record(game: Game[Any, Any], deal: Deal, explanation: Explanation) -> ExplanationRecord:
    """The record of an explanation, with its words."""
    return ExplanationRecord(
        kind=explanation.kind.value,
        text=tuple(lines(deal, game.start(deal), explanation)),
        removals=tuple(RemovalEntry(step.move, step.frees) for step in explanation.removals),
        groups=explanation.groups,
        others=explanation.others,
        cases=tuple(CaseEntry(case.pairs, case.locked) for case in explanation.cases),
        deadlocks=tuple(DeadlockEntry(tiles, pairs) for tiles, pairs in explanation.deadlocks),
        irreducible=explanation.irreducible,
        fewest=explanation.fewest,
    )


def _removals(game: Game[Any, Any], start: Any, witness: tuple[Any, ...]) -> tuple[Removal, ...]:
    """The moves; where a position is that of pair removal, with the tiles that become free."""
    position, found = start, []
    before = _free(position)
    for move in witness:
        position = game.step(position, move)
        after = _free(position)
        found.append(Removal(move, tuple(sorted(after - before))))
        before = after
    return tuple(found)


def _free(position: Any) -> set[int]:
    if not isinstance(position, rules.Position):
        return set()
    return {tile for tile in range(len(position.board.above)) if rules.is_free(position, tile)}


def _weights(pairs: Any, refutation: Refutation | None) -> Counter[int]:
    """How often the steps of the refutation name a pair of each tile."""
    named: Counter[int] = Counter()
    for literals, _ in refutation.steps if refutation is not None else ():
        named.update(map(abs, literals))
    found: Counter[int] = Counter()
    for variable, count in named.items():
        found[pairs[2 * variable - 2]] += count
        found[pairs[2 * variable - 1]] += count
    return found


def _strongest(
    start: rules.Position, refutation: Refutation | None, deadline: float
) -> tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...]:
    """The deadlock sets that leave the fewest pairs to choose from, with these pairs; smaller sets are looked at first."""
    if refutation is None:
        return ()
    formula = Formula(start)
    known = []
    for tiles in sorted(refutation.deadlocks, key=len):
        known.append((formula.deadlock_clause(tiles), tuple(sorted(tiles))))
        if len(known) >= MOST_DEADLOCKS and time.monotonic() > deadline:
            break
    known.sort(key=lambda entry: (len(entry[0]), len(entry[1])))
    return tuple(
        (tiles, tuple(formula.pairs[variable - 1] for variable in clause)) for clause, tiles in known[:MOST_DEADLOCKS]
    )
