"""Whether a deal can be won by a game that uses given pairs, asked many times over.

The order of removals never matters: a position that a line of pairs has reached can be won exactly when some winning
pairing of the deal holds all pairs of the line. So each question is about the whole deal, what was learned for one serves the
next, and the pairing found for one answers every other that it satisfies.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable
from typing import Any

from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.games.removal import rules
from pyrsolve.outcome import Limits, StopReason

SLICE_TILES = 150_000
"""Closures times tiles between two looks at the clock."""
NO_LIMIT = 2**62
SOLVED, REFUTED = 1, 2
Pair = tuple[int, int]


def is_plain(game: Game[Any, Any], start: Any) -> bool:
    """Whether the game, from this position, is plain pair removal: two free tiles that match go, and nothing else happens.

    An option of other games changes the closure.
    """
    return (
        Form.PAIRING_PROBLEM in game.forms()
        and isinstance(start, rules.Position)
        and start.rules == rules.RemovalRules(start.rules.cover, start.rules.pairs)
    )


class Budget:
    """Limits over several questions: the clock starts here; `stopped` is the reason, once there is one."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._poll = limits.stopper()
        self._began = time.monotonic()
        self.stopped: StopReason | None = None

    def spent(self, nodes: int = -1, memory: int = 0) -> bool:
        """Whether to stop now, `nodes` and bytes of `memory` having been used, where that is counted."""
        if self.stopped is None:
            if self.limits.nodes is not None and nodes >= self.limits.nodes:
                self.stopped = StopReason.NODES
            elif self.limits.memory is not None and memory > self.limits.memory:
                self.stopped = StopReason.MEMORY
            else:
                self.stopped = self._poll()
        return self.stopped is not None

    def rest(self) -> Limits:
        """The limits for one search by itself: all of them, but of the time only what is left."""
        return self.limits.since(self._began)


class Extensions:
    """The questions about one deal of plain pair removal.

    `found`: the winning pairings met so far, as sets of bits: bit k is pair k of `pairs`, and `place` tells k. (The bits
    themselves are not kept: of a hundred thousand pairs each would be a number of many kilobytes.)
    """

    def __init__(self, game: Game[Any, Any], deal: Deal, budget: Budget) -> None:
        from pyrsolve.kernels.line import LineSearch

        problem = game.pairing_problem(deal)
        flat = problem.pairs
        self.budget = budget
        self.odd = bool(problem.odd)
        self.pairs: list[Pair] = list(zip(flat[::2], flat[1::2], strict=True))
        self.place = {pair: place for place, pair in enumerate(self.pairs)}
        self.found: list[int] = []
        self.partners: dict[int, list[int]] = {}
        for i, j in self.pairs:
            self.partners.setdefault(i, []).append(j)
            self.partners.setdefault(j, []).append(i)
        tables, removed = problem.tables, array("i", problem.removed)
        self._gone = frozenset(problem.removed)
        self.search: LineSearch | None = None
        if not self.odd:
            self.search = LineSearch(tables.counter, tables.first, tables.target, tables.delta, removed, flat)

    def winnable(self, used: Iterable[Pair], without: Pair | None = None) -> bool | None:
        """Whether some winning pairing holds every pair of `used` (and not the pair `without`); None where a limit came first.

        Pairs are ``(i, j)``, ``i < j``, allowed ones.
        """
        used = tuple(used)
        wanted = self.mask(used)
        forbidden = 0 if without is None else self.mask((without,))
        for pairing in reversed(self.found):
            if pairing & wanted == wanted and not pairing & forbidden:
                return True
        return self._ask(used, without)

    def mask(self, pairs: Iterable[Pair]) -> int:
        """The bits of some pairs."""
        bits = bytearray(len(self.pairs) // 8 + 1)
        for pair in pairs:
            place = self.place[pair]
            bits[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(bits, "little")

    def pairing(self, mask: int) -> tuple[Pair, ...]:
        """The pairs of a mask, in order."""
        bits = f"{mask:b}"[::-1]
        return tuple(pair for pair, bit in zip(self.pairs, bits, strict=False) if bit == "1")

    def witness(self, used: Iterable[Pair]) -> tuple[Pair, ...]:
        """The pairs of a winning pairing that holds every pair of `used`, one that was found, unordered.

        Raises LookupError where none was found yet.
        """
        wanted = self.mask(used)
        for pairing in reversed(self.found):
            if pairing & wanted == wanted:
                return self.pairing(pairing)
        raise LookupError("no such pairing was found")

    def learn_of(self, pairing: Iterable[Pair]) -> None:
        """Take note of a pairing that is known to win."""
        self.found.append(self.mask((min(pair), max(pair)) for pair in pairing))

    def _ask(self, used: tuple[Pair, ...], without: Pair | None) -> bool | None:
        if self.search is None:
            return False
        search, budget = self.search, self.budget
        if budget.spent(search.nodes, search.memory()):
            return None
        literals = [search.literal(*pair) for pair in used]
        if without is not None:
            literals.append(search.literal(*without, False))
        search.assume(array("i", literals))
        nodes = NO_LIMIT if budget.limits.nodes is None else budget.limits.nodes
        step = max(1, SLICE_TILES // search.tiles)
        while search.ask(nodes, search.closures + step) == 0:
            if budget.spent(search.nodes, search.memory()):
                return None
        if search.answer == SOLVED:
            self.found.append(self._pairing(without))
        return search.answer == SOLVED

    def _pairing(self, without: Pair | None) -> int:
        """The winning pairing that the search stands at.

        What it took off as a whole group, all free at once, may be paired in any way; of two tiles or more of a group, so that
        `without` is no pair: where it would be, the search knows that those two have no other partner left.
        """
        assert self.search is not None
        mates = self.search.mates()
        pairing = [(tile, mate) for tile, mate in enumerate(mates) if mate > tile]
        for tile in range(len(mates)):
            if mates[tile] >= 0 or tile in self._gone:
                continue
            rest = [other for other in self.partners[tile] if mates[other] < 0]
            # two tiles that must not go together are joined with others first: each other pairing is as good
            mate = min(rest, key=lambda other: (without is not None and other in without) == (tile in (without or ())))
            mates[tile], mates[mate] = mate, tile
            pairing.append((min(tile, mate), max(tile, mate)))
        return self.mask(pairing)


def budget_of(limits: Limits | Budget | None) -> Budget:
    """A budget of given limits; one that runs already goes on."""
    return limits if isinstance(limits, Budget) else Budget(limits or Limits())
