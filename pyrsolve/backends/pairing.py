"""The pairing search as a backend: our own conflict-learning search, with a refutation for every "no"."""

from __future__ import annotations

from array import array
from typing import Any

from pyrsolve.backends.base import CompleteBackend, Stopwatch
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Claimed, Limits, Refutation, Refuted, SearchStats, Solvable, StopReason, Undecided

SLICE_TILES = 150_000
"""Closures times tiles between two looks at the clock: about a millisecond compiled, a tenth of a second uncompiled."""
NO_LIMIT = 2**62


class Pairing(CompleteBackend):
    """Complete for pair removal."""

    name = "pairing"
    summary = "conflict-learning search over pairings; a checkable refutation for every unsolvable deal"
    needs = frozenset({Form.PAIRING_PROBLEM})

    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Refuted | Claimed | Undecided:
        """Decide a removal deal. One node is one assignment of pairs whose relaxed closure was run."""
        from pyrsolve.kernels.pairing import PairingSearch

        self.require(game)
        watch = Stopwatch()
        poll = limits.stopper()
        problem = game.pairing_problem(deal)
        if problem.odd:
            evidence = Refutation(odd_group=frozenset(problem.odd[0]))
            return Refuted(
                reason=StopReason.STRUCTURAL, backend=self.name, evidence=evidence, timing=watch.timing(), limits=limits
            )
        tables = problem.tables
        search = PairingSearch(
            tables.counter, tables.first, tables.target, tables.delta, array("i", problem.removed), problem.pairs
        )
        nodes = NO_LIMIT if limits.nodes is None else limits.nodes
        step = max(1, SLICE_TILES // len(tables.counter))
        stopped: StopReason | None = None
        while search.run(nodes, search.closures + step) == 0:
            if limits.nodes is not None and search.nodes >= limits.nodes:
                stopped = StopReason.NODES
            elif limits.memory is not None and search.memory() > limits.memory:
                stopped = StopReason.MEMORY
            else:
                stopped = poll()
            if stopped is not None:
                break
        stats = SearchStats(nodes=search.nodes, closures=search.closures, conflicts=search.conflicts)
        common: dict[str, Any] = {"backend": self.name, "stats": stats, "limits": limits}
        if stopped is not None:
            return Undecided(reason=stopped, timing=watch.timing(), **common)
        if search.solved():
            return Solvable(moves=tuple(search.line()), timing=watch.timing(), **common)
        # refuted before anything was assumed: the geometry alone forbids it
        reason = StopReason.STRUCTURAL if search.nodes <= 1 else StopReason.REFUTED
        if not proof:
            return Claimed(reason=reason, timing=watch.timing(), **common)
        from pyrsolve.kernels.proof import Proof

        found = Proof(search, problem.pairs)
        evidence = Refutation(deadlocks=tuple(found.sets()), steps=tuple(found.lrat()))
        return Refuted(reason=reason, evidence=evidence, timing=watch.timing(), **common)
