"""The propositional formula of a removal deal: what a refutation is checked against.

Variables are the allowed pairs of tiles that are there, numbered from 1 in ``(i < j)`` order. Clauses, numbered from 1: for
each such tile, ascending, "one of its pairs is used", then "not both" for each two of its pairs in order; then one clause a
deadlock set S: at least one of the pairs {t, p} is used with t in S free when exactly S stands, and p also free then, or
outside S and not gone before the deal began. For nothing else can ever move the first tile out of S.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import comb

from pyrsolve.games.removal import rules

Clause = tuple[int, ...]


class Formula:
    """The formula of the position in which a deal begins, with the clauses of `deadlocks`; clauses are made when asked for."""

    def __init__(self, start: rules.Position, deadlocks: Sequence[frozenset[int]] = ()) -> None:
        self._start = start
        self.tiles = frozenset(range(len(start.board.above))) - start.gone
        self.pairs = sorted(pair for pair in start.rules.pairs if pair[0] in self.tiles and pair[1] in self.tiles)
        self.variable = {pair: number for number, pair in enumerate(self.pairs, start=1)}
        self._partners: defaultdict[int, list[int]] = defaultdict(list)
        self._of_tile: defaultdict[int, list[int]] = defaultdict(list)
        for (i, j), number in self.variable.items():
            self._partners[i].append(j)
            self._partners[j].append(i)
            self._of_tile[i].append(number)
            self._of_tile[j].append(number)
        self._order = sorted(self.tiles)
        self._base: list[int] = []
        count = 1
        for tile in self._order:
            self._base.append(count)
            count += 1 + comb(len(self._of_tile[tile]), 2)
        self.axioms = count - 1
        self._deadlocks = [self.deadlock_clause(tiles) for tiles in deadlocks]
        self.size = self.axioms + len(self._deadlocks)
        self._known: dict[int, Clause] = {}

    def deadlock_clause(self, tiles: frozenset[int]) -> Clause:
        """The clause of a deadlock set, from the reference rules. `tiles` must be tiles that are there."""
        everything = range(len(self._start.board.above))
        position = rules.Position(
            self._start.rules, self._start.board, frozenset(tile for tile in everything if tile not in tiles)
        )
        free = {tile for tile in tiles if rules.is_free(position, tile)}
        found = set()
        for tile in free:
            for partner in self._partners[tile]:
                if partner in free or (partner not in tiles and partner in self.tiles):
                    found.add(self.variable[(tile, partner) if tile < partner else (partner, tile)])
        return tuple(sorted(found))

    def clause(self, number: int) -> Clause:
        """Clause `number`, 1 to `size`."""
        if number > self.axioms:
            return self._deadlocks[number - self.axioms - 1]
        known = self._known.get(number)
        if known is None:
            place = bisect_right(self._base, number) - 1
            known = self._axiom(self._of_tile[self._order[place]], number - self._base[place])
            self._known[number] = known
        return known

    @staticmethod
    def _axiom(variables: list[int], index: int) -> Clause:
        if index == 0:
            return tuple(variables)
        index -= 1
        for first, low in enumerate(variables):
            later = len(variables) - first - 1
            if index < later:
                return (-low, -variables[first + 1 + index])
            index -= later
        raise IndexError(index)

    def clauses(self) -> Iterator[Clause]:
        """All clauses in the order of their numbers."""
        return (self.clause(number) for number in range(1, self.size + 1))
