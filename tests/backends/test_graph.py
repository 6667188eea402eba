"""The graph backend: never contradicts, its refutations check, and it gives up rather than guess."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any, get_type_hints

import networkx
import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.backends.graph import Graph
from pyrsolve.games.base import Game
from pyrsolve.games.removal.graph import must_precede
from pyrsolve.outcome import CancelToken, Claimed, Limits, Refuted, Solvable, StopReason, Undecided
from pyrsolve.verify.refutation import check
from pyrsolve.verify.replay import replay
from tests.backends.sparse import SPARSE
from tests.boards import corpus_file, make_deal, random_deal

GAME = registry.game("mahjong")
GRAPH = registry.backend("graph")
BRUTE = registry.backend("brute")


def agree(game: Game[Any, Any], seed: int, largest: int) -> str:
    """Whatever it says is so; what it said."""
    deal = random_deal(random.Random(seed), largest=largest)
    outcome = GRAPH.solve(game, deal, Limits())
    exact = BRUTE.solve(game, deal, Limits())
    assert outcome.verdict in (exact.verdict, "undecided"), seed
    if outcome.witness is not None:
        assert replay(game, deal, outcome.witness) == []
    elif outcome.refutation is not None:
        assert outcome.reason is StopReason.STRUCTURAL
        assert check(game, deal, outcome.refutation) == [], seed
    else:
        assert outcome.reason is StopReason.INCOMPLETE
    return outcome.verdict.value


@pytest.mark.parametrize("game", [GAME, SPARSE], ids=["all pairs", "some pairs"])
def test_never_contradicts(game: Game[Any, Any]) -> None:
    said = Counter(agree(game, seed, 14) for seed in range(400))
    assert said["unsolvable"] > 80
    assert said["solvable"] > 80


@pytest.mark.slow
def test_never_contradicts_on_thousands() -> None:
    said = Counter(agree(GAME, 20_000 + seed, 16) for seed in range(2000))
    assert min(said.values()) > 100


def test_it_cannot_claim() -> None:
    assert not GRAPH.complete
    assert get_type_hints(Graph.solve)["return"] == Solvable | Refuted | Undecided
    assert not issubclass(Claimed, Refuted)


def test_locked_row_is_refuted_before_anything_is_tried() -> None:
    deal = make_deal(tuple((2 * k, 0, 0) for k in range(4)), ("a", "a", "b", "b"))
    outcome = GRAPH.solve(GAME, deal, Limits())
    assert outcome.refutation is not None
    assert outcome.stats.nodes == 0
    assert [sorted(tiles) for tiles in outcome.refutation.deadlocks] == [[0, 1, 2, 3]]
    assert check(GAME, deal, outcome.refutation) == []


def test_lock_of_every_pairing() -> None:
    """A stack of equal tiles: whichever is taken with whichever, one waits for the other."""
    tiles = ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3))
    deal = make_deal(tiles, ("a", "a", "a", "a"))
    outcome = GRAPH.solve(GAME, deal, Limits())
    assert outcome.refutation is not None
    assert check(GAME, deal, outcome.refutation) == []


def test_odd_group() -> None:
    deal = make_deal(tuple((4 * k, 0, 0) for k in range(6)), ("a", "a", "a", "b", "b", "b"))
    outcome = GRAPH.solve(GAME, deal, Limits())
    assert outcome.refutation is not None
    assert outcome.refutation.odd_group == frozenset({0, 1, 2})
    assert check(GAME, deal, outcome.refutation) == []


def test_groups_that_are_free_are_played() -> None:
    deal = make_deal(tuple((4 * k, 0, 0) for k in range(12)), ("a",) * 6 + ("b",) * 6)
    outcome = GRAPH.solve(GAME, deal, Limits())
    assert outcome.witness is not None
    assert outcome.stats.nodes == 0
    assert replay(GAME, deal, outcome.witness) == []


def test_empty_board_is_won() -> None:
    outcome = GRAPH.solve(GAME, make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a"), removed=(0, 1)), Limits())
    assert outcome.witness == ()


def test_refutations_of_turtles(corpus: Path) -> None:
    deals, verdicts = corpus_file(corpus / "deals" / "turtle-1000.json")
    lost = [deal for deal, letter in zip(deals, verdicts, strict=True) if letter == "U"]
    refuted = 0
    for deal in lost[:12]:
        outcome = GRAPH.solve(GAME, deal, Limits())
        if outcome.refutation is not None:
            refuted += 1
            assert check(GAME, deal, outcome.refutation) == []
    assert refuted >= 4


def big_deal() -> pyrsolve.Deal:
    faces = [f"{k // 8}" for k in range(720)]
    random.Random(0).shuffle(faces)
    return make_deal(tuple((4 * (k % 60), 0, k // 60) for k in range(720)), tuple(faces))


@pytest.mark.parametrize("nodes", [0, 1, 7])
def test_node_limit_is_exact(nodes: int) -> None:
    deal = pyrsolve.load("pyrsolve:turtle:183")[0]
    outcome = GRAPH.solve(GAME, deal, Limits(nodes=nodes))
    assert (outcome.reason, outcome.stats.nodes) == (StopReason.NODES, nodes)
    assert outcome.stats == GRAPH.solve(GAME, deal, Limits(nodes=nodes)).stats


def test_time_limit_and_cancel() -> None:
    deal = big_deal()
    began = time.monotonic()
    assert GRAPH.solve(GAME, deal, Limits(seconds=0.3)).reason is StopReason.TIME
    assert time.monotonic() - began < 0.8
    token = CancelToken()
    threading.Timer(0.3, token.cancel).start()
    began = time.monotonic()
    assert GRAPH.solve(GAME, deal, Limits(cancel=token)).reason is StopReason.INTERRUPTED
    assert time.monotonic() - began < 0.8


def test_gives_up_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrsolve.backends.graph.WORK", 50_000)
    assert GRAPH.solve(GAME, big_deal(), Limits()).reason is StopReason.INCOMPLETE


# --- the graph itself ----------------------------------------------------------------------------------------------
def test_nodes_and_edges_of_a_small_board() -> None:
    tiles = ((0, 0, 0), (2, 0, 0), (4, 0, 0), (2, 0, 1))
    dependency = GAME.dependency_graph(make_deal(tiles, ("a", "b", "a", "b")))
    edges = {(source, target): kind for source, target, kind in dependency.graph.edges(data="type")}
    assert edges == {
        ("tile:3", "free:1"): "cover",
        ("tile:0", "left:1"): "left",
        ("tile:2", "right:1"): "right",
        ("left:1", "side:1"): "alternative",
        ("right:1", "side:1"): "alternative",
        ("side:1", "free:1"): "side",
        ("free:0", "pair:0:2"): "needs",
        ("free:2", "pair:0:2"): "needs",
        ("free:1", "pair:1:3"): "needs",
        ("free:3", "pair:1:3"): "needs",
        ("pair:0:2", "tile:0"): "choice",
        ("pair:0:2", "tile:2"): "choice",
        ("pair:1:3", "tile:1"): "choice",
        ("pair:1:3", "tile:3"): "choice",
    }
    assert dependency.moves == ((0, 2), (1, 3))
    gates = dict(dependency.graph.nodes(data="gate"))
    assert {node for node, gate in gates.items() if gate == "or"} == {f"tile:{k}" for k in range(4)} | {"side:1"}


def test_decided_pairs_are_one_node_of_what_must_precede() -> None:
    tiles = ((0, 0, 0), (0, 0, 1), (4, 0, 0), (4, 0, 1))
    dependency = GAME.dependency_graph(make_deal(tiles, ("a", "b", "b", "a")))
    assert networkx.is_directed_acyclic_graph(must_precede(dependency))
    locked = must_precede(dependency, decided=[1, 2])  # a waits for b, b for a
    assert set(locked.nodes) == {(0, 3), (1, 2)}
    assert not networkx.is_directed_acyclic_graph(locked)
