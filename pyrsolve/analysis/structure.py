"""What the dependency graph of a deal shows before anything is searched: chains, choke tiles, pairs that block each other.

Everything rests on one relation, *t must go before u*: with t on the board for ever, and every other pair going as soon as it
can, u still never goes. Whatever is paired, a game that removes u has removed t earlier. (The converse does not
hold: a relaxed closure that reaches u need not be a game.) The relation is computed for all t at once: one bit a tile, and the
least fixpoint of the AND/OR graph over such masks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pyrsolve.backends.andor import AndOr
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, DependencyGraph, Form, Game

MOST_CHOKES = 10
MOST_BLOCKS = 100
MOST_PAIRS = 20_000
"""Of more pairs that match the graph is not even made: that alone would take seconds."""
LOOK_EVERY = 512
Pair = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choke:
    """`tile` must go before every one of the tiles `waiting`, whatever is paired."""

    tile: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """What the graph shows; tiles are indices of the deal.

    `cover_chain`: a longest chain of tiles each of which covers the next, from the top (none where nothing covers);
    `wait_chain`: a longest chain of tiles each of which must go before the next. `chokes`: the tiles that the most others must
    wait for, these first. `stuck`: tiles that never go, whatever is paired: the deal is lost where there are any. `impossible`:
    pairs that match but can never go together, since one must go before the other. `mutual_blocks`: two pairs that cannot
    both be used, since each must wait for a tile of the other; the first `MOST_BLOCKS` of `mutual_count`, those with the
    fewest other partners first.
    """

    tiles: int
    cover_chain: tuple[int, ...]
    wait_chain: tuple[int, ...]
    chokes: tuple[Choke, ...]
    stuck: tuple[int, ...]
    impossible: tuple[Pair, ...]
    mutual_blocks: tuple[tuple[Pair, Pair], ...]
    mutual_count: int


def structure(game: Game[Any, Any], deal: Deal, spent: Callable[[], bool] = lambda: False) -> Structure | None:
    """The structure of a deal; None where `spent`, asked now and then, says to stop.

    Raises UnsupportedError where the game has no dependency graph, or where that would be too large.
    """
    if Form.DEPENDENCY_GRAPH not in game.forms():
        raise UnsupportedError(f"the game {game.name!r} has no dependency graph")
    if spent():
        return None
    if Form.PAIRING_PROBLEM in game.forms():
        count = len(game.pairing_problem(deal).pairs) // 2
        if count > MOST_PAIRS:
            raise UnsupportedError(f"{count} pairs match: the graph is made of at most {MOST_PAIRS}")
    dependency = game.dependency_graph(deal)
    graph = AndOr(dependency)
    try:
        order = Precedence(graph, spent)
        count, blocks = _mutual_blocks(graph, order, spent)
    except _SpentError:
        return None
    index = graph.index
    goals = range(len(index))
    waiting: list[list[int]] = [[] for _ in goals]
    for goal in goals:
        if goal not in order.stuck:
            for first in bits(order.before[goal]):
                waiting[first].append(index[goal])
    ranked = sorted((goal for goal in goals if waiting[goal]), key=lambda goal: (-len(waiting[goal]), index[goal]))
    return Structure(
        tiles=len(index),
        cover_chain=_cover_chain(dependency),
        wait_chain=tuple(index[goal] for goal in order.longest_chain()),
        chokes=tuple(Choke(index[goal], tuple(waiting[goal])) for goal in ranked[:MOST_CHOKES]),
        stuck=tuple(index[goal] for goal in sorted(order.stuck)),
        impossible=tuple(
            tuple(index[goal] for goal in graph.serves[choice])
            for choice in range(1, len(graph.node))
            if any(order.needs[choice] >> goal & 1 for goal in graph.serves[choice])
        ),
        mutual_blocks=blocks,
        mutual_count=count,
    )


class _SpentError(Exception):
    """There is no time left."""


class Precedence:
    """What must go before what, as masks over the goals of a graph (bit g for goal g).

    `before[g]`: the goals that must be reached before g; `needs[v]`: those that must be reached before choice v can be made;
    `stuck`: goals that are never reached, of which `before` means nothing.
    """

    def __init__(self, graph: AndOr, spent: Callable[[], bool] = lambda: False) -> None:
        self.graph = graph
        goals = len(graph.choices)
        nodes = len(graph.need)
        everyone = (1 << goals + 1) - 1  # one more bit: what is reached with no goal kept from being reached
        sources: list[list[int]] = [[] for _ in range(nodes)]
        for node, targets in enumerate(graph.after):
            for target in targets:
                sources[target].append(node)
        withheld = [everyone] * nodes
        for node, goal in enumerate(graph.goal):
            if goal >= 0:
                withheld[node] &= ~(1 << goal)
        for choice, served in enumerate(graph.serves):
            if choice:
                for goal in served:
                    withheld[graph.node[choice]] &= ~(1 << goal)
        every = [need == len(before) for need, before in zip(graph.need, sources, strict=True)]
        reached = [0] * nodes

        def premise(node: int) -> int:
            mask = everyone if every[node] else 0
            for source in sources[node]:
                mask = mask & reached[source] if every[node] else mask | reached[source]
            return mask

        todo = deque(range(nodes))
        waiting = [True] * nodes
        steps = 0
        while todo:
            steps += 1
            if steps % LOOK_EVERY == 0 and spent():
                raise _SpentError
            node = todo.popleft()
            waiting[node] = False
            mask = premise(node) & withheld[node]
            if mask == reached[node]:
                continue
            reached[node] = mask
            for target in graph.after[node]:
                if not waiting[target]:
                    waiting[target] = True
                    todo.append(target)
        only = everyone >> 1
        self.needs = [0] + [only & ~premise(node) for node in graph.node[1:]]
        self.before: list[int] = []
        self.stuck: set[int] = set()
        for goal, choices in enumerate(graph.choices):
            needed = only
            alive = False
            for choice in choices:
                needed &= self.needs[choice]
                alive = alive or bool(premise(graph.node[choice]) >> goals)
            self.before.append(needed)
            if not alive:
                self.stuck.add(goal)

    def longest_chain(self) -> list[int]:
        """Goals each of which must be reached before the next, as many as possible."""
        length: dict[int, int] = {}
        previous: dict[int, int] = {}
        # what must go before a goal must itself wait for fewer
        for goal in sorted(range(len(self.before)), key=lambda g: (self.before[g].bit_count(), g)):
            if goal in self.stuck:
                continue
            best = 0
            for first in bits(self.before[goal]):
                if length.get(first, 0) > best:
                    best, previous[goal] = length[first], first
            length[goal] = best + 1
        if not length:
            return []
        at: int | None = max(length, key=lambda goal: (length[goal], -goal))
        chain = []
        while at is not None:
            chain.append(at)
            at = previous.get(at)
        return chain[::-1]


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _cover_chain(dependency: DependencyGraph) -> tuple[int, ...]:
    import networkx

    from pyrsolve.games.removal.graph import must_precede

    if not any(kind == "cover" for _, _, kind in dependency.graph.edges(data="type")):
        return ()
    return tuple(tile for block in networkx.dag_longest_path(must_precede(dependency)) for tile in block)


def _mutual_blocks(
    graph: AndOr, order: Precedence, spent: Callable[[], bool]
) -> tuple[int, tuple[tuple[Pair, Pair], ...]]:
    """How many there are, and the first of them."""
    served = [sum(1 << goal for goal in goals) for goals in graph.serves]
    usable = [not needs & own for needs, own in zip(order.needs, served, strict=True)]
    partners = [sum(usable[choice] for choice in choices) for choices in graph.choices]
    found: list[tuple[int, int, int]] = []
    for one in range(1, len(graph.node)):
        if not usable[one]:
            continue
        if spent():
            raise _SpentError
        others = {choice for goal in bits(order.needs[one]) for choice in graph.choices[goal]}
        for other in others:
            if other > one and usable[other] and order.needs[other] & served[one] and not served[one] & served[other]:
                alternatives = sum(partners[goal] for goal in (*graph.serves[one], *graph.serves[other]))
                found.append((alternatives, one, other))
    found.sort()
    names = [tuple(graph.index[goal] for goal in goals) for goals in graph.serves]
    return len(found), tuple((names[one], names[other]) for _, one, other in found[:MOST_BLOCKS])
