"""GraphML and DOT of dependency graphs, with hostile names."""

from __future__ import annotations

import networkx

from pyrsolve import registry
from pyrsolve.formats.dot import write_dot
from pyrsolve.formats.graphml import write_graphml
from pyrsolve.games.base import DependencyGraph
from pyrsolve.games.removal.graph import must_precede
from tests.boards import make_deal

EVIL = 'a"]; evil [label="\\N\n<b>&\x00\x1b[31m'
TILES = ((0, 0, 0), (2, 0, 0), (4, 0, 0), (2, 0, 1))


def dependency(face: str = "a") -> DependencyGraph:
    return registry.game("mahjong").dependency_graph(make_deal(TILES, (face, "b", face, "b")))


def test_graphml_comes_back() -> None:
    graph = dependency().graph
    again = networkx.parse_graphml(write_graphml(graph))
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert {edge: data["type"] for *edge, data in again.edges(data=True) for edge in [tuple(edge)]} == {
        (source, target): kind for source, target, kind in graph.edges(data="type")
    }


def test_graphml_holds_hostile_names() -> None:
    again = networkx.parse_graphml(write_graphml(dependency(EVIL).graph))
    assert again.nodes["tile:0"]["face"] == EVIL.replace("\x00", "\\x00").replace("\x1b", "\\x1b")


def test_dot_is_one_line_a_node_and_an_edge() -> None:
    graph = dependency(EVIL).graph
    lines = write_dot(graph).splitlines()
    assert lines[0] == 'digraph "dependencies" {'
    assert lines[-1] == "}"
    assert len(lines) == 2 + len(graph) + graph.size()
    line = next(line for line in lines if line.startswith('  "tile:0" ['))
    assert line.endswith("];")
    assert r"a\"]; evil [label=\"\\N\\n<b>&\\x00\\x1b[31m" in line


def test_blocks_of_tiles_are_names_too() -> None:
    found = must_precede(dependency(), decided=[1])
    assert '"0-2"' in write_dot(found)
    assert "0-2" in networkx.parse_graphml(write_graphml(found))
