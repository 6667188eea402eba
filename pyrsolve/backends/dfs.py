"""Depth-first search with a transposition table, over the search state of any game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from pyrsolve.backends.base import CompleteBackend, Stopwatch
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Claimed, Limits, SearchStats, Solvable, StopReason, Undecided

MEMORY = 1 << 30
"""Bytes for the table where no limit is given."""
NO_LIMIT = 2**62
FIRST_SLICE = 16
SLICE_SECONDS = 0.01
"""About how long the search runs between two looks at the clock, whatever a node of the game costs."""
SOLVED, EXHAUSTED, FULL = 1, 2, 3


@dataclass(frozen=True)
class Dfs(CompleteBackend):
    """Complete for every game with a search state; an exhausted search is a claim without anything to check.

    `reductions` and `prune` switch off what the state knows beyond the rules of its game: the answers must stay the same.
    """

    reductions: bool = True
    prune: bool = True

    name = "dfs"
    summary = "depth-first search with a transposition table; an unsolvable deal is a claim, without a proof to check"
    needs = frozenset({Form.SEARCH_STATE})

    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Claimed | Undecided:
        """Decide a deal. One node is one arrival at a position; `memory` bounds the table and the path (default 1 GB)."""
        from pyrsolve.kernels.depth_first import DepthFirst

        self.require(game)
        watch = Stopwatch()
        poll = limits.stopper()
        state = game.search_state(deal, reductions=self.reductions)
        search = DepthFirst(state, MEMORY if limits.memory is None else limits.memory, self.prune)
        nodes = NO_LIMIT if limits.nodes is None else limits.nodes
        step = FIRST_SLICE
        stopped = poll()
        while stopped is None:
            began, before = time.perf_counter(), search.nodes
            if search.run(nodes, search.nodes + step):
                break
            stopped = StopReason.NODES if search.nodes >= nodes else poll()
            if search.nodes < before + step:
                continue  # the table is growing
            if time.perf_counter() - began < SLICE_SECONDS:
                step *= 2
            elif step > 1:
                step //= 2
        if search.status == FULL:
            stopped = StopReason.MEMORY
        common: dict[str, Any] = {
            "backend": self.name,
            "stats": SearchStats(nodes=search.nodes, states=search.table.states, evictions=search.table.evictions),
            "timing": watch.timing(),
            "limits": limits,
        }
        if search.status == SOLVED:
            return Solvable(moves=tuple(search.line()), **common)
        if search.status == EXHAUSTED:
            return Claimed(reason=StopReason.EXHAUSTED, **common)
        assert stopped is not None
        return Undecided(reason=stopped, **common)
