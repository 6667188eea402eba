"""The portfolio: says who decided, and keeps one deadline for all."""

from __future__ import annotations

import random
import threading
import time
from typing import Any

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.backends import portfolio
from pyrsolve.backends.base import IncompleteBackend
from pyrsolve.backends.portfolio import Portfolio, default_schedule, measured
from pyrsolve.errors import OptionError, UnsupportedError
from pyrsolve.games.base import Form, Game
from pyrsolve.outcome import CancelToken, Limits, SearchStats, StopReason, Undecided
from pyrsolve.verify.refutation import check
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")
BRUTE = registry.backend("brute")


class Idle(IncompleteBackend):
    """Decides nothing; notes the limits that it was given."""

    name = "idle"
    summary = "decides nothing"
    needs: frozenset[Form] = frozenset()

    def __init__(self, nodes: int = 0, reason: StopReason = StopReason.TIME) -> None:
        self.given: list[Limits] = []
        self.nodes = nodes
        self.reason = reason

    def solve(self, game: Game[Any, Any], deal: pyrsolve.Deal, limits: Limits, *, proof: bool = True) -> Undecided:
        self.given.append(limits)
        return Undecided(reason=self.reason, backend=self.name, stats=SearchStats(nodes=self.nodes))


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> dict[str, Idle]:
    """Three idle backends, as registered ones."""
    members = {"one": Idle(5), "two": Idle(3), "three": Idle(1)}
    real = registry.backend
    monkeypatch.setattr(registry, "backend", lambda name: members.get(name) or real(name))
    return members


