"""Intervals cover what they should, by simulation, and agree with published examples."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.intervals import bracketed, difference, mean_error, quantile, wilson


def test_published_examples() -> None:
    """Newcombe (1998): tables I and II, to four digits."""
    for successes, trials, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        found = wilson(successes, trials)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    found = difference(56, 70, 48, 80)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)
    assert round(quantile(0.95), 6) == 1.959964


def test_wilson_covers_90_to_99_percent_in_200_cases() -> None:
    rng = random.Random(1)
    for _ in range(200):
        trials = rng.randint(30, 400)
        share = rng.uniform(0.02, 0.98)
        covered = 0
        runs = 400
        for _ in range(runs):
            successes = (
                sum(rng.random() < share for _ in range(trials)) if trials < 60 else _binomial(rng, trials, share)
            )
            covered += share in wilson(successes, trials)
        assert 0.90 <= covered / runs <= 0.995


def _binomial(rng: random.Random, trials: int, share: float) -> int:
    return sum(1 for _ in range(trials) if rng.random() < share)


def test_the_difference_covers_its_share_of_cases() -> None:
    rng = random.Random(2)
    covered = 0
    runs = 2000
    for _ in range(runs):
        p, q = rng.uniform(0.1, 0.9), rng.uniform(0.1, 0.9)
        n, m = rng.randint(40, 120), rng.randint(40, 120)
        covered += (p - q) in difference(_binomial(rng, n, p), n, _binomial(rng, m, q), m)
    assert 0.93 <= covered / runs <= 0.975


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_intervals_hold_their_share(successes: int, undecided: int, failures: int) -> None:
    trials = successes + undecided + failures
    if trials == 0:
        return
    found = wilson(successes, trials)
    assert 0 <= found.low <= successes / trials <= found.high <= 1
    wide = bracketed(successes, undecided, trials)
    assert wide.low == found.low
    assert wide.high >= (successes + undecided) / trials
    zero = difference(successes, trials, successes, trials)
    assert 0.0 in zero


def test_the_mean_and_its_error() -> None:
    assert mean_error([2.0, 4.0]) == (3.0, 1.0)
    assert mean_error([7.0]) == (7.0, 0.0)
    with pytest.raises(ValueError, match="mean of nothing"):
        mean_error([])
    with pytest.raises(ValueError, match="no share"):
        wilson(3, 2)
    with pytest.raises(ValueError, match="confidence"):
        quantile(1.0)
