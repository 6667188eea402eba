"""Hints are safe and replay; optima equal brute force's, and bounds hold."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from pyrsolve import registry
from pyrsolve.analysis.best import best, objectives
from pyrsolve.analysis.count import count
from pyrsolve.analysis.hint import hint
from pyrsolve.errors import OptionError, UnsupportedError
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.outcome import CancelToken, Limits, StopReason, Verdict
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")


class Brute:
    """Everything about a small deal, by the reference rules."""

    def __init__(self, deal: RemovalDeal) -> None:
        self.deal = deal
        self.least: dict[Any, int] = {}
        self.traps: dict[Any, float] = {}

    def fewest(self, position: Any) -> int:
        """The fewest tiles left that can be reached."""
        if position.gone not in self.least:
            here = len(self.deal.faces) - len(position.gone)
            below = [self.fewest(GAME.step(position, move)) for move in GAME.moves(position)]
            self.least[position.gone] = min([here, *below])
        return self.least[position.gone]

    def fewest_traps(self, position: Any) -> float:
        """The fewest losing moves that a winning line passes from here."""
        if GAME.won(position):
            return 0
        if position.gone not in self.traps:
            after = [GAME.step(position, move) for move in GAME.moves(position)]
            losing = sum(self.fewest(each) > 0 for each in after)
            ways = [self.fewest_traps(each) for each in after if self.fewest(each) == 0]
            self.traps[position.gone] = losing + min(ways) if ways else float("inf")
        return self.traps[position.gone]


def test_hints_are_safe_on_random_boards() -> None:
    rng = random.Random(1)
    given = lost = certain = 0
    for _ in range(400):
        deal = random_deal(rng, 4, 12)
        found = hint(GAME, deal)
        brute = Brute(deal)
        start = GAME.start(deal)
        winnable = brute.fewest(start) == 0
        assert (found.verdict is Verdict.SOLVABLE) == winnable
        if not winnable:
            assert found.move is None
            assert found.explanation is not None
            lost += 1
            continue
        if GAME.won(start):
            continue
        given += 1
        assert found.witness is not None
        assert found.witness[0] == found.move
        assert replay(GAME, deal, found.witness) == []
        assert found.step is not None
        after = {True: set(), False: set()}
        for move in GAME.moves(start):
            after[brute.fewest(GAME.step(start, move)) == 0].add(move)
        assert (set(found.step.safe), set(found.step.losing)) == (after[True], after[False])
        if found.certain:
            certain += 1
            # whatever the group is paired with, the deal stays winnable
            mates = [tile for pair in start.rules.pairs if set(pair) & set(found.move) for tile in pair]
            there = set(mates) - start.gone
            for pair in combinations(sorted(there), 2):
                if pair in set(GAME.moves(start)):
                    assert pair in after[True]
    assert min(given, lost, certain) > 40


def test_fewest_tiles_left_equals_brute_force_on_500_boards() -> None:
    rng = random.Random(3)
    left_some = 0
    for _ in range(500):
        deal = random_deal(rng, 2, 12)
        found = best(GAME, deal, "fewest-tiles-left")
        fewest = Brute(deal).fewest(GAME.start(deal))
        assert (found.value, found.bound, found.optimal) == (fewest, fewest, True)
        position = GAME.start(deal)
        assert found.line is not None
        for move in found.line:
            position = GAME.step(position, move)
        assert len(deal.faces) - len(position.gone) == fewest
        left_some += fewest > 0
    assert left_some > 100


def test_fewest_tiles_left_with_an_odd_group() -> None:
    deal = make_deal(tuple((4 * place, 0, 0) for place in range(5)), tuple("aaabb"))
    assert best(GAME, deal, "fewest-tiles-left").value == 1


def test_the_widest_choice_is_no_better_than_the_best_and_no_worse_than_its_bound() -> None:
    rng = random.Random(5)
    optimal = met = 0
    for _ in range(200):
        deal = random_deal(rng, 6, 12)
        brute = Brute(deal)
        start = GAME.start(deal)
        if brute.fewest(start):
            with pytest.raises(UnsupportedError, match="cannot be won"):
                best(GAME, deal, "widest-choice")
            continue
        found = best(GAME, deal, "widest-choice")
        least = brute.fewest_traps(start)
        assert found.value is not None
        assert found.bound is not None
        assert found.bound <= least <= found.value
        assert found.line is not None
        assert replay(GAME, deal, found.line) == []
        met += 1
        optimal += found.value == least
        if found.optimal:
            assert found.value == least
    assert optimal > 0.9 * met > 50


def test_winning_pairings_are_counted() -> None:
    rng = random.Random(7)
    for _ in range(50):
        deal = random_deal(rng, 4, 12)
        found = best(GAME, deal, "winning-pairings")
        assert found.optimal
        assert found.value == count(GAME, deal, Limits()).winning_pairings


def test_winning_pairings_beyond_counting_are_at_least_so_many() -> None:
    deal = GAME.random_deal(_turtle(), 17, GAME.options.make({}))
    found = best(GAME, deal, "winning-pairings", Limits(memory=1 << 18), up_to=30)
    assert not found.optimal
    assert found.bound is None
    assert found.value is not None
    assert found.value >= 2


def _turtle() -> Any:
    from pyrsolve import catalogue

    return catalogue.find("turtle")


def test_shortest_proofs_cannot_spare_a_deadlock() -> None:
    rng = random.Random(9)
    several = 0
    for _ in range(300):
        deal = random_deal(rng, 8, 14)
        if Brute(deal).fewest(GAME.start(deal)) == 0:
            with pytest.raises(UnsupportedError, match="can be won"):
                best(GAME, deal, "shortest-proof")
            continue
        found = best(GAME, deal, "shortest-proof")
        assert found.value is not None
        assert found.bound is not None
        assert found.bound <= found.value
        several += found.value > 1
    assert several > 5


@pytest.mark.parametrize("objective", ["fewest-tiles-left", "widest-choice", "winning-pairings"])
def test_limits(objective: str) -> None:
    cancel = CancelToken()
    cancel.cancel()
    deal = GAME.random_deal(_turtle(), 17, GAME.options.make({}))
    found = best(GAME, deal, objective, Limits(cancel=cancel))
    assert found.stopped is StopReason.INTERRUPTED
    assert not found.optimal


def test_unknown_objectives_are_told_with_those_there_are() -> None:
    deal = random_deal(random.Random(1), 4, 6)
    with pytest.raises(OptionError, match="fewest-tiles-left"):
        best(GAME, deal, "most-fun")
    assert set(objectives(GAME)) == {"fewest-tiles-left", "shortest-proof", "widest-choice", "winning-pairings"}
