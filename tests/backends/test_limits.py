"""Limits cut when they say, exactly where they can, and never turn into a "no"."""

from __future__ import annotations

import random
import threading
import time

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.outcome import CancelToken, Limits, StopReason, Verdict
from tests.boards import make_deal, random_faces

GAME = registry.game("mahjong")


def hard_deal() -> pyrsolve.Deal:
    """One that takes minutes: groups of eight in sixty stacks of twelve."""
    tiles = tuple((4 * (k % 60), 0, k // 60) for k in range(720))
    faces = [f"{k // 8}" for k in range(720)]
    random.Random(0).shuffle(faces)
    return make_deal(tiles, tuple(faces))


@pytest.mark.parametrize("nodes", [0, 1, 2, 7, 50])
def test_node_limit_is_exact(nodes: int) -> None:
    deal = pyrsolve.load("pyrsolve:turtle:183")[0]  # 820 conflicts
    outcome = pyrsolve.solve(deal, limits=Limits(nodes=nodes))
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason is StopReason.NODES
    assert outcome.stats.nodes == nodes
    again = pyrsolve.solve(deal, limits=Limits(nodes=nodes))
    assert again.stats == outcome.stats


def test_brute_node_limit() -> None:
    faces = random_faces(random.Random(1), 14)
    deal = make_deal(tuple((4 * k, 0, 0) for k in range(14)), faces)
    outcome = registry.backend("brute").solve(GAME, deal, Limits(nodes=3))
    assert (outcome.reason, outcome.stats.nodes) == (StopReason.NODES, 3)


def test_time_limit_cuts() -> None:
    began = time.monotonic()
    outcome = pyrsolve.solve(hard_deal(), limits=Limits(seconds=0.5))
    assert time.monotonic() - began < 1.0
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason is StopReason.TIME


def test_cancel_from_another_thread() -> None:
    token = CancelToken()
    threading.Timer(0.2, token.cancel).start()
    began = time.monotonic()
    outcome = pyrsolve.solve(hard_deal(), limits=Limits(seconds=20, cancel=token))
    assert time.monotonic() - began < 1.0
    assert outcome.reason is StopReason.INTERRUPTED


def test_memory_limit() -> None:
    outcome = pyrsolve.solve(hard_deal(), limits=Limits(seconds=20, memory=1_000_000))
    assert outcome.reason is StopReason.MEMORY


def test_zero_seconds() -> None:
    outcome = pyrsolve.solve(hard_deal(), limits=Limits(seconds=0.0))
    assert outcome.reason is StopReason.TIME


def test_odd_group_is_refuted() -> None:
    deal = make_deal(tuple((4 * k, 0, 0) for k in range(6)), ("a", "a", "a", "b", "b", "b"))
    outcome = pyrsolve.solve(deal)
    assert outcome.verdict is Verdict.UNSOLVABLE
    assert outcome.reason is StopReason.STRUCTURAL
    assert outcome.proof == "checked"
    assert pyrsolve.verify(outcome, deal) == []


def test_no_proof_is_claimed() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:361")[0]
    outcome = pyrsolve.solve(deal, proof=False)
    assert outcome.verdict is Verdict.UNSOLVABLE
    assert outcome.proof == "claimed"
    assert outcome.refutation is None
    assert "nothing to check" in str(pyrsolve.verify(outcome, deal)[0])
