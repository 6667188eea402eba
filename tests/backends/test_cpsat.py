"""CP-SAT: agrees with exhaustive search, stops when told, and its model is what the rules say."""

from __future__ import annotations

import _thread
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.backends.cpsat import CpSat
from pyrsolve.games.base import Game
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.outcome import CancelToken, Limits, StopReason, Verdict
from pyrsolve.verify.replay import replay
from tests.backends.sparse import SPARSE
from tests.boards import corpus_file, make_deal, random_deal

GAME = registry.game("mahjong")
CPSAT = registry.backend("cpsat")
BRUTE = registry.backend("brute")


def hard_deal(count: int = 720, group: int = 8) -> RemovalDeal:
    """Groups of eight in sixty stacks of twelve: takes longer than anyone waits."""
    faces = [f"{k // group}" for k in range(count)]
    random.Random(0).shuffle(faces)
    return make_deal(tuple((4 * (k % 60), 0, k // 60) for k in range(count)), tuple(faces))


def none_left() -> bool:
    """Whether the threads of the search end."""
    for thread in threading.enumerate():
        if thread.name == "cpsat":
            thread.join(0.5)
    return all(thread.name != "cpsat" for thread in threading.enumerate())


@pytest.mark.parametrize("game", [GAME, SPARSE], ids=["all pairs", "some pairs"])
def test_small_boards_agree_with_exhaustive_search(game: Game[Any, Any]) -> None:
    verdicts = []
    for seed in range(200):
        deal = random_deal(random.Random(seed), largest=12)
        outcome = CPSAT.solve(game, deal, Limits())
        assert outcome.verdict == BRUTE.solve(game, deal, Limits()).verdict, seed
        if outcome.witness is not None:
            assert replay(game, deal, outcome.witness) == []
        else:
            assert (outcome.reason, outcome.proof, outcome.refutation) == (StopReason.INFEASIBLE, "claimed", None)
        verdicts.append(outcome.verdict)
    assert 40 < verdicts.count(Verdict.SOLVABLE) < 180


def test_empty_board_is_won() -> None:
    outcome = CPSAT.solve(GAME, make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a"), removed=(0, 1)), Limits())
    assert outcome.witness == ()


@pytest.mark.parametrize("size", [1, 3, 63])
def test_odd_groups_are_infeasible_at_once(size: int) -> None:
    deal = make_deal(tuple((4 * k, 0, 0) for k in range(size + 1)), ("a",) * size + ("b",))
    outcome = CPSAT.solve(GAME, deal, Limits(seconds=5))
    assert outcome.reason is StopReason.INFEASIBLE


@pytest.mark.parametrize("nodes", [0, 1, 20])
def test_node_limit_is_deterministic_time(nodes: int) -> None:
    deal = pyrsolve.load("pyrsolve:turtle:183")[0]
    first, second = (CPSAT.solve(GAME, deal, Limits(nodes=nodes)) for _ in range(2))
    assert first.reason is StopReason.NODES
    assert first.stats.nodes is not None
    assert first.stats.nodes <= nodes
    assert first.stats == second.stats


def test_the_same_every_time() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:3")[0]
    first, second = (CPSAT.solve(GAME, deal, Limits()) for _ in range(2))
    assert first.witness == second.witness
    assert first.stats == second.stats


def test_workers_and_seed() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:3")[0]
    for backend in (CpSat(workers=2), CpSat(seed=7)):
        outcome = backend.solve(GAME, deal, Limits())
        assert outcome.witness is not None
        assert replay(GAME, deal, outcome.witness) == []


def test_time_limit() -> None:
    began = time.monotonic()
    outcome = CPSAT.solve(GAME, hard_deal(), Limits(seconds=1.0))
    assert time.monotonic() - began < 2.0
    assert outcome.reason is StopReason.TIME
    assert none_left()


@pytest.mark.skipif(sys.platform == "win32", reason="the peak of the memory is not known there")
def test_memory_limit() -> None:
    # in a process of its own: here the peak may be higher already than what the search needs
    code = (
        "from tests.backends.test_cpsat import CPSAT, GAME, hard_deal, Limits\n"
        "print(CPSAT.solve(GAME, hard_deal(), Limits(seconds=60, memory=100_000)).reason)\n"
        "print(CPSAT.solve(GAME, hard_deal(), Limits(seconds=0.5, memory=1 << 30)).reason)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["memory", "time"]


def test_time_limit_while_the_model_is_made() -> None:
    deal = hard_deal(3840, 60)
    began = time.monotonic()
    outcome = CPSAT.solve(GAME, deal, Limits(seconds=0.5))
    assert time.monotonic() - began < 1.5
    assert outcome.reason is StopReason.TIME
    assert outcome.stats.nodes == 0


def test_cancel_from_another_thread() -> None:
    token = CancelToken()
    threading.Timer(0.5, token.cancel).start()
    began = time.monotonic()
    outcome = CPSAT.solve(GAME, hard_deal(), Limits(seconds=30, cancel=token))
    assert time.monotonic() - began < 1.5
    assert outcome.reason is StopReason.INTERRUPTED
    assert none_left()


def test_interrupt_ends_the_search() -> None:
    deal = hard_deal()
    CPSAT.solve(GAME, make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a")), Limits())  # imports
    threading.Timer(0.5, _thread.interrupt_main).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        CPSAT.solve(GAME, deal, Limits(seconds=30))
    assert time.monotonic() - began < 1.5
    assert none_left()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT to another process")
def test_ctrl_c_at_the_command_line(tmp_path: Path) -> None:
    from pyrsolve.records.encode import encode

    path = tmp_path / "hard.json"
    path.write_bytes(encode(GAME.write(hard_deal())))
    command = [sys.executable, "-m", "pyrsolve", "solve", "--backend", "cpsat", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(3)  # start, imports and the model
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    process.communicate(timeout=10)
    assert time.monotonic() - began < 1.0
    assert process.returncode == 130


def test_errors_of_the_search_come_through(monkeypatch: pytest.MonkeyPatch) -> None:
    from ortools.sat.python import cp_model

    def fail(self: object, model: object) -> None:
        raise MemoryError("no more")

    monkeypatch.setattr(cp_model.CpSolver, "solve", fail)
    with pytest.raises(MemoryError, match="no more"):
        CPSAT.solve(GAME, pyrsolve.load("pyrsolve:turtle:3")[0], Limits())


@pytest.mark.slow
def test_a_sample_of_turtles(corpus: Path) -> None:
    deals, verdicts = corpus_file(corpus / "deals" / "turtle-1000.json")
    seconds = []
    for number in range(0, 1000, 34):
        outcome = CPSAT.solve(GAME, deals[number], Limits(seconds=60))
        assert outcome.verdict == {"S": "solvable", "U": "unsolvable"}[verdicts[number]]
        if outcome.witness is not None:
            assert replay(GAME, deals[number], outcome.witness) == []
        assert outcome.timing is not None
        seconds.append(outcome.timing.cpu_seconds)
    assert statistics.median(seconds) < 0.5
