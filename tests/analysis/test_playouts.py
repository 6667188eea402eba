"""Random play, against the rules: the very same games with the same draws, and the exact chance to win."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import pytest

from pyrsolve import registry
from pyrsolve.analysis.extension import Budget
from pyrsolve.analysis.playouts import play, random_wins
from pyrsolve.outcome import CancelToken, Limits
from pyrsolve.splitmix import SplitMix64
from tests.boards import random_deal

GAME = registry.game("mahjong")


def chance(position: Any, known: dict[Any, Fraction]) -> Fraction:
    if position not in known:
        moves = list(GAME.moves(position))
        known[position] = (
            Fraction(sum(chance(GAME.step(position, move), known) for move in moves), len(moves))
            if moves
            else Fraction(GAME.won(position))
        )
    return known[position]


def test_the_games_are_those_that_the_draws_choose_from_the_rules() -> None:
    rng = random.Random("draws")
    for seed in range(30):
        deal = random_deal(rng, largest=16)
        draws, wins, made = SplitMix64(seed), 0, 0
        for _ in range(5):
            position = GAME.start(deal)
            while moves := list(GAME.moves(position)):
                position = GAME.step(position, moves[draws.below(len(moves))])
                made += 1
            wins += GAME.won(position)
        played = play(GAME, deal, 5, seed, Budget(Limits()))
        assert (played.plays, played.wins, played.moves) == (5, wins, made)


def test_the_share_of_wins_is_the_exact_chance() -> None:
    rng = random.Random("chance")
    plays, between = 4000, 0
    for seed in range(40):
        deal = random_deal(rng)
        exact = float(chance(GAME.start(deal), {}))
        between += 0 < exact < 1
        error = 4.5 * math.sqrt(exact * (1 - exact) / plays)
        assert random_wins(GAME, deal, plays, seed) / plays == pytest.approx(exact, abs=error + 1e-12)
    assert between > 5


def test_limits_cut_the_sample_and_say_how_large_it_is() -> None:
    deal = random_deal(random.Random(1))
    token = CancelToken()
    token.cancel()
    assert play(GAME, deal, 100, 1, Budget(Limits(cancel=token))).plays == 0
    assert play(GAME, deal, 100, 1, Budget(Limits(seconds=60))).plays == 100
