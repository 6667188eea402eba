"""The analysis put together: constructed deals, what is absent and why, limits, the comparison with fair deals."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.analysis import difficulty
from pyrsolve.analysis.analyse import CUT, LOST, analyse
from pyrsolve.analysis.extension import Budget
from pyrsolve.analysis.traps import density
from pyrsolve.errors import IllegalMoveError, UnsupportedError
from pyrsolve.games.base import Form
from pyrsolve.games.mahjong.game import Mahjong
from pyrsolve.outcome import Limits, StopReason
from tests.analysis.test_playouts import chance
from tests.analysis.test_structure import winning_lines
from tests.analysis.test_traps import random_line, wins
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")
# a stack a-x-a (tiles 2, 1, 0 from the top), a stack a-x (4, 3), an a by itself (5), two z by themselves (6, 7): to take the a
# that stands alone loses, since the a that is left on top then waits for the one below the x that it keeps from its partner
TRAP = make_deal(
    ((0, 0, 0), (0, 0, 1), (0, 0, 2), (9, 0, 0), (9, 0, 1), (20, 0, 0), (30, 0, 0), (40, 0, 0)), tuple("axaxaazz")
)


def test_the_first_losing_move_of_a_constructed_deal() -> None:
    found = analyse(GAME, TRAP, moves=[(7, 6), (5, 2)], sample=0)
    assert found.recorded is not None
    assert (found.recorded.outcome, found.recorded.first_losing, found.recorded.sure) == ("lost", 2, True)
    assert found.recorded.step is not None
    assert found.recorded.step.move == (2, 5)
    assert found.recorded.step.safe == ((2, 4),)
    assert found.recorded.step.losing == ((2, 5), (4, 5))
    assert found.pairings is not None
    assert found.pairings.forced == ((0, 5), (1, 3), (2, 4), (6, 7))
    assert found.difficulty is not None
    assert found.difficulty.winning_pairings == 1
    assert found.absent == {"quantile": "no fair deals were asked for"}
    assert found.complete


@pytest.mark.parametrize(
    ("moves", "outcome", "first"),
    [
        ([], "winnable", None),
        ([(6, 7)], "winnable", None),
        ([(4, 5)], "lost", 1),
        ([(4, 5), (6, 7)], "lost", 1),
        ([(2, 4), (1, 3), (0, 5), (6, 7)], "won", None),
    ],
)
def test_what_a_line_comes_to(moves: list[Any], outcome: str, first: int | None) -> None:
    found = analyse(GAME, TRAP, moves=moves, sample=0).recorded
    assert found is not None
    assert (found.outcome, found.first_losing) == (outcome, first)


def test_lines_on_small_boards_against_exhaustive_search() -> None:
    rng = random.Random("lines")
    outcomes: dict[str, int] = {}
    for _ in range(120):
        deal = random_deal(rng)
        line = random_line(rng, deal)
        found = analyse(GAME, deal, moves=line, plays=10, sample=0)
        position, known = GAME.start(deal), {}
        fine = [wins(position, known)]
        for move in line:
            position = GAME.step(position, move)
            fine.append(wins(position, known))
        assert found.recorded is not None
        assert found.recorded.first_losing == (fine.index(False) if False in fine else None)
        outcomes[found.recorded.outcome] = outcomes.get(found.recorded.outcome, 0) + 1
        if fine[0]:
            assert found.difficulty is not None
            assert found.difficulty.winning_pairings == len(winning_lines(GAME.start(deal)))
            assert found.steps is not None
            assert found.difficulty.trap_density == density(found.steps)
    assert min(outcomes.get(name, 0) for name in ("won", "lost", "lost_from_the_start")) > 3, outcomes


def test_an_unsolvable_deal() -> None:
    deal = pyrsolve.load("examples/turtle-unsolvable.json")[0]
    move = next(iter(GAME.moves(GAME.start(deal))))
    found = pyrsolve.analyse(deal, moves=[move])
    assert found.absent == dict.fromkeys(("pairings", "traps", "difficulty"), LOST)
    assert found.structure is not None
    assert found.complete
    assert found.recorded is not None
    assert found.recorded.outcome == "lost_from_the_start"


def test_illegal_moves_are_refused() -> None:
    with pytest.raises(IllegalMoveError):
        analyse(GAME, TRAP, moves=[(0, 2)], sample=0)


def test_limits() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:2")[0]
    found = analyse(GAME, deal, Limits(nodes=0))
    assert (found.stopped, found.complete) == (StopReason.NODES, False)
    assert set(found.absent) == {"pairings", "traps", "difficulty"}
    found = analyse(GAME, deal, Limits(seconds=0.0))
    assert found.stopped is StopReason.TIME
    assert found.absent["structure"] == CUT
    needed = pyrsolve.solve(deal).stats.nodes
    assert needed is not None
    found = analyse(GAME, deal, Limits(nodes=needed + 1), sample=0)
    assert found.stopped is StopReason.NODES
    assert found.pairings is not None
    assert found.steps is not None
    assert found.pairings.undecided or any(step.undecided for step in found.steps)


class Bare(Mahjong):
    """A game without pairs and graphs: only rules and a search state."""

    def forms(self) -> frozenset[Form]:
        return frozenset({Form.SEARCH_STATE})


class Barest(Mahjong):
    """A game with nothing but rules."""

    def forms(self) -> frozenset[Form]:
        return frozenset()


@pytest.mark.parametrize("game", [Bare(), Barest()])
def test_games_without_forms(game: Mahjong) -> None:
    found = analyse(game, TRAP, moves=[(6, 7), (2, 5)], sample=0)
    assert found.steps is not None
    assert {len(step.undecided) for step in found.steps} == {0}
    assert found.recorded is not None
    assert found.recorded.first_losing == 2
    assert found.absent["pairings"] == "the game 'mahjong' is not plain pair removal"
    assert found.absent["structure"] == "the game 'mahjong' has no dependency graph"
    assert ("difficulty" in found.absent) == isinstance(game, Barest)
    full = analyse(GAME, TRAP, moves=[(6, 7), (2, 5)], sample=0)
    assert found.recorded_steps == full.recorded_steps


def test_the_quantile_orders_deals() -> None:
    budget = Budget(Limits())
    deals = list(pyrsolve.deal("gate", 1, 40))
    won = [deal for deal in deals if pyrsolve.solve(deal).verdict == "solvable"][:6]
    found = [difficulty.quantile(GAME, deal, budget, sample=30) for deal in won]
    for one in found:
        assert one.deals == 30
        assert one.dealt >= 30
        assert one.harder_than in one.interval
    ranked = sorted(found, key=lambda one: one.wins)
    assert [one.harder_than for one in ranked] == sorted((one.harder_than for one in ranked), reverse=True)
    assert ranked[0].harder_than > ranked[-1].harder_than
    assert found[0] == difficulty.quantile(GAME, won[0], budget, sample=30)


def test_the_quantile_is_uniform_for_fair_deals() -> None:
    """Among fair deals, a fair deal's quantile is as likely low as high: its mean is one half."""
    budget = Budget(Limits())
    layout = make_deal(
        tuple((2 * x, 2 * y, z) for z in range(2) for x in range(4) for y in range(2)), ("a",) * 16
    ).layout
    deals = [GAME.random_deal(layout, number, TRAP.options) for number in range(120)]
    won = [deal for deal in deals if pyrsolve.solve(deal).verdict == "solvable"][:40]
    assert len(won) > 20
    shares = [difficulty.quantile(GAME, deal, budget, sample=20).harder_than for deal in won]
    assert sum(shares) / len(shares) == pytest.approx(0.5, abs=4 * 0.29 * (1 / len(won) + 1 / 20) ** 0.5)


def test_nothing_to_compare_with() -> None:
    budget = Budget(Limits())
    with pytest.raises(UnsupportedError, match="gone already"):
        difficulty.quantile(GAME, pyrsolve.load("examples/turtle-midgame.json")[0], budget)
    row = make_deal(tuple((2 * x, 0, 0) for x in range(12)), tuple("abcdeffedcba"))
    with pytest.raises(UnsupportedError, match="random deals of the layout can be won"):
        difficulty.quantile(GAME, row, budget, sample=40)


def test_the_win_rate_is_that_of_random_play() -> None:
    graded = analyse(GAME, TRAP, plays=2000, sample=0).difficulty
    assert graded is not None
    exact = float(chance(GAME.start(TRAP), {}))
    assert 0.1 < exact < 0.9
    assert abs(graded.win_rate - exact) < 4 * (exact * (1 - exact) / 2000) ** 0.5
    assert graded.win_rate in graded.interval
