"""The pairing search as a backend: our own conflict-learning search, with a refutation for every "no"."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pyrsolve.backends.base import CompleteBackend, Stopwatch
from pyrsolve.evidence import DeadlockSets, Steps
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Claimed, Limits, Refutation, Refuted, SearchStats, Solvable, StopReason, Undecided

if TYPE_CHECKING:
    from pyrsolve.games.removal.pairing import PairingProblem
    from pyrsolve.kernels.pairing import PairingSearch

Poll = Callable[[], StopReason | None]
SLICE_TILES = 150_000
"""Closures times tiles between two looks at the clock: about a millisecond compiled, a tenth of a second uncompiled."""
NO_LIMIT = 2**62
REFUTED = 2
LARGE = 200_000
"""Refutations whose steps hold more numbers than this (about a megabyte of JSON) are made smaller."""
SHRINKING = 4
PATIENCE = 500_000
"""How many closures such an attempt may take."""


class Pairing(CompleteBackend):
    """Complete for pair removal."""

    name = "pairing"
    summary = "conflict-learning search over pairings; a checkable refutation for every unsolvable deal"
    needs = frozenset({Form.PAIRING_PROBLEM})

    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Refuted | Claimed | Undecided:
        """Decide a removal deal. One node is one assignment of pairs whose relaxed closure was run."""
        self.require(game)
        watch = Stopwatch()
        poll = limits.stopper()
        problem = game.pairing_problem(deal)
        if problem.odd:
            evidence = Refutation(odd_group=frozenset(problem.odd[0]))
            return Refuted(
                reason=StopReason.STRUCTURAL, backend=self.name, evidence=evidence, timing=watch.timing(), limits=limits
            )
        search = _search(problem)
        stopped = _run(search, limits, poll)
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
        return Refuted(reason=reason, evidence=_evidence(problem, search, poll), timing=watch.timing(), **common)


def _search(problem: PairingProblem, **how: Any) -> PairingSearch:
    from pyrsolve.kernels.pairing import PairingSearch

    tables = problem.tables
    removed = array("i", problem.removed)
    return PairingSearch(tables.counter, tables.first, tables.target, tables.delta, removed, problem.pairs, **how)


def _run(search: PairingSearch, limits: Limits, poll: Poll, closures: int = NO_LIMIT) -> StopReason | None:
    """Search until decided or until `closures` in all (None), or until a limit stops it: looked at between slices."""
    nodes = NO_LIMIT if limits.nodes is None else limits.nodes
    step = max(1, SLICE_TILES // search.tiles)
    while search.closures < closures and search.run(nodes, min(closures, search.closures + step)) == 0:
        if limits.nodes is not None and search.nodes >= limits.nodes:
            return StopReason.NODES
        if limits.memory is not None and search.memory() > limits.memory:
            return StopReason.MEMORY
        stopped = poll()
        if stopped is not None:
            return stopped
    return None


def _evidence(problem: PairingProblem, search: PairingSearch, poll: Poll) -> Refutation:
    """The refutation of a refuted search.

    A large one is made smaller: a new search that begins with the deadlocks it rests on needs about half the steps.
    """
    from pyrsolve.kernels.proof import Proof

    best = proof = Proof(search, problem.pairs)
    for _ in range(SHRINKING):
        if best.size() <= LARGE:
            break
        search = _search(problem, switch_after=0)
        search.adopt(proof.search, array("i", sorted(proof.used)))
        if _run(search, Limits(), poll, PATIENCE) is not None or search.status != REFUTED:
            break
        proof = Proof(search, problem.pairs)
        if proof.size() < best.size():
            best = proof
    return Refutation(deadlocks=DeadlockSets(best.masks()), steps=Steps(*best.arrays()))
