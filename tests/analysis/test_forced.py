"""Forced and free pairs, against the enumeration of every winning pairing."""

from __future__ import annotations

import random

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.analysis.extension import Budget, Extensions
from pyrsolve.analysis.forced import pairings
from pyrsolve.outcome import Limits
from tests.analysis.test_structure import winning_lines
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")


def test_the_classes_are_those_of_all_winning_pairings() -> None:
    rng = random.Random("forced")
    met = dict.fromkeys(("forced", "free", "never"), 0)
    solvable = 0
    for _ in range(400):
        deal = random_deal(rng, largest=12)
        won = winning_lines(GAME.start(deal))
        questions = Extensions(GAME, deal, Budget(Limits()))
        if not won:
            with pytest.raises(ValueError, match="cannot be won"):
                pairings(questions)
            continue
        solvable += 1
        found = pairings(questions)
        assert found.forced == tuple(pair for pair in questions.pairs if all(pair in one for one in won))
        assert found.never == tuple(pair for pair in questions.pairs if not any(pair in one for one in won))
        assert found.undecided == ()
        assert sorted([*found.forced, *found.free, *found.never]) == sorted(questions.pairs)
        for name in met:
            met[name] += len(getattr(found, name))
    assert solvable > 100
    assert min(met.values()) > 50, met


def test_a_turtle_and_its_limits() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:2")[0]
    found = pairings(Extensions(GAME, deal, Budget(Limits())))
    assert len(found.forced) + len(found.free) + len(found.never) == 216
    # what is forced: without it, nothing wins; a search of its own says so
    for pair in found.forced[:2]:
        faces = list(deal.faces)
        assert faces[pair[0]] == faces[pair[1]]
    cut = pairings(Extensions(GAME, deal, Budget(Limits(nodes=30))))
    assert cut.undecided
    assert set(cut.forced) <= set(found.forced)
    assert set(cut.free) <= set(found.free)


def test_six_alike() -> None:
    deal = make_deal(tuple((4 * x, 0, 0) for x in range(6)), ("a",) * 6)
    found = pairings(Extensions(GAME, deal, Budget(Limits())))
    assert (len(found.forced), len(found.free), len(found.never)) == (0, 15, 0)
