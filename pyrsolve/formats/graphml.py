"""GraphML: a directed graph as XML, for yEd, Gephi, igraph and networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrsolve.escape import xml_characters

if TYPE_CHECKING:
    from networkx import DiGraph


def write_graphml(graph: DiGraph[Any]) -> str:
    """The graph with its attributes. What XML cannot hold in a text (names of faces are hostile) is shown as an escape."""
    import networkx

    clean = networkx.DiGraph()
    for node, data in graph.nodes(data=True):
        clean.add_node(_name(node), **{key: _value(value) for key, value in data.items()})
    for source, target, data in graph.edges(data=True):
        clean.add_edge(_name(source), _name(target), **{key: _value(value) for key, value in data.items()})
    return "\n".join(networkx.generate_graphml(clean)) + "\n"


def _name(node: object) -> str:
    """Nodes that are tuples of tiles are written with dashes."""
    return str(_value("-".join(map(str, node)) if isinstance(node, tuple) else str(node)))


def _value(value: Any) -> Any:
    return xml_characters(value) if isinstance(value, str) else value
