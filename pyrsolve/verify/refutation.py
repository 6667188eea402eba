"""Checks a refutation of a removal deal. Nothing in it is trusted, and no solver code is used.

The clause of every deadlock set is recomputed from the reference rules (`pyrsolve.verify.formula`), then every step is checked
by its hints: assuming the step's literals false, each hint in turn must be a clause with exactly one literal left,
which then holds, and the last hint a clause with none left. The work is linear in the size of the refutation.

LRAT: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, "Efficient certified RAT verification", CADE 2017.
"""

from __future__ import annotations

from typing import Any

from pyrsolve.errors import Fault
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.removal import rules
from pyrsolve.outcome import Refutation
from pyrsolve.verify.formula import Clause, Formula


def check(game: Game[Any, Any], deal: Deal, refutation: Refutation) -> list[Fault]:
    """What is wrong with `refutation` as a proof that `deal` cannot be won; nothing where it holds."""
    start = game.start(deal)
    if not isinstance(start, rules.Position):
        return [Fault(f"refutations of the game {game.name!r} are not known", "$.refutation")]
    if refutation.odd_group:
        return _check_odd_group(start, refutation)
    faults = []
    there = frozenset(range(len(start.board.above))) - start.gone
    for place, tiles in enumerate(refutation.deadlocks):
        where = f"$.refutation.deadlocks[{place}]"
        if not tiles:
            faults.append(Fault("a deadlock set without a tile", where))
        elif not tiles <= there:
            strange = min(tiles - there)
            faults.append(Fault(f"tile {strange} is gone, or the layout has no such tile", where))
    if not faults:
        faults = _check_steps(Formula(start, refutation.deadlocks), refutation)
    return faults


def _check_odd_group(start: rules.Position, refutation: Refutation) -> list[Fault]:
    group = refutation.odd_group
    where = "$.refutation.odd_group"
    if refutation.deadlocks or refutation.steps:
        return [Fault("an odd group is a refutation by itself: there may be no deadlocks and steps beside it", where)]
    if len(group) % 2 == 0:
        return [Fault(f"the group has {len(group)} tiles: not an odd number", where)]
    for tile in sorted(group):
        if not 0 <= tile < len(start.board.above) or tile in start.gone:
            return [Fault(f"tile {tile} is gone, or the layout has no such tile", where)]
    for i, j in sorted(start.rules.pairs):
        if (i in group) != (j in group) and i not in start.gone and j not in start.gone:
            return [Fault(f"tiles {i} and {j} match, but only one of them is in the group", where)]
    return []


def _check_steps(formula: Formula, refutation: Refutation) -> list[Fault]:
    derived: list[Clause] = []
    variables = len(formula.pairs)
    for place, (literals, hints) in enumerate(refutation.steps):
        where = f"$.refutation.steps[{place}]"
        for literal in literals:
            if not 1 <= abs(literal) <= variables:
                return [Fault(f"there is no variable {abs(literal)}: the deal has {variables} pairs", where)]
        message = _follows(formula, derived, literals, hints)
        if message is not None:
            return [Fault(message, where)]
        derived.append(literals)
    if not derived or derived[-1] != ():
        return [Fault("the last step is not the empty clause", "$.refutation.steps")]
    return []


def _follows(formula: Formula, derived: list[Clause], literals: Clause, hints: tuple[int, ...]) -> str | None:
    """None where the clause follows by its hints, else what is wrong."""
    false = set(literals)
    axioms = formula.size
    for place, hint in enumerate(hints):
        if not 1 <= hint <= axioms + len(derived):
            return f"hint {hint} is no clause before this step"
        clause = formula.clause(hint) if hint <= axioms else derived[hint - axioms - 1]
        left = [literal for literal in clause if literal not in false]
        if not left:
            return None if place == len(hints) - 1 else f"hint {hint} ends the step, but more hints follow"
        if len(left) > 1 or -left[0] in false:
            return f"hint {hint} is not unit"
        false.add(-left[0])
    return "the hints do not lead to a contradiction"
