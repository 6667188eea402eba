"""A removal deal as a CP-SAT model: when each tile goes, and which pairs are used.

Every tile has a removal time; of its allowed pairs exactly one is used, and a used pair goes at one time. What covers a tile
goes strictly earlier; so does everything that touches its left side, or everything that touches its right side. The
order of times is all that matters (pairs that do not wait for each other may share one), so half as many times as tiles
are enough, and a solution sorted by time is a line of moves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from pyrsolve.games.base import ConstraintModel, do_nothing
from pyrsolve.games.removal.pairing import PairingProblem
from pyrsolve.games.removal.tables import around

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

Pair = tuple[int, int]


def constraint_model(problem: PairingProblem, check: Callable[[], None] = do_nothing) -> ConstraintModel:
    """The model of a removal deal. Its moves are pairs ``(i, j)`` with ``i < j``. `check` is called for every group and tile."""
    from ortools.sat.python import cp_model

    gone = set(problem.removed)
    tiles = [tile for tile in range(len(problem.tables.counter)) if tile not in gone]
    model = cp_model.CpModel()
    last = max(len(tiles) // 2 - 1, 0)
    time = {tile: model.new_int_var(0, last, f"t{tile}") for tile in tiles}
    used: list[tuple[IntVar, tuple[Pair, ...]]] = []
    for pairings in choices(problem, tiles):
        check()
        several = [(model.new_bool_var(f"p{pairs[0][0]}_{pairs[0][1]}"), pairs) for pairs in pairings]
        used.extend(several)
        of_tile: defaultdict[int, list[IntVar]] = defaultdict(list)
        for variable, pairs in several:
            for i, j in pairs:
                model.add(time[i] == time[j]).only_enforce_if(variable)
                of_tile[i].append(variable)
                of_tile[j].append(variable)
        # the tiles of a group of four have the same three variables: one constraint says it of all
        for variables in {tuple(map(id, variables)): variables for variables in of_tile.values()}.values():
            model.add_exactly_one(variables)
    matched = {tile for _, pairs in used for pair in pairs for tile in pair}
    if problem.odd or len(matched) < len(tiles):
        model.add_bool_or([])  # parity is what such a solver does not see
    above, left, right = around(problem.tables)
    for tile in tiles:
        check()
        for other in above[tile]:
            if other not in gone:
                model.add(time[other] < time[tile])
        beside = [[other for other in side[tile] if other not in gone] for side in (left, right)]
        if all(beside):
            by_left = model.new_bool_var(f"left{tile}")
            for literal, others in zip((by_left, ~by_left), beside, strict=True):
                for other in others:
                    model.add(time[other] < time[tile]).only_enforce_if(literal)

    def moves(value: Callable[[Any], int]) -> tuple[Pair, ...]:
        pairs = [pair for variable, chosen in used if value(variable) for pair in chosen]
        return tuple(sorted(pairs, key=lambda pair: (value(time[pair[0]]), pair)))

    return ConstraintModel(model, moves)


def choices(problem: PairingProblem, tiles: list[int]) -> Iterator[list[tuple[Pair, ...]]]:
    """A match group after the other: the alternatives in it, each the pairs that one boolean stands for.

    In a group of four where everything matches, one pair decides the other: three alternatives of two pairs. Elsewhere
    every allowed pair is its own.
    """
    flat = problem.pairs
    pairs = [(flat[at], flat[at + 1]) for at in range(0, len(flat), 2)]
    leader = {tile: tile for tile in tiles}

    def find(tile: int) -> int:
        while leader[tile] != tile:
            leader[tile] = leader[leader[tile]]
            tile = leader[tile]
        return tile

    for i, j in pairs:
        leader[find(i)] = find(j)
    groups: defaultdict[int, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[find(pair[0])].append(pair)
    for allowed in groups.values():
        members = sorted({tile for pair in allowed for tile in pair})
        if len(members) == 4 and len(allowed) == 6:
            a, b, c, d = members
            yield [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
        else:
            yield [(pair,) for pair in allowed]
