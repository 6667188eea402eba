"""Exhaustive search over the reference rules: the oracle for tiny boards, independent of every kernel."""

from __future__ import annotations

from typing import Any

from pyrsolve.backends.base import CompleteBackend, Stopwatch
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Claimed, Limits, SearchStats, Solvable, StopReason, Undecided


class Brute(CompleteBackend):
    """Depth-first over every position that `moves` of the game leads to, each once."""

    name = "brute"
    summary = "exhaustive search over the reference rules, for tiny boards; the oracle of the tests"
    needs: frozenset[Form] = frozenset()

    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Claimed | Undecided:
        """Decide any deal whose positions fit into memory. One node is one position."""
        watch = Stopwatch()
        poll = limits.stopper()
        start = game.start(deal)
        seen = {start}
        nodes = 0
        line: list[Any] = []
        path = [iter([(None, start)])]
        stopped: StopReason | None = None
        found = False
        while path and not found:
            move, position = next(path[-1], (None, None))
            if position is None:
                path.pop()
                if line:
                    line.pop()
                continue
            if limits.nodes is not None and nodes >= limits.nodes:
                stopped = StopReason.NODES
                break
            if nodes % 256 == 0 and (stopped := poll()) is not None:
                break
            nodes += 1
            if move is not None:
                line.append(move)
            found = game.won(position)
            path.append(self._following(game, position, seen))
        common: dict[str, Any] = {
            "backend": self.name,
            "stats": SearchStats(nodes=nodes, states=len(seen)),
            "timing": watch.timing(),
            "limits": limits,
        }
        if found:
            return Solvable(moves=tuple(line), **common)
        if stopped is not None:
            return Undecided(reason=stopped, **common)
        return Claimed(reason=StopReason.EXHAUSTED, **common)

    @staticmethod
    def _following(game: Game[Any, Any], position: Any, seen: set[Any]) -> Any:
        for move in game.moves(position):
            after = game.step(position, move)
            if after not in seen:
                seen.add(after)
                yield move, after
