"""Clearing as much as can be: the fewest tiles that must stay behind, as a CP-SAT model with an objective."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pyrsolve.games.base import ObjectiveModel, do_nothing
from pyrsolve.games.removal.pairing import PairingProblem
from pyrsolve.games.removal.tables import around

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar


def fewest_left(problem: PairingProblem, check: Callable[[], None] = do_nothing) -> ObjectiveModel:
    """Tiles go in pairs at a time of the pair, or stay; what covers a tile that goes went before it, and so did one of its sides.

    `check` is called for every tile and gives up by raising.
    """
    from ortools.sat.python import cp_model

    gone = set(problem.removed)
    tiles = [tile for tile in range(len(problem.tables.counter)) if tile not in gone]
    model = cp_model.CpModel()
    last = max(len(tiles) // 2 - 1, 0)
    time = {tile: model.new_int_var(0, last, f"t{tile}") for tile in tiles}
    goes = {tile: model.new_bool_var(f"g{tile}") for tile in tiles}
    flat = problem.pairs
    pairs = list(zip(flat[::2], flat[1::2], strict=True))
    used = {pair: model.new_bool_var(f"p{pair[0]}_{pair[1]}") for pair in pairs}
    of_tile: defaultdict[int, list[IntVar]] = defaultdict(list)
    for (i, j), variable in used.items():
        model.add(time[i] == time[j]).only_enforce_if(variable)
        of_tile[i].append(variable)
        of_tile[j].append(variable)
    above, left, right = around(problem.tables)
    for tile in tiles:
        check()
        model.add(sum(of_tile[tile]) == goes[tile])
        for other in above[tile]:
            if other not in gone:
                model.add_implication(goes[tile], goes[other])
                model.add(time[other] < time[tile]).only_enforce_if(goes[tile])
        beside = [[other for other in side[tile] if other not in gone] for side in (left, right)]
        if all(beside):
            by_left = model.new_bool_var(f"left{tile}")
            for literal, others in zip((by_left, ~by_left), beside, strict=True):
                for other in others:
                    model.add(goes[other] == 1).only_enforce_if(goes[tile], literal)
                    model.add(time[other] < time[tile]).only_enforce_if(goes[tile], literal)
    staying = len(tiles) - sum(goes.values())
    model.minimize(staying)

    def moves(value: Callable[[Any], int]) -> tuple[tuple[int, int], ...]:
        chosen = [pair for pair, variable in used.items() if value(variable)]
        return tuple(sorted(chosen, key=lambda pair: (value(time[pair[0]]), pair)))

    return ObjectiveModel(model, moves)
