"""Traps, against exhaustive search over the rules."""

from __future__ import annotations

import random
from array import array
from typing import Any

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.analysis.extension import Budget, Extensions
from pyrsolve.analysis.forced import pairings
from pyrsolve.analysis.traps import Judge, PairJudge, RulesJudge, StateJudge, along, classify, first_losing, traps
from pyrsolve.errors import IllegalMoveError
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.kernels.pairing import PairingSearch
from pyrsolve.outcome import Limits
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")


def wins(position: Any, known: dict[Any, bool]) -> bool:
    """Whether a position can be won: every line, over the rules."""
    if position not in known:
        known[position] = GAME.won(position) or any(
            wins(GAME.step(position, move), known) for move in GAME.moves(position)
        )
    return known[position]


def random_line(rng: random.Random, deal: RemovalDeal) -> list[Any]:
    position, line = GAME.start(deal), []
    while moves := list(GAME.moves(position)):
        line.append(rng.choice(moves))
        position = GAME.step(position, line[-1])
    return line


def won_without(deal: RemovalDeal, pair: tuple[int, int]) -> bool:
    """Whether the deal can be won without a pair: a search of its own, of the problem that lacks it."""
    problem = GAME.pairing_problem(deal)
    flat, tables = problem.pairs, problem.tables
    kept = [other for other in zip(flat[::2], flat[1::2], strict=True) if other != pair]
    pairs = array("i", [tile for other in kept for tile in other])
    search = PairingSearch(
        tables.counter, tables.first, tables.target, tables.delta, array("i", problem.removed), pairs
    )
    return search.run(2**62, 2**62) == 1


def judge_of(kind: str, deal: RemovalDeal) -> Judge:
    budget = Budget(Limits())
    if kind == "pairs":
        return PairJudge(Extensions(GAME, deal, budget))
    return StateJudge(GAME, deal, budget) if kind == "state" else RulesJudge(GAME, deal, budget)


@pytest.mark.parametrize("kind", ["pairs", "state", "rules"])
def test_traps_are_those_of_exhaustive_search(kind: str) -> None:
    rng = random.Random(f"traps {kind}")
    met = {"safe": 0, "losing": 0}
    for _ in range(400 if kind == "pairs" else 60):
        deal = random_deal(rng)
        line = random_line(rng, deal)
        if rng.random() < 0.5:  # a player names a pair in either order
            line = [(j, i) for i, j in line]
        judge = judge_of(kind, deal)
        steps = along(GAME, deal, line, judge)
        position, known = GAME.start(deal), {}
        fine = [wins(position, known)]
        for move, step in zip(line, steps, strict=True):
            after = {candidate: wins(GAME.step(position, candidate), known) for candidate in GAME.moves(position)}
            assert step.safe == tuple(candidate for candidate, safe in after.items() if safe)
            assert step.losing == tuple(candidate for candidate, safe in after.items() if not safe)
            assert step.undecided == ()
            met["safe"] += len(step.safe)
            met["losing"] += len(step.losing)
            position = GAME.step(position, move)
            fine.append(wins(position, known))
        expected = fine.index(False) if False in fine else None
        assert first_losing(line, judge) == (expected, True)
    assert min(met.values()) > (100 if kind == "pairs" else 20)


def test_the_pairings_found_win_and_hold_what_was_asked() -> None:
    rng = random.Random("pairings")
    checked = 0
    for _ in range(300):
        deal = random_deal(rng, largest=18)
        questions = Extensions(GAME, deal, Budget(Limits()))
        for pair in questions.pairs:
            if questions.winnable([pair]):
                pairing = questions.witness([pair])
                assert pair in pairing
                checked += is_won(deal, pairing)
            if questions.winnable([], without=pair):
                pairing = next(found for found in reversed(questions.found) if not found & questions.mask([pair]))
                checked += is_won(deal, questions.pairing(pairing))
    assert checked > 500


def is_won(deal: RemovalDeal, pairing: Any) -> bool:
    """Play the pairs of a pairing in any order that the rules allow; the board must be cleared."""
    position, left, line = GAME.start(deal), set(pairing), []
    while now := [pair for pair in GAME.moves(position) if pair in left]:
        line.append(now[0])
        left.discard(now[0])
        position = GAME.step(position, now[0])
    assert not left
    assert replay(GAME, deal, line) == []
    return True


def test_a_turtle_line_from_its_start_and_from_its_middle() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:2")[0]
    line = pyrsolve.solve(deal).witness
    assert line is not None
    steps = traps(GAME, deal, line)
    assert len(steps) == 72
    assert all(step.move in step.safe for step in steps)
    assert sum(len(step.losing) for step in steps) > 0
    worst = max(range(72), key=lambda place: len(steps[place].losing))
    again = classify(GAME, deal, line[:worst])
    assert (again.move, again.safe, again.losing) == (None, steps[worst].safe, steps[worst].losing)
    # what is called losing is lost for a solver that knows nothing of the line
    for move in again.losing[:3]:
        assert pyrsolve.solve(after(deal, [*line[:worst], move])).verdict == "unsolvable"
    for move in again.safe[:3]:
        assert pyrsolve.solve(after(deal, [*line[:worst], move])).verdict == "solvable"


def after(deal: Any, line: list[Any]) -> RemovalDeal:
    return make_deal(
        deal.layout.tiles, deal.faces, "next", tuple(sorted({*deal.removed, *(tile for pair in line for tile in pair)}))
    )


@pytest.mark.slow
def test_every_move_along_lines_of_every_layout_against_searches_that_know_nothing() -> None:
    """Each position as a deal of its own, decided by itself; and each pair of the deal, with the pair left out."""
    checked = losing = 0
    for layout in ("turtle", "gate", "pyramid", "fortress", "spiral", "bowl", "diamond", "cross"):
        for deal in pyrsolve.deal(layout, 1, 3):
            line = pyrsolve.solve(deal, proof=False).witness
            if line is None:
                continue
            for place, step in enumerate(traps(GAME, deal, line)):
                for move in (*step.safe, *step.losing):
                    verdict = pyrsolve.solve(after(deal, [*line[:place], move]), proof=False).verdict
                    assert verdict == ("solvable" if move in step.safe else "unsolvable")
                checked += step.legal
                losing += len(step.losing)
            classes = pairings(Extensions(GAME, deal, Budget(Limits())))
            assert not any(won_without(deal, pair) for pair in classes.forced)
            assert all(won_without(deal, pair) for pair in classes.free)
    assert checked > 8000
    assert losing > 800


def test_limits_leave_moves_undecided() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:2")[0]
    line = pyrsolve.solve(deal).witness
    assert line is not None
    step = classify(GAME, deal, limits=Limits(nodes=0))
    assert step.undecided
    assert not step.safe
    assert not step.losing
    assert any(step.undecided for step in traps(GAME, deal, line, Limits(nodes=20)))
    assert traps(GAME, deal, line, Limits(seconds=0))[0].undecided


def test_illegal_moves_and_odd_groups() -> None:
    deal = make_deal(((0, 0, 0), (4, 0, 0), (8, 0, 0)), ("a", "a", "a"))
    step = classify(GAME, deal)
    assert step.losing == ((0, 1), (0, 2), (1, 2))
    with pytest.raises(IllegalMoveError):
        traps(GAME, deal, [(0, 0)])
    with pytest.raises(IllegalMoveError):
        classify(GAME, deal, [(0, 1), (0, 2)])
