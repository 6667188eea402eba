"""An AND/OR dependency graph as flat lists: what can be reached when only some of the choices may be made."""

from __future__ import annotations

from collections.abc import Iterable

from pyrsolve.games.base import DependencyGraph


class AndOr:
    """The graph of a deal, with numbers in place of names.

    Goals are numbered from 0 in the order of their indices, choices from 1. `serves[v]`: the goals of choice v; `choices[g]`: the
    choices of goal g, ascending; `index[g]`: its index in the deal; `paired`: every choice serves two goals.
    """

    def __init__(self, dependency: DependencyGraph) -> None:
        graph = dependency.graph
        number = {name: place for place, name in enumerate(graph)}
        self.need: list[int] = []
        self.after: list[list[int]] = []
        self.variable = [0] * len(number)
        self.goal = [-1] * len(number)
        found: list[tuple[int, int]] = []
        for name, data in graph.nodes(data=True):
            self.need.append(graph.in_degree(name) if data["gate"] == "and" else 1)
            self.after.append([number[other] for other in graph.successors(name)])
            self.variable[number[name]] = data.get("variable", 0)
            if "index" in data:
                found.append((data["index"], number[name]))
        found.sort()
        self.index = [index for index, _ in found]
        for place, (_, node) in enumerate(found):
            self.goal[node] = place
        self.node = [0] * (len(dependency.moves) + 1)
        self.serves: list[list[int]] = [[] for _ in self.node]
        self.choices: list[list[int]] = [[] for _ in found]
        for node, variable in enumerate(self.variable):
            if variable:
                self.node[variable] = node
        for variable in range(1, len(self.node)):
            for target in self.after[self.node[variable]]:
                if self.goal[target] >= 0:
                    self.serves[variable].append(self.goal[target])
                    self.choices[self.goal[target]].append(variable)
            self.serves[variable].sort()
        self.paired = all(len(goals) == 2 for goals in self.serves[1:])
        self.start = [node for node, need in enumerate(self.need) if need == 0 and not self.variable[node]]

    def groups(self, value: list[int] | None = None) -> list[list[int]]:
        """The goals that are joined by choices (with `value`: by those not negative there), group by group, ascending."""
        group = [-1] * len(self.choices)
        found: list[list[int]] = []
        for first in range(len(self.choices)):
            if group[first] >= 0:
                continue
            group[first] = len(found)
            members = [first]
            for goal in members:  # grows while it is walked
                for variable in self.choices[goal]:
                    for other in self.serves[variable]:
                        if group[other] < 0 and (value is None or value[variable] >= 0):
                            group[other] = len(found)
                            members.append(other)
            found.append(sorted(members))
        return found


class Closure:
    """What is reached, from nothing on; `made` are the choices in an order in which they can be made.

    A choice is made as soon as it can be, if `value` says that it may (not negative); the others wait in `waiting`.
    """

    def __init__(self, graph: AndOr, value: list[int]) -> None:
        self._graph = graph
        self._need = list(graph.need)
        self.reached = [False] * len(graph.choices)
        self.left = len(graph.choices)
        self.waiting: list[int] = []
        self.made: list[int] = []
        self._run(list(graph.start), value)

    def copy(self) -> Closure:
        """The same state, to go on from."""
        other = Closure.__new__(Closure)
        other._graph = self._graph
        other._need = list(self._need)
        other.reached = list(self.reached)
        other.left = self.left
        other.waiting = list(self.waiting)
        other.made = list(self.made)
        return other

    def make(self, choices: Iterable[int], value: list[int]) -> None:
        """Make choices that were waiting, and go on."""
        nodes = []
        for variable in choices:
            self.waiting.remove(variable)
            self.made.append(variable)
            nodes.append(self._graph.node[variable])
        self._run(nodes, value)

    def blocked(self) -> list[int]:
        """The choices that wait and would reach a goal."""
        serves, reached = self._graph.serves, self.reached
        return [variable for variable in self.waiting if not all(reached[goal] for goal in serves[variable])]

    def stuck(self) -> frozenset[int]:
        """The indices of the goals that are not reached."""
        return frozenset(index for index, reached in zip(self._graph.index, self.reached, strict=True) if not reached)

    def _run(self, todo: list[int], value: list[int]) -> None:
        graph, need, reached = self._graph, self._need, self.reached
        after, variable_of, goal_of = graph.after, graph.variable, graph.goal
        while todo:
            for node in after[todo.pop()]:
                need[node] -= 1
                if need[node]:
                    continue
                variable = variable_of[node]
                if variable:
                    if value[variable] < 0:
                        self.waiting.append(variable)
                        continue
                    self.made.append(variable)
                elif goal_of[node] >= 0:
                    reached[goal_of[node]] = True
                    self.left -= 1
                todo.append(node)
