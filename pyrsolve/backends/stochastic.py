"""Games of chance with nothing hidden: exact values where play must end, value iteration with sound bounds where it may not.

Every position that can be reached is laid out as a graph. Without circles, values are computed backwards, as exact
fractions, for any number of players. With circles, two iterations enclose the value: from the least that the game can return
upwards, and from the most downwards. For one player the second would get stuck where play can go on for ever; there the
end components are merged into one position each, which can also be stayed in, for the value of endless play.

Haddad, Monmege, "Interval iteration algorithm for MDPs and IMDPs", Theoretical Computer Science 735 (2018).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum, inf, nextafter
from typing import Any

from pyrsolve.backends.engine import Engine, Evaluation, Worth, final
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.play import CHANCE, OVER, PlayState, Value, View
from pyrsolve.outcome import Limits, SearchStats, StopReason

GAP = 1e-9
"""Bounds this close are close enough."""
SLACK = 4
"""Rounding: each bound is moved outwards by so many units in the last place for every number that was added."""


@dataclass(slots=True)
class _Place:
    """A position: who acts, and what follows each move or outcome."""

    actor: int
    moves: list[Any] = field(default_factory=list)
    next: list[int] = field(default_factory=list)
    shares: list[Fraction] = field(default_factory=list)
    values: tuple[Value, ...] | None = None  # where it is over


@dataclass
class _Graph:
    """The positions that can be reached, from 0; `open` ones were not gone on from."""

    places: list[_Place] = field(default_factory=list)
    open: set[int] = field(default_factory=set)
    stopped: StopReason | None = None


class Stochastic(Engine):
    """Exact without circles; bounds of `GAP` for one player, sound bounds for two, with circles."""

    name = "stochastic"
    summary = "expectation by exact fractions, or value iteration between sound bounds; chance, nothing hidden"

    def evaluate(self, view: View, limits: Limits, seed: int = 1) -> Evaluation:
        """One node is one position of the graph."""
        state = self.state_of(view)
        over = final(state, view.player)
        if over is not None:
            return over
        poll = limits.stopper()
        graph = explore(state, limits.nodes, poll)
        order = None if graph.open else backwards(graph)
        if order is not None:
            return self._exact(graph, order, view.player)
        if state.players > 1 and not state.zero_sum():
            raise UnsupportedError(
                "'stochastic' decides games of more players only where play must end within the limits"
            )
        return self._bounded(graph, state, view.player, poll)

    @staticmethod
    def _exact(graph: _Graph, order: list[int], player: int) -> Evaluation:
        values: list[tuple[Value, ...]] = [()] * len(graph.places)
        for number in order:
            place = graph.places[number]
            if place.values is not None:
                values[number] = place.values
            elif place.actor == CHANCE:
                ahead = [values[after] for after in place.next]
                values[number] = tuple(
                    sum((share * each for share, each in zip(place.shares, column, strict=True)), Fraction(0))
                    for column in zip(*ahead, strict=True)
                )
            else:
                values[number] = max((values[after] for after in place.next), key=lambda found: found[place.actor])
        root = graph.places[0]
        moves = []
        if root.actor == player:
            moves = [(move, values[after][player]) for move, after in zip(root.moves, root.next, strict=True)]
            moves.sort(key=lambda pair: -pair[1])
        mine = values[0][player]
        return Evaluation(
            worth=Worth(mine, mine),  # type: ignore[arg-type]
            move=moves[0][0] if moves else None,
            moves=tuple((move, Worth(value, value)) for move, value in moves),  # type: ignore[arg-type]
            values=values[0],
            stats=SearchStats(nodes=len(graph.places), states=len(graph.places)),
        )

    @staticmethod
    def _bounded(graph: _Graph, state: PlayState, player: int, poll: Callable[[], StopReason | None]) -> Evaluation:
        merged = _Merged(graph, state)
        stopped = graph.stopped or merged.iterate(poll)
        worths = [merged.worth(after, player) for after in graph.places[0].next]
        moves: list[tuple[Any, Worth]] = []
        if graph.places[0].actor == player:
            moves = list(zip(graph.places[0].moves, worths, strict=True))
            moves.sort(key=lambda pair: (-pair[1].low, -pair[1].high))
        return Evaluation(
            worth=merged.worth(0, player),
            move=moves[0][0] if moves else None,
            moves=tuple(moves),
            stats=SearchStats(nodes=len(graph.places), states=len(graph.places)),
            stopped=stopped,
        )


def explore(root: PlayState, nodes: int | None, poll: Callable[[], StopReason | None]) -> _Graph:
    """The graph of positions, in the order in which they are met, up to a number of nodes."""
    graph = _Graph()
    numbers: dict[Hashable, int] = {root.key(): 0}
    states = [root]
    at = 0
    while at < len(states):
        if nodes is not None and at >= nodes:
            graph.stopped = StopReason.NODES
        elif at % 256 == 0:
            graph.stopped = poll()
        if graph.stopped is not None:
            break
        state, place = states[at], _Place(states[at].actor())
        graph.places.append(place)
        at += 1
        if place.actor == OVER:
            place.values = state.returns()
            continue
        if place.actor == CHANCE:
            outcomes = state.chances()
            place.moves, place.shares = [outcome for outcome, _ in outcomes], [share for _, share in outcomes]
        else:
            place.moves = list(state.moves())
        for move in place.moves:
            after, _ = state.play(move)
            number = numbers.setdefault(after.key(), len(states))
            if number == len(states):
                states.append(after)
            place.next.append(number)
    for number in range(at, len(states)):
        graph.places.append(_Place(OVER))
        graph.open.add(number)
    return graph


def backwards(graph: _Graph) -> list[int] | None:
    """The positions, each after all that follow it; None where there is a circle."""
    waiting = [len(place.next) for place in graph.places]
    before: list[list[int]] = [[] for _ in graph.places]
    for number, place in enumerate(graph.places):
        for after in place.next:
            before[after].append(number)
    ready = [number for number, count in enumerate(waiting) if count == 0]
    order = []
    while ready:
        number = ready.pop()
        order.append(number)
        for earlier in before[number]:
            waiting[earlier] -= 1
            if waiting[earlier] == 0:
                ready.append(earlier)
    return order if len(order) == len(graph.places) else None


class _Merged:
    """Bounds of every position, for player 0; end components of a single player count as one position."""

    def __init__(self, graph: _Graph, state: PlayState) -> None:
        self.graph = graph
        self.home = list(range(len(graph.places)))
        self.stays: set[int] = set()
        self.endless = float(state.endless)
        if state.players == 1:
            for component in end_components(graph):
                head = min(component)
                self.stays.add(head)
                for number in component:
                    self.home[number] = head
        self.low = [_down(float(state.low), 1)] * len(graph.places)
        self.high = [_up(float(state.high), 1)] * len(graph.places)
        self.members: dict[int, list[int]] = {}
        for number, head in enumerate(self.home):
            self.members.setdefault(head, []).append(number)
        for number, place in enumerate(graph.places):
            if place.values is not None:
                self.low[number] = _down(float(place.values[0]), 1)
                self.high[number] = _up(float(place.values[0]), 1)

    def iterate(self, poll: Callable[[], StopReason | None]) -> StopReason | None:
        """Sweep until the bounds of position 0 meet, or nothing moves any more; the limit that stopped it, or None."""
        heads = [head for head in reversed(list(self.members)) if self._goes_on(head)]
        while self.high[self.home[0]] - self.low[self.home[0]] > GAP:
            if (reason := poll()) is not None:
                return reason
            moved = False
            for head in heads:
                low = max(self.low[head], self._of(head, self.low, _down))
                high = min(self.high[head], self._of(head, self.high, _up))
                moved = moved or low > self.low[head] or high < self.high[head]
                self.low[head], self.high[head] = low, high
            if not moved:
                break
        return None

    def _goes_on(self, head: int) -> bool:
        return self.graph.places[head].values is None and head not in self.graph.open

    def _of(self, head: int, bound: list[float], outwards: Callable[[float, int], float]) -> float:
        """The bound of a position, or of the best way out of a component, from those of what follows."""
        options = []
        for number in self.members[head]:
            place = self.graph.places[number]
            if place.actor == CHANCE:
                inside = head in self.stays and all(self.home[after] == head for after in place.next)
                if not inside:
                    terms = [
                        float(share) * bound[self.home[after]]
                        for share, after in zip(place.shares, place.next, strict=True)
                    ]
                    options.append(outwards(fsum(terms), len(terms)))
            else:
                ahead = [
                    bound[self.home[after]]
                    for after in place.next
                    if self.home[after] != head or head not in self.stays
                ]
                if ahead:
                    options.append(max(ahead) if place.actor == 0 else min(ahead))
        if head in self.stays:
            options.append(outwards(self.endless, 1))
        return max(options)

    def worth(self, number: int, player: int) -> Worth:
        """What a position is worth to a player."""
        low, high = self.low[self.home[number]], self.high[self.home[number]]
        return Worth(low, high) if player == 0 else Worth(-high, -low)


def _down(value: float, terms: int) -> float:
    for _ in range(SLACK * terms):
        value = nextafter(value, -inf)
    return value


def _up(value: float, terms: int) -> float:
    for _ in range(SLACK * terms):
        value = nextafter(value, inf)
    return value


def end_components(graph: _Graph) -> list[set[int]]:
    """The largest sets of positions in which a single player can stay for ever, whatever chance does.

    de Alfaro, "Formal Verification of Probabilistic Systems" (1997), algorithm 3.1: strongly connected parts, without what
    chance may leave them by, until nothing changes.
    """
    import networkx

    todo = [set(range(len(graph.places))) - graph.open]
    found = []
    while todo:
        part = todo.pop()
        shrinking = True
        while shrinking:
            shrinking = False
            for number in list(part):
                place = graph.places[number]
                ahead = [after in part for after in place.next]
                leaves = not all(ahead) if place.actor == CHANCE else not any(ahead)
                if leaves or not ahead:
                    part.discard(number)
                    shrinking = True
        inner = networkx.DiGraph()
        inner.add_nodes_from(part)
        inner.add_edges_from((number, after) for number in part for after in graph.places[number].next if after in part)
        components = [set(component) for component in networkx.strongly_connected_components(inner)]
        if len(components) == 1:
            (component,) = components
            if any(after in component for number in component for after in graph.places[number].next):
                found.append(component)
        else:
            todo.extend(component for component in components if component)
    return found
