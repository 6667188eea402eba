"""The dfs backend against exhaustive search, with and without what the state knows, with tables that are too small."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.backends.dfs import MEMORY, Dfs
from pyrsolve.games.base import Deal, Game
from pyrsolve.kernels.search_state import SearchState
from pyrsolve.outcome import CancelToken, Limits, Outcome, Proof, StopReason, Verdict
from pyrsolve.verify.replay import replay
from tests.backends.sparse import Sparse
from tests.boards import make_deal, random_deal
from tests.kernels.toys import Walk

GAME = registry.game("mahjong")
BRUTE = registry.backend("brute")
BACKEND = registry.backend("dfs")
SWITCHES = [Dfs(reductions, prune) for reductions in (False, True) for prune in (False, True)]


def agrees(backend: Dfs, game: Game[Any, Any], deal: Deal, exact: Outcome, limits: Limits | None = None) -> Outcome:
    """The backend says what is true, and its witness replays."""
    outcome = backend.solve(game, deal, limits or Limits())
    if outcome.reason is StopReason.MEMORY and limits is not None:
        return outcome
    assert outcome.verdict is exact.verdict, (backend, game.write(deal))
    if outcome.verdict is Verdict.SOLVABLE:
        assert outcome.reason is StopReason.GOAL
        assert outcome.witness is not None
        assert replay(game, deal, outcome.witness) == []
    else:
        assert (outcome.reason, outcome.proof) == (StopReason.EXHAUSTED, Proof.CLAIMED)
    return outcome


@pytest.mark.parametrize("game", [GAME, Sparse()], ids=["mahjong", "sparse"])
def test_small_boards_agree_with_exhaustive_search(game: Game[Any, Any]) -> None:
    """Reductions and pruning on and off: the same answers, with ever fewer nodes."""
    solvable = 0
    nodes = [0, 0, 0, 0]
    for seed in range(400):
        deal = random_deal(random.Random(seed), 2, 14)
        exact = BRUTE.solve(game, deal, Limits())
        for number, backend in enumerate(SWITCHES):
            outcome = agrees(backend, game, deal, exact)
            assert outcome.stats.nodes is not None
            nodes[number] += outcome.stats.nodes
        solvable += exact.verdict is Verdict.SOLVABLE
    assert 50 < solvable < 350
    plain, pruned, reduced, both = nodes
    assert plain > max(pruned, reduced) * 1.5
    assert min(pruned, reduced) > both * 1.4


@pytest.mark.slow
@pytest.mark.parametrize("game", [GAME, Sparse()], ids=["mahjong", "sparse"])
def test_many_small_boards_agree_with_exhaustive_search(game: Game[Any, Any]) -> None:
    for seed in range(20_000, 24_000):
        deal = random_deal(random.Random(seed), 4, 16)
        exact = BRUTE.solve(game, deal, Limits())
        for backend in SWITCHES:
            agrees(backend, game, deal, exact)


def test_plain_exhaustion_visits_the_positions_of_the_rules() -> None:
    compared = 0
    for seed in range(150):
        deal = random_deal(random.Random(seed), 4, 12)
        exact = BRUTE.solve(GAME, deal, Limits())
        if exact.verdict is Verdict.UNSOLVABLE:
            outcome = Dfs(reductions=False, prune=False).solve(GAME, deal, Limits())
            assert exact.stats.states is not None
            assert outcome.stats.states is not None
            assert outcome.stats.states <= exact.stats.states <= outcome.stats.nodes
            compared += 1
    assert compared > 20


def smallest(backend: Dfs, deal: Deal) -> int:
    """The fewest bytes with which the search looks at anything."""
    memory = 0
    while backend.solve(GAME, deal, Limits(memory=memory, nodes=1)).reason is StopReason.MEMORY:
        memory += 64
    return memory


def test_forced_evictions_change_no_answer() -> None:
    evictions, decided = [0] * len(SWITCHES), 0
    for seed in range(80):
        deal = random_deal(random.Random(seed), 12, 18)
        exact = BRUTE.solve(GAME, deal, Limits())
        for number, backend in enumerate(SWITCHES):
            limits = Limits(memory=smallest(backend, deal) + 200)
            outcome = agrees(backend, GAME, deal, exact, limits)
            decided += outcome.verdict is not Verdict.UNDECIDED
            evictions[number] += outcome.stats.evictions or 0
    assert decided > 250
    assert min(evictions[:3]) > 20


def test_evictions_on_turtles() -> None:
    for number, verdict in ((361, Verdict.UNSOLVABLE), (53, Verdict.SOLVABLE)):
        deal = pyrsolve.load(f"pyrsolve:turtle:{number}")[0]
        outcome = BACKEND.solve(GAME, deal, Limits(memory=50_000))
        assert outcome.verdict is verdict
        assert outcome.stats.evictions
        assert outcome.stats.states is not None
        assert outcome.stats.states * 8 * 9 < 50_000  # words: 4 of 216 pairs, 3 of 144 tiles, hash and mark


def test_odd_groups_are_lost() -> None:
    deal = make_deal(tuple((4 * k, 0, 0) for k in range(6)), ("a", "a", "a", "b", "b", "b"))
    for backend in SWITCHES:
        outcome = backend.solve(GAME, deal, Limits())
        assert (outcome.verdict, outcome.reason) == (Verdict.UNSOLVABLE, StopReason.EXHAUSTED)


def test_empty_and_single() -> None:
    assert Dfs().solve(GAME, make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a"), removed=(0, 1)), Limits()).witness == ()
    assert Dfs().solve(GAME, make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a")), Limits()).witness == ((0, 1),)
    assert Dfs().solve(GAME, make_deal(((0, 0, 0),), ("a",)), Limits()).verdict is Verdict.UNSOLVABLE


# --- limits -------------------------------------------------------------------------------------------------------
def long_deal(count: int = 720) -> pyrsolve.Deal:
    """Groups of eight in stacks of twelve."""
    faces = [f"{k // 8}" for k in range(count)]
    random.Random(0).shuffle(faces)
    return make_deal(tuple((4 * (k % 60), 0, k // 60) for k in range(count)), tuple(faces))


@pytest.mark.parametrize("nodes", [0, 1, 2, 7, 200])
@pytest.mark.parametrize("backend", SWITCHES, ids=["plain", "pruned", "reduced", "both"])
def test_node_limit_is_exact(backend: Dfs, nodes: int) -> None:
    outcome = backend.solve(GAME, long_deal(), Limits(nodes=nodes))
    assert (outcome.verdict, outcome.reason) == (Verdict.UNDECIDED, StopReason.NODES)
    assert outcome.stats.nodes == nodes
    assert backend.solve(GAME, long_deal(), Limits(nodes=nodes)).stats == outcome.stats


def test_time_limit_and_cancel() -> None:
    began = time.monotonic()
    outcome = Dfs().solve(GAME, long_deal(), Limits(seconds=0.3))
    assert time.monotonic() - began < 0.8
    assert outcome.reason is StopReason.TIME
    assert Dfs().solve(GAME, long_deal(), Limits(seconds=0.0)).stats.nodes == 0
    token = CancelToken()
    threading.Timer(0.2, token.cancel).start()
    began = time.monotonic()
    outcome = Dfs().solve(GAME, long_deal(), Limits(seconds=20, cancel=token))
    assert time.monotonic() - began < 0.7
    assert outcome.reason is StopReason.INTERRUPTED


def test_memory_limit() -> None:
    for memory in (0, 1, 1000):
        outcome = Dfs().solve(GAME, long_deal(), Limits(memory=memory))
        assert (outcome.verdict, outcome.reason) == (Verdict.UNDECIDED, StopReason.MEMORY)
    assert MEMORY == 2**30
    deal = long_deal(240)
    full = Dfs(reductions=False, prune=False).solve(GAME, deal, Limits(memory=400_000, nodes=12_000))
    assert full.reason is StopReason.NODES
    assert full.stats.evictions
    assert full.stats.states is not None
    assert full.stats.states * 8 * (240 // 64 + 1 + 2) < 400_000


# --- compiled and plain, built in and plugged in ------------------------------------------------------------------
COUNTERS = """
import json, sys
import pyrsolve
from pyrsolve import registry
from pyrsolve.backends.dfs import Dfs
from pyrsolve.games.removal import state
game = registry.game("mahjong")
found = []
for layout, number, count, nodes, memory in json.loads(sys.argv[1]):
    for deal in pyrsolve.deal(layout, number, count):
        for backend in (Dfs(), Dfs(reductions=False)):
            outcome = backend.solve(game, deal, pyrsolve.Limits(nodes=nodes, memory=memory))
            stats = outcome.stats
            found.append([outcome.verdict, outcome.reason, stats.nodes, stats.states, stats.evictions, outcome.witness])
