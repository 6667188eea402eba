"""The dependency graph as a backend: what it shows at once, or "incomplete"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyrsolve.backends.andor import AndOr, Closure
from pyrsolve.backends.base import IncompleteBackend, Stopwatch
from pyrsolve.backends.locks import Locks
from pyrsolve.games.base import Deal, DependencyGraph, Form, Game
from pyrsolve.outcome import Limits, Refutation, Refuted, SearchStats, Solvable, StopReason, Undecided

WORK = 8_000_000
"""Nodes of the graph times closures after which it gives up: some seconds. A turtle needs about a tenth of it."""


class Graph(IncompleteBackend):
    """Finds locks that survive every choice, and wins in which nothing has to be chosen."""

    name = "graph"
    summary = "locks in the AND/OR dependency graph that no choice opens; answers some deals at once, says incomplete to others"
    needs = frozenset({Form.DEPENDENCY_GRAPH})

    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Refuted | Undecided:
        """Decide a deal, or not. One node is one choice that was tried. Without `proof` the evidence is given all the same."""
        self.require(game)
        watch = Stopwatch()
        poll = limits.stopper()
        common: dict[str, Any] = {"backend": self.name, "limits": limits}
        if limits.nodes == 0:
            stats = SearchStats(nodes=0, closures=0)
            return Undecided(reason=StopReason.NODES, stats=stats, timing=watch.timing(), **common)
        dependency = game.dependency_graph(deal)
        graph = AndOr(dependency)
        odd = next((group for group in graph.groups() if len(group) % 2), None) if graph.paired else None
        if odd is not None:
            evidence = Refutation(odd_group=frozenset(graph.index[goal] for goal in odd))
            return Refuted(reason=StopReason.STRUCTURAL, evidence=evidence, timing=watch.timing(), **common)
        search = Search(dependency, graph)
        stopped = search.run(limits, poll)
        common["stats"] = SearchStats(nodes=search.nodes, closures=search.locks.closures)
        if search.line is not None:
            return Solvable(moves=search.line, timing=watch.timing(), **common)
        if search.locks.refuted:
            evidence = search.locks.refutation()
            return Refuted(reason=StopReason.STRUCTURAL, evidence=evidence, timing=watch.timing(), **common)
        return Undecided(reason=stopped, timing=watch.timing(), **common)


class Search:
    """Tries every choice until nothing new follows; `line`: the moves that win, where they were found."""

    def __init__(self, dependency: DependencyGraph, graph: AndOr) -> None:
        self.locks = Locks(graph)
        self.nodes = 0
        self.line: tuple[Any, ...] | None = None
        self._moves = dependency.moves
        self._graph = graph

    def run(self, limits: Limits, poll: Callable[[], StopReason | None]) -> StopReason:
        """Why it ended; what was found is in `line` and `locks`."""
        locks, value = self.locks, self.locks.value
        size, count = len(self._graph.need), len(value) - 1
        if locks.refuted or locks.sticks():
            return StopReason.STRUCTURAL
        self.line = self._play()
        changed = False
        at = since = 0  # where the round is, and how many choices were passed since one was excluded
        while self.line is None:
            if since >= count:
                self.line = self._play() if changed else None
                break
            at, since = at % count + 1, since + 1
            if value[at]:
                continue
            stopped = StopReason.NODES if limits.nodes is not None and self.nodes >= limits.nodes else poll()
            if stopped is not None:
                return stopped
            if locks.closures * size > WORK:
                break
            self.nodes += 1
            if locks.fails(at):
                changed, since = True, 0
                if locks.refuted or locks.sticks():
                    return StopReason.STRUCTURAL
        return StopReason.INCOMPLETE

    def _play(self) -> tuple[Any, ...] | None:
        """Make what is decided, and groups that can be made at once; the line, where that reaches every goal.

        What was reached stays so, and a group that is made whole takes nothing from any other: making it never harms.
        """
        graph, known = self._graph, self.locks.value
        if not graph.paired:
            return None
        value = [1 if choice > 0 else -1 for choice in known]
        closure = Closure(graph, value)
        groups = [group for group in graph.groups(known) if not any(known[v] > 0 for v in graph.choices[group[0]])]
        while closure.left:
            waiting = {variable for variable in closure.waiting if known[variable] == 0}
            for place, group in enumerate(groups):
                chosen = _matching(graph, group, waiting)
                if chosen is not None:
                    closure.make(chosen, value)
                    del groups[place]
                    break
            else:
                return None
        return tuple(self._moves[variable - 1] for variable in closure.made)


def _matching(graph: AndOr, group: list[int], allowed: set[int]) -> list[int] | None:
    """Allowed choices that serve every goal of the group once; None where there are none."""
    usable = {
        (graph.serves[variable][0], graph.serves[variable][1]): variable
        for goal in group
        for variable in graph.choices[goal]
        if variable in allowed
    }
    if 2 * len(usable) < len(group) or len({goal for pair in usable for goal in pair}) < len(group):
        return None
    import networkx

    found = networkx.max_weight_matching(networkx.Graph(usable.keys()), maxcardinality=True)
    if 2 * len(found) < len(group):
        return None
    return [usable[min(pair), max(pair)] for pair in found]
