"""Monte Carlo tree search, also where something is hidden or chance has a part: estimates, never proofs.

Each playing-out begins with a state drawn from the root's view. The tree's nodes are views of the player who acts, so
what is hidden from that player cannot steer its choice; moves are judged by how often they were there to be chosen. With nothing
hidden this is plain UCT.

Kocsis, Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006; Cowling, Powley, Whitehouse, "Information set Monte Carlo
tree search", IEEE TCIAIG 4 (2012).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from pyrsolve.backends.engine import Engine, Evaluation, Worth, final
from pyrsolve.games.play import CHANCE, OVER, PlayState, View, drawn
from pyrsolve.outcome import Limits, SearchStats, StopReason
from pyrsolve.splitmix import SplitMix64

EXPLORATION = 0.7
PLAYOUTS = 10_000
"""Where no limit is given."""
LONGEST = 10_000
"""Moves after which a playing-out counts as endless."""


@dataclass(slots=True)
class _Arm:
    """A move at a node: how often it was there, how often it was chosen, what came of it (sum, sum of squares)."""

    move: Any
    there: int = 0
    chosen: int = 0
    total: float = 0.0
    squares: float = 0.0


@dataclass(slots=True)
class _Node:
    arms: dict[str, _Arm] = field(default_factory=dict)


class Mcts(Engine):
    """Plain and information-set search; the same seed and node limit give the same answer."""

    name = "mcts"
    summary = "Monte Carlo tree search on views: estimates for any game, chance and hidden hands included"
    hidden = True
    proves = False

    def evaluate(self, view: View, limits: Limits, seed: int = 1) -> Evaluation:
        """One node is one playing-out."""
        random = SplitMix64(seed)
        poll = limits.stopper()
        most = limits.nodes
        if most is None and limits.seconds is None and limits.cancel is None:
            most = PLAYOUTS
        tree: dict[View, _Node] = {}
        sums = [0.0, 0.0]
        done = 0
        stopped: StopReason | None = None
        while most is None or done < most:
            if (stopped := poll()) is not None and done:
                break
            state = view.sample(random)
            if done == 0:
                over = final(state, view.player)
                if over is not None:
                    return over
            got = self.play_out(tree, state, random)[view.player]
            sums[0] += got
            sums[1] += got * got
            done += 1
        return self._evaluation(tree.get(view), sums, done, stopped)

    def play_out(self, tree: dict[View, _Node], state: PlayState, random: SplitMix64) -> tuple[float, ...]:
        """One game from `state`: down the tree, one node more, then at random; what each player got."""
        path: list[tuple[_Arm, int]] = []
        growing = True
        for _ in range(LONGEST):
            actor = state.actor()
            if actor == OVER:
                values = tuple(map(float, state.returns()))
                break
            if actor == CHANCE:
                state, _events = state.play(drawn(state, random))
                continue
            moves = state.moves()
            if growing:
                seen = state.view(actor)
                node = tree.get(seen)
                if node is None:
                    node = tree[seen] = _Node()
                    growing = False
                arm = self.choose(node, moves, state, random)
                path.append((arm, actor))
                move = arm.move
            else:
                move = moves[random.below(len(moves))]
            state, _events = state.play(move)
        else:
            values = (float(state.endless),) * state.players
        for arm, actor in path:
            arm.chosen += 1
            arm.total += values[actor]
            arm.squares += values[actor] ** 2
        return values

    @staticmethod
    def choose(node: _Node, moves: Any, state: PlayState, random: SplitMix64) -> _Arm:
        """The move with the best bound; one that was never tried first."""
        there = []
        for move in moves:
            name = json.dumps(move)
            arm = node.arms.get(name)
            if arm is None:
                arm = node.arms[name] = _Arm(move)
            arm.there += 1
            there.append(arm)
        fresh = [arm for arm in there if not arm.chosen]
        if fresh:
            return fresh[random.below(len(fresh))]
        width = float(state.high) - float(state.low) or 1.0
        return max(
            there, key=lambda arm: arm.total / arm.chosen / width + EXPLORATION * sqrt(log(arm.there) / arm.chosen)
        )

    @staticmethod
    def _evaluation(root: _Node | None, sums: list[float], done: int, stopped: StopReason | None) -> Evaluation:
        arms = sorted(root.arms.values(), key=lambda arm: -arm.chosen) if root is not None else []
        best = arms[0] if arms else None
        worth = _estimate(best.total, best.squares, best.chosen) if best else _estimate(sums[0], sums[1], done)
        return Evaluation(
            worth=worth,
            move=best.move if best else None,
            moves=tuple((arm.move, _estimate(arm.total, arm.squares, arm.chosen)) for arm in arms if arm.chosen),
            stats=SearchStats(nodes=done),
            stopped=stopped,
        )


def _estimate(total: float, squares: float, count: int) -> Worth:
    mean = total / count
    error = sqrt(max(0.0, squares / count - mean * mean) / max(1, count - 1))
    return Worth(mean, mean, error)