print(json.dumps({"plain": state.__file__.endswith(".py"), "found": found}))
"""


def counters(pure: bool) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    environment.pop("PYRSOLVE_PURE", None)
    if pure:
        environment["PYRSOLVE_PURE"] = "1"
    parts = [["turtle", 1400, 8, 300, None], ["gate", 1, 4, 300, None], ["turtle", 361, 1, 1500, 50_000]]
    wanted = json.dumps(parts)
    done = subprocess.run(
        [sys.executable, "-c", COUNTERS, wanted], env=environment, capture_output=True, text=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_plain_and_compiled_are_identical() -> None:
    """Verdicts, witnesses, nodes, states and evictions."""
    plain, other = counters(pure=True), counters(pure=False)
    assert plain["plain"]
    if other["plain"] and not os.environ.get("CI"):
        pytest.skip("the kernels are not compiled here")
    assert not other["plain"]
    assert plain["found"] == other["found"]
    assert any(evictions for *_, evictions, _ in plain["found"])


class Graph(Game[Any, int]):
    """A game of one's own: walk along edges from 0 to the last vertex."""

    name = "graph walk"
    title = "Graph walk"

    def __init__(self, edges: list[list[int]]) -> None:
        self.edges = edges

    def search_state(self, deal: Any, *, reductions: bool = True) -> SearchState:
        return Walk(self.edges, len(self.edges) - 1)

    def read(self, record: Any, layout: Any = None, *, allow_odd: bool = False) -> Any:
        raise NotImplementedError

    def write(self, deal: Any) -> Any:
        raise NotImplementedError

    def random_deal(self, layout: Any, number: int, options: Any, preset: str = "recommended") -> Any:
        raise NotImplementedError

    def start(self, deal: Any) -> int:
        return 0

    def moves(self, position: int) -> range:
        return range(len(self.edges[position]))

    def step(self, position: int, move: int) -> int:
        return self.edges[position][move]

    def won(self, position: int) -> bool:
        return position == len(self.edges) - 1


def test_a_game_written_elsewhere_in_python() -> None:
    solvable = 0
    for seed in range(100):
        rng = random.Random(seed)
        game = Graph([[rng.randrange(20) for _ in range(rng.randrange(3))] for _ in range(20)])
        deal: Any = None
        verdict = BRUTE.solve(game, deal, Limits()).verdict
        outcome = Dfs().solve(game, deal, Limits())
        assert outcome.verdict is verdict
        if outcome.witness is not None:
            assert (0, *outcome.witness)[-1] == 19
        solvable += verdict is Verdict.SOLVABLE
    assert 10 < solvable < 90
