"""A toy to search: walks on a directed graph, circles and all, as a state written in plain Python."""

from __future__ import annotations

import random

from pyrsolve.kernels.search_state import SearchState


class Walk(SearchState):
    """`edges[v]` are the vertices after v; the walk starts at 0 and wants to stand on `goal`.

    Move k is the k-th edge. `hashes` is how many different hashes there are; `lost` are vertices that prune reports.
    """

    def __init__(self, edges: list[list[int]], goal: int, hashes: int = 2**64, lost: frozenset[int] = frozenset()):
        super().__init__(max(map(len, edges)), 1)
        self.edges = edges
        self.target = goal
        self.hashes = hashes
        self.hopeless = lost
        self.trail = [0]

    def moves(self) -> int:
        after = self.edges[self.trail[-1]]
        for k in range(len(after)):
            self.listed[k] = k
        return len(after)

    def apply(self, move: int) -> None:
        self.trail.append(self.edges[self.trail[-1]][move])

    def undo(self, move: int) -> None:
        self.trail.pop()

    def hash(self) -> int:
        return self.trail[-1] * 0x9E3779B97F4A7C15 % 2**64 % self.hashes

    def write_key(self) -> None:
        self.key[0] = self.trail[-1]

    def goal(self) -> bool:
        return self.trail[-1] == self.target

    def prune(self) -> bool:
        return self.trail[-1] in self.hopeless

    def order(self, move: int) -> int:
        return self.edges[self.trail[-1]][move]

    def line(self) -> list[int]:
        return self.trail[1:]


def random_edges(rng: random.Random, vertices: int, edges: int) -> list[list[int]]:
    """A random graph; edges may lead back, and to where they come from."""
    after: list[list[int]] = [[] for _ in range(vertices)]
    for _ in range(edges):
        after[rng.randrange(vertices)].append(rng.randrange(vertices))
    return after


def reachable(edges: list[list[int]], start: int = 0) -> set[int]:
    """The vertices that a walk from `start` can stand on."""
    found, todo = {start}, [start]
    while todo:
        for vertex in edges[todo.pop()]:
            if vertex not in found:
                found.add(vertex)
                todo.append(vertex)
    return found
