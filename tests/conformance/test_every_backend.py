"""Every registered game on every registered backend: one answer, evidence that holds, limits that are obeyed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.backends.base import Backend
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.outcome import CancelToken, Limits, Outcome, Proof, StopReason, Verdict
from pyrsolve.verify.refutation import check
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal

PAIRS = [
    pytest.param(game, backend, id=f"{game}-{backend}")
    for game in registry.GAMES
    for backend in registry.BACKENDS
    if registry.backend(backend).supports(registry.game(game))
]
BOARDS = {"cpsat": 120, "portfolio": 120}
MANY = 300


@cache
def truth(seed: int) -> tuple[RemovalDeal, Verdict]:
    deal = random_deal(random.Random(seed), 2, 12)
    return deal, registry.backend("brute").solve(registry.game("mahjong"), deal, Limits()).verdict


def boards(game: str, backend: str) -> Iterator[tuple[RemovalDeal, Verdict]]:
    assert game == "mahjong", "a new game needs boards of its own here"
    return (truth(50_000 + seed) for seed in range(BOARDS.get(backend, MANY)))


def holds(game: str, deal: RemovalDeal, outcome: Outcome) -> None:
    played = registry.game(game)
    if outcome.verdict is Verdict.SOLVABLE:
        assert outcome.witness is not None
        assert replay(played, deal, outcome.witness) == []
    if outcome.proof is Proof.CHECKED:
        assert outcome.refutation is not None
        assert check(played, deal, outcome.refutation) == []


@pytest.mark.parametrize(("game", "backend"), PAIRS)
def test_one_answer(game: str, backend: str) -> None:
    solver = registry.backend(backend)
    decided = 0
    for deal, verdict in boards(game, backend):
        outcome = solver.solve(registry.game(game), deal, Limits())
        if outcome.verdict is Verdict.UNDECIDED:
            assert not solver.complete
            assert outcome.reason is StopReason.INCOMPLETE
        else:
            assert outcome.verdict is verdict, registry.game(game).write(deal)
            decided += 1
        assert outcome.backend == backend
        holds(game, deal, outcome)
    assert decided > (MANY // 20 if not solver.complete else 0)


@pytest.mark.parametrize(("game", "backend"), PAIRS)
def test_same_again(game: str, backend: str) -> None:
    solver = registry.backend(backend)
    for deal, _ in list(boards(game, backend))[:15]:
        first, second = (solver.solve(registry.game(game), deal, Limits(nodes=10_000)) for _ in range(2))
        assert (first.verdict, first.reason, first.witness, first.stats) == (
            second.verdict,
            second.reason,
            second.witness,
            second.stats,
        )


def long_deal() -> pyrsolve.Deal:
    """Nobody decides this in a second: groups of eight in sixty stacks of twelve."""
    tiles = tuple((4 * (k % 60), 0, k // 60) for k in range(720))
    faces = [f"{k // 8}" for k in range(720)]
    random.Random(0).shuffle(faces)
    return make_deal(tiles, tuple(faces))


def searching(backend: Backend) -> bool:
    return backend.complete and backend.name not in ("cpsat", "portfolio")


@pytest.mark.parametrize(("game", "backend"), PAIRS)
def test_node_limits_are_exact(game: str, backend: str) -> None:
    solver = registry.backend(backend)
    if not searching(solver):
        pytest.skip("nodes are not this backend's measure")
    for nodes in (0, 1, 5):
        outcome = solver.solve(registry.game(game), long_deal(), Limits(nodes=nodes))
        assert (outcome.verdict, outcome.reason) == (Verdict.UNDECIDED, StopReason.NODES)
        assert outcome.stats.nodes == nodes


@pytest.mark.parametrize(("game", "backend"), PAIRS)
def test_a_cancelled_search_ends_without_a_verdict(game: str, backend: str) -> None:
    solver = registry.backend(backend)
    token = CancelToken()
    token.cancel()
    outcome = solver.solve(registry.game(game), long_deal(), Limits(cancel=token))
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason in (StopReason.INTERRUPTED, StopReason.INCOMPLETE)


@pytest.mark.parametrize("backend", registry.BACKENDS)
def test_what_a_backend_declares(backend: str) -> None:
    solver = registry.backend(backend)
    assert solver.name == backend
    assert solver.summary
    assert isinstance(solver.complete, bool)
    assert all(name in dir(registry.game("mahjong")) for name in solver.needs)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "backend"), PAIRS)
def test_two_thousand_boards_of_8_to_24_tiles(game: str, backend: str) -> None:
    """Against the pairing search, whose every answer is checked: `brute` takes too long on 24 tiles."""
    solver, played, sure = registry.backend(backend), registry.game(game), registry.backend("pairing")
    if backend in ("brute", "pairing"):
        pytest.skip("too slow for these, or itself the measure")
    for seed in range(2000 if backend in ("dfs", "graph") else 300):
        deal = random_deal(random.Random(200_000 + seed), 8, 24)
        wanted = sure.solve(played, deal, Limits())
        holds(game, deal, wanted)
        outcome = solver.solve(played, deal, Limits())
        assert outcome.verdict in (wanted.verdict, Verdict.UNDECIDED)
        assert not (solver.complete and outcome.verdict is Verdict.UNDECIDED)
        holds(game, deal, outcome)
