"""A second reading of what a refutation is, for the tests: geometry from coordinates, the formula, two proof checkers.

Written from the definition of the format alone; it imports nothing of `pyrsolve.verify`, of the rules, or of the kernels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.outcome import Refutation

Clause = tuple[int, ...]
Steps = Sequence[tuple[Clause, tuple[int, ...]]]
FLOWERS, SEASONS = {f"{n}f" for n in range(1, 5)}, {f"{n}q" for n in range(1, 5)}


class Board:
    """The tiles of a deal that are there, their allowed pairs, and which are free when some of them stand."""

    def __init__(self, deal: RemovalDeal) -> None:
        self.at = deal.layout.tiles
        self.far = deal.options.effective()["cover"] == "any"
        self.there = [tile for tile in range(len(self.at)) if tile not in deal.removed]
        kinds = ["flower" if f in FLOWERS else "season" if f in SEASONS else f"face {f}" for f in deal.faces]
        self.pairs = [(i, j) for i, j in combinations(self.there, 2) if kinds[i] == kinds[j]]

    def is_free(self, tile: int, standing: Iterable[int]) -> bool:
        x, y, z = self.at[tile]
        left = right = False
        for other in standing:
            u, v, w = self.at[other]
            if other == tile or abs(v - y) >= 2:
                continue
            if abs(u - x) < 2 and (w > z if self.far else w == z + 1):
                return False
            left = left or (w == z and u == x - 2)
            right = right or (w == z and u == x + 2)
        return not (left and right)


def formula(deal: RemovalDeal, deadlocks: Sequence[frozenset[int]]) -> list[Clause] | None:
    """The clauses in order, the first is number 1; None where a deadlock is no set of tiles that are there."""
    board = Board(deal)
    number = {pair: place for place, pair in enumerate(board.pairs, start=1)}
    clauses: list[Clause] = []
    for tile in board.there:
        own = [number[pair] for pair in board.pairs if tile in pair]
        clauses.append(tuple(own))
        clauses += [(-a, -b) for a, b in combinations(own, 2)]
    for tiles in deadlocks:
        if not tiles or not tiles <= set(board.there):
            return None
        free = {tile for tile in tiles if board.is_free(tile, tiles)}
        clauses.append(
            tuple(
                number[i, j]
                for i, j in board.pairs
                if (i in free and (j in free or j not in tiles)) or (j in free and i not in tiles)
            )
        )
    return clauses


def accepts_lrat(variables: int, clauses: Sequence[Clause], steps: Steps) -> bool:
    """Whether every step follows strictly by its hints, and the last is the empty clause."""
    known = list(clauses)
    for literals, hints in steps:
        if any(literal == 0 or abs(literal) > variables for literal in literals):
            return False
        assignment = {-literal: True for literal in literals}
        done = False
        for hint in hints:
            if done or hint < 1 or hint > len(known):
                return False
            unassigned = [literal for literal in known[hint - 1] if -literal not in assignment]
            if not unassigned:
                done = True
            elif len(unassigned) == 1 and unassigned[0] not in assignment:
                assignment[unassigned[0]] = True
            else:
                return False
        if not done:
            return False
        known.append(tuple(literals))
    return bool(steps) and tuple(steps[-1][0]) == ()


def accepts_rup(clauses: Sequence[Clause], steps: Steps) -> bool:
    """Whether every step follows by unit propagation from all before it, whatever its hints, and one is empty."""
    known = list(clauses)
    for literals, _ in steps:
        true = {-literal for literal in literals}
        conflict = any(-literal in true for literal in true)
        moved = True
        while moved and not conflict:
            moved = False
            for clause in known:
                if any(literal in true for literal in clause):
                    continue
                left = {literal for literal in clause if -literal not in true}
                if not left:
                    conflict = True
                    break
                if len(left) == 1:
                    true |= left
                    moved = True
        if not conflict:
            return False
        known.append(tuple(literals))
        if not literals:
            return True
    return False


def accepts(deal: RemovalDeal, refutation: Refutation) -> bool:
    """Whether a refutation with deadlocks and steps is one of this deal."""
    clauses = formula(deal, refutation.deadlocks)
    return clauses is not None and accepts_lrat(len(Board(deal).pairs), clauses, list(refutation.steps))


def read_cnf(text: str) -> tuple[int, list[Clause]]:
    """The variables and clauses of a DIMACS file; the header must be right."""
    header, *lines = text.splitlines()
    p, cnf, variables, count = header.split()
    assert (p, cnf) == ("p", "cnf")
    clauses = []
    for line in lines:
        *literals, end = map(int, line.split())
        assert end == 0
        clauses.append(tuple(literals))
    assert len(clauses) == int(count)
    return int(variables), clauses


def read_lrat(text: str, first: int) -> list[tuple[Clause, tuple[int, ...]]]:
    """The steps of an LRAT file whose numbers go up from `first`."""
    steps = []
    for number, line in enumerate(text.splitlines(), start=first):
        found = list(map(int, line.split()))
        assert found[0] == number
        assert found[-1] == 0
        middle = found.index(0, 1)
        assert middle != len(found) - 1
        steps.append((tuple(found[1:middle]), tuple(found[middle + 1 : -1])))
    return steps
