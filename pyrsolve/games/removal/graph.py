"""A removal deal as an AND/OR graph: what must go before what, and which pair takes which tile.

======================  ====  ==========================================================================
node                    gate  holds when
======================  ====  ==========================================================================
``tile:12``             or    one of its pairs goes (a goal: exactly one of them does)
``pair:12:40``          and   both of its tiles are free (a choice)
``free:12``             and   everything that covers the tile is gone, and a side is open
``side:12``             or    the left or the right side is open; only where both are touched
``left:12 right:12``    and   everything that touches this side is gone
======================  ====  ==========================================================================

Edge types: ``cover``, ``left``, ``right`` (from a tile that is in the way), ``alternative`` (from a side), ``side``, ``needs``
and ``choice``. A tile that is free stays so until it goes, so what holds once holds for good: the least fixpoint with only
some of the pairs allowed is the relaxed closure of the pairing search.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pyrsolve.games.base import DependencyGraph
from pyrsolve.games.removal.pairing import PairingProblem
from pyrsolve.games.removal.tables import around

if TYPE_CHECKING:
    from networkx import DiGraph


def dependency_graph(problem: PairingProblem, faces: Sequence[str]) -> DependencyGraph:
    """The graph of a deal; choice k is pair k of the problem, from 1. Linear in covers, touches and pairs."""
    import networkx

    graph: DiGraph[str] = networkx.DiGraph()
    gone = set(problem.removed)
    tiles = [tile for tile in range(len(problem.tables.counter)) if tile not in gone]
    above, left, right = around(problem.tables)
    for tile in tiles:
        free = f"free:{tile}"
        graph.add_node(f"tile:{tile}", gate="or", type="tile", index=tile, face=faces[tile])
        graph.add_node(free, gate="and", type="free", tile=tile)
    for tile in tiles:
        free = f"free:{tile}"
        _before(graph, (other for other in above[tile] if other not in gone), free, "cover")
        beside = {"left": left[tile], "right": right[tile]}
        still = {side: [other for other in others if other not in gone] for side, others in beside.items()}
        if all(still.values()):
            graph.add_node(f"side:{tile}", gate="or", type="side", tile=tile)
            graph.add_edge(f"side:{tile}", free, type="side")
            for side, others in still.items():
                graph.add_node(f"{side}:{tile}", gate="and", type=side, tile=tile)
                graph.add_edge(f"{side}:{tile}", f"side:{tile}", type="alternative")
                _before(graph, others, f"{side}:{tile}", side)
    flat = problem.pairs
    moves = [(flat[at], flat[at + 1]) for at in range(0, len(flat), 2)]
    for number, (i, j) in enumerate(moves, start=1):
        pair = f"pair:{i}:{j}"
        graph.add_node(pair, gate="and", type="pair", variable=number)
        for tile in (i, j):
            graph.add_edge(f"free:{tile}", pair, type="needs")
            graph.add_edge(pair, f"tile:{tile}", type="choice")
    return DependencyGraph(graph, tuple(moves))


def must_precede(dependency: DependencyGraph, decided: Iterable[int] = ()) -> DiGraph[tuple[int, ...]]:
    """What must go before what whatever is chosen: the covers, with the two tiles of each `decided` pair made one node.

    Nodes are tuples of tile indices. A cycle means that no choice helps; the longest path is a bound on how long a tile
    must wait. Alternatives (the sides) are not in it.
    """
    import networkx

    block: dict[str, tuple[int, ...]] = {}
    for node, data in dependency.graph.nodes(data=True):
        if data["type"] == "tile":
            block[node] = (data["index"],)
    for variable in decided:
        pair: tuple[int, ...] = tuple(dependency.moves[variable - 1])
        for tile in pair:
            block[f"tile:{tile}"] = pair
    found: DiGraph[tuple[int, ...]] = networkx.DiGraph()
    found.add_nodes_from(block.values())
    for source, target, kind in dependency.graph.edges(data="type"):
        if kind == "cover":
            found.add_edge(block[source], block["tile" + target.removeprefix("free")])
    return found


def _before(graph: DiGraph[str], others: Iterable[int], node: str, kind: str) -> None:
    for other in others:
        graph.add_edge(f"tile:{other}", node, type=kind)