def hard_deal() -> pyrsolve.Deal:
    faces = [f"{k // 8}" for k in range(720)]
    random.Random(0).shuffle(faces)
    return make_deal(tuple((4 * (k % 60), 0, k // 60) for k in range(720)), tuple(faces))


def test_small_boards_agree_with_exhaustive_search() -> None:
    backend = Portfolio((("graph", 1), ("pairing", 1)))
    deciders = set()
    for seed in range(200):
        deal = random_deal(random.Random(seed))
        outcome = backend.solve(GAME, deal, Limits())
        assert outcome.verdict == BRUTE.solve(GAME, deal, Limits()).verdict
        assert outcome.backend == "portfolio"
        deciders.add(outcome.decided_by)
        if outcome.witness is not None:
            assert replay(GAME, deal, outcome.witness) == []
        else:
            assert outcome.refutation is not None
            assert check(GAME, deal, outcome.refutation) == []
    assert deciders == {"graph", "pairing"}


def test_says_who_decided_and_counts_what_all_did() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:183")[0]
    alone = {name: registry.backend(name).solve(GAME, deal, Limits()) for name in ("graph", "pairing")}
    outcome = Portfolio((("graph", 1), ("pairing", 1))).solve(GAME, deal, Limits(nodes=10_000))
    assert outcome.decided_by == "pairing"
    assert outcome.limits == Limits(nodes=10_000)
    assert alone["graph"].stats.nodes is not None
    assert alone["pairing"].stats.nodes is not None
    assert outcome.stats.nodes == alone["graph"].stats.nodes + alone["pairing"].stats.nodes


def test_no_one_decided() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:183")[0]
    outcome = Portfolio((("graph", 1),)).solve(GAME, deal, Limits())
    assert (outcome.reason, outcome.decided_by) == (StopReason.INCOMPLETE, None)


def test_shares_of_the_time(idle: dict[str, Idle]) -> None:
    outcome = Portfolio((("one", 2), ("two", 1), ("three", 1))).solve(GAME, hard_deal(), Limits(seconds=8))
    given = [member.given[0].seconds for member in idle.values()]
    assert given == pytest.approx([4, 4, 8], abs=0.2)  # what the first ones did not use falls to the next
    assert outcome.reason is StopReason.TIME


def test_shares_of_the_nodes(idle: dict[str, Idle]) -> None:
    outcome = Portfolio((("one", 2), ("two", 1), ("three", 1))).solve(GAME, hard_deal(), Limits(nodes=20))
    assert [member.given[0].nodes for member in idle.values()] == [10, 8, 12]
    assert [member.given[0].seconds for member in idle.values()] == [None] * 3
    assert outcome.stats.nodes == 9


def test_without_a_limit_it_goes_round_with_those_whom_only_time_stopped(idle: dict[str, Idle]) -> None:
    idle["two"].reason = StopReason.INCOMPLETE

    def stop(game: object, deal: object, limits: Limits, *, proof: bool = True) -> Undecided:
        idle["one"].given.append(limits)
        reason = StopReason.TIME if len(idle["one"].given) < 4 else StopReason.MEMORY
        return Undecided(reason=reason, backend="one")

    idle["one"].solve = stop  # type: ignore[method-assign, assignment]
    outcome = Portfolio((("one", 1), ("two", 1))).solve(GAME, hard_deal(), Limits())
    assert [limits.seconds for limits in idle["one"].given] == [30, 120, 240, 480]
    assert len(idle["two"].given) == 1
    assert outcome.reason is StopReason.MEMORY


def test_one_deadline_for_all() -> None:
    began = time.monotonic()
    outcome = Portfolio((("graph", 1), ("pairing", 1), ("dfs", 1))).solve(GAME, hard_deal(), Limits(seconds=1))
    assert time.monotonic() - began < 1.5
    assert outcome.reason is StopReason.TIME


@pytest.mark.parametrize("nodes", [0, 1, 7, 50])
def test_node_limit_is_exact(nodes: int) -> None:
    backend = Portfolio((("graph", 1), ("pairing", 1)))
    deal = pyrsolve.load("pyrsolve:turtle:183")[0]
    outcome = backend.solve(GAME, deal, Limits(nodes=nodes))
    assert (outcome.reason, outcome.stats.nodes) == (StopReason.NODES, nodes)
    assert outcome.stats == backend.solve(GAME, deal, Limits(nodes=nodes)).stats


def test_cancel_ends_the_schedule() -> None:
    token = CancelToken()
    threading.Timer(0.3, token.cancel).start()
    began = time.monotonic()
    outcome = Portfolio((("pairing", 1), ("graph", 1))).solve(GAME, hard_deal(), Limits(cancel=token))
    assert time.monotonic() - began < 1.0
    assert outcome.reason is StopReason.INTERRUPTED


def test_faulty_schedules() -> None:
    for schedule in ((), (("pairing", 0),), (("portfolio", 1),), (("no such", 1),)):
        with pytest.raises(OptionError):
            Portfolio(schedule)


def test_a_game_that_no_member_supports() -> None:
    class Formless(type(GAME)):  # type: ignore[misc]
        name = "formless"

        def forms(self) -> frozenset[Form]:
            return frozenset()

    backend = Portfolio((("pairing", 1),))
    assert not backend.supports(Formless())
    with pytest.raises(UnsupportedError):
        backend.solve(Formless(), hard_deal(), Limits())


# --- the default schedule ------------------------------------------------------------------------------------------
def test_measured_figures_make_the_default_schedule() -> None:
    rows = measured("mahjong")
    assert {row.backend for row in rows} == {"pairing", "graph", "dfs", "cpsat"}
    assert all(0 <= row.decided <= row.deals for row in rows)
    names = [name for name, _ in default_schedule("mahjong")]
    assert names[0] == "pairing"
    assert set(names) == {row.backend for row in rows if row.decided}
    assert sum(share for _, share in default_schedule("mahjong")) == pytest.approx(1)


def test_games_without_figures_have_a_schedule_too() -> None:
    schedule = default_schedule("no figures")
    assert [name for name, _ in schedule] == list(portfolio.UNMEASURED)
    assert sum(share for _, share in schedule) == pytest.approx(1)


def test_through_the_public_function() -> None:
    outcome = pyrsolve.solve(pyrsolve.load("pyrsolve:turtle:3")[0], backend="portfolio")
    assert (outcome.backend, outcome.decided_by) == ("portfolio", "pairing")
