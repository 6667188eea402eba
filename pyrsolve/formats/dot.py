"""Graphviz DOT: a directed graph as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrsolve.escape import quoted

if TYPE_CHECKING:
    from networkx import DiGraph

SHAPES = {"tile": "box", "pair": "ellipse", "free": "diamond"}


def write_dot(graph: DiGraph[Any], name: str = "dependencies") -> str:
    """The graph in DOT, nodes and edges in their order, every attribute in quotes. Nodes of a known `type` get a shape."""
    lines = [f"digraph {quoted(name)} {{"]
    for node, data in graph.nodes(data=True):
        shown: dict[str, Any] = {**data}
        if data.get("type") in SHAPES:
            shown["shape"] = SHAPES[data["type"]]
        if "face" in data:
            shown["label"] = f"{node} {data['face']}"
        lines.append(f"  {quoted(_name(node))}{_attributes(shown)};")
    for source, target, data in graph.edges(data=True):
        lines.append(f"  {quoted(_name(source))} -> {quoted(_name(target))}{_attributes(data)};")
    return "\n".join([*lines, "}"]) + "\n"


def _name(node: object) -> str:
    """Nodes that are tuples of tiles are written with dashes."""
    return "-".join(map(str, node)) if isinstance(node, tuple) else str(node)


def _attributes(data: dict[str, Any]) -> str:
    return f" [{', '.join(f'{key}={quoted(str(value))}' for key, value in data.items())}]" if data else ""
