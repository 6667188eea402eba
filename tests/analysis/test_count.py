"""Counts equal what exhaustive search over the reference rules counts; estimates are unbiased; nothing turns into the other."""

from __future__ import annotations

import random
from math import factorial

import pytest

from pyrsolve import registry
from pyrsolve.analysis import count as counting
from pyrsolve.analysis.count import count, winning_pairings
from pyrsolve.analysis.estimate import knuth, played, tree
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.outcome import CancelToken, Limits, StopReason
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")
Pairings = frozenset[frozenset[tuple[int, int]]]


def brute(deal: RemovalDeal) -> tuple[int, dict[int, int], int, int, int]:
    """Positions, dead ends by tiles left, winnable positions, lines and pairings that win, by the reference rules."""
    known: dict[frozenset[int], tuple[int, Pairings]] = {}
    dead: dict[int, int] = {}

    def visit(position: object) -> tuple[int, Pairings]:
        gone: frozenset[int] = position.gone  # type: ignore[attr-defined]
        if gone in known:
            return known[gone]
        if GAME.won(position):
            known[gone] = (1, frozenset([frozenset()]))
            return known[gone]
        lines, pairings = 0, set()
        moves = list(GAME.moves(position))
        for move in moves:
            more, found = visit(GAME.step(position, move))
            lines += more
            pairings.update(rest | {move} for rest in found)
        if not moves:
            left = len(deal.faces) - len(gone)
            dead[left] = dead.get(left, 0) + 1
        known[gone] = (lines, frozenset(pairings))
        return known[gone]

    lines, pairings = visit(GAME.start(deal))
    return len(known), dead, sum(1 for more, _ in known.values() if more), lines, len(pairings)


def test_equal_to_exhaustive_search_on_500_small_boards() -> None:
    rng = random.Random(1)
    with_several = 0
    for _ in range(500):
        deal = random_deal(rng, 2, 12)
        found = count(GAME, deal, Limits())
        expected = brute(deal)
        assert found.stopped is None
        assert (
            found.positions,
            found.dead_ends_by_tiles_left,
            found.winnable,
            found.winning_sequences,
            found.winning_pairings,
        ) == expected
        assert found.dead_ends == sum(expected[1].values())
        with_several += expected[4] > 1
    assert with_several > 100


def test_six_isolated_equal_tiles() -> None:
    found = count(GAME, make_deal(tuple((4 * place, 0, 0) for place in range(6)), ("a",) * 6), Limits())
    assert (found.positions, found.winning_pairings, found.winning_sequences, found.dead_ends) == (32, 15, 90, 0)


def test_numbers_beyond_any_machine_word() -> None:
    """Isolated pairs go in any order: n! lines; isolated groups of four have three pairings each."""
    pairs = make_deal(tuple((4 * place, 0, 0) for place in range(40)), tuple(f"{place // 2}" for place in range(40)))
    found = count(GAME, pairs, Limits(memory=1 << 28))
    assert (found.winning_sequences, found.positions) == (factorial(20), 2**20)
    fours = make_deal(tuple((4 * place, 0, 0) for place in range(144)), tuple(f"{place // 4}" for place in range(144)))
    assert winning_pairings(GAME.pairing_problem(fours), Limits()) == 3**36
    large = make_deal(tuple((4 * place, 0, 0) for place in range(128)), tuple(f"{place // 64}" for place in range(128)))
    odd = 1
    for factor in range(1, 64, 2):
        odd *= factor
    assert winning_pairings(GAME.pairing_problem(large), Limits()) == odd * odd


def test_residues_that_do_not_suffice_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "LARGE", 1000)  # three primes below tell a few hundred million lines apart
    deal = make_deal(tuple((4 * place, 0, 0) for place in range(28)), tuple(f"{place // 2}" for place in range(28)))
    assert count(GAME, deal, Limits()).winning_sequences == factorial(14)


def test_a_deal_that_an_odd_group_loses() -> None:
    deal = make_deal(tuple((4 * place, 0, 0) for place in range(5)), tuple("aaabb"))
    found = count(GAME, deal, Limits())
    assert (found.winning_sequences, found.winning_pairings, found.winnable) == (0, 0, 0)
    assert found.dead_ends_by_tiles_left == {1: 3}


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(nodes=1000), StopReason.NODES),
        (Limits(memory=1 << 17), StopReason.MEMORY),
        (Limits(seconds=0), StopReason.TIME),
    ],
)
def test_out_of_budget_says_what_was_reached(limits: Limits, reason: StopReason) -> None:
    deal = make_deal(tuple((4 * place, 0, 0) for place in range(40)), tuple(f"{place // 2}" for place in range(40)))
    found = count(GAME, deal, limits)
    assert found.stopped is reason
    assert 0 < found.positions < 2**20
    assert found.winning_sequences is found.winning_pairings is found.winnable is None
    if limits.memory is not None:
        assert found.bytes <= limits.memory


def test_cancelled() -> None:
    cancel = CancelToken()
    cancel.cancel()
    assert count(GAME, random_deal(random.Random(0), 10, 12), Limits(cancel=cancel)).stopped is StopReason.INTERRUPTED


def branching(seed: int) -> RemovalDeal:
    """A small deal with dead ends and wins."""
    rng = random.Random(seed)
    while True:
        deal = random_deal(rng, 10, 12)
        found = count(GAME, deal, Limits())
        if found.winning_sequences and found.dead_ends and found.positions > 20:
            return deal


@pytest.mark.parametrize("seed", range(4))
def test_estimates_are_unbiased(seed: int) -> None:
    """Within three standard errors (four here, for a dozen comparisons) of what there is."""
    deal = branching(seed)
    lines, ended, winning = line_counts(deal)
    for found in (knuth(GAME, deal, 20_000, seed), tree(GAME, deal, 1500, seed)):
        assert found is not None
        for estimate, true in ((found.lines, lines), (found.ended_lines, ended), (found.winning_lines, winning)):
            assert abs(estimate.mean - true) <= 4 * estimate.error + 1e-9 * true
            assert estimate.error < 0.5 * true


def line_counts(deal: RemovalDeal) -> tuple[int, int, int]:
    """Lines of play of any length, lines that end, lines that win."""

    def visit(position: object) -> tuple[int, int, int]:
        if GAME.won(position):
            return 1, 1, 1
        below = [visit(GAME.step(position, move)) for move in GAME.moves(position)]
        if not below:
            return 1, 1, 0
        return 1 + sum(each[0] for each in below), sum(each[1] for each in below), sum(each[2] for each in below)

    return visit(GAME.start(deal))


def exact_win_rate(deal: RemovalDeal) -> float:
    known: dict[frozenset[int], float] = {}

    def visit(position: object) -> float:
        gone = position.gone  # type: ignore[attr-defined]
        if gone not in known:
            below = [visit(GAME.step(position, move)) for move in GAME.moves(position)]
            known[gone] = float(GAME.won(position)) if not below else sum(below) / len(below)
        return known[gone]

    return visit(GAME.start(deal))


def test_random_play_wins_as_often_as_it_should_and_careful_play_no_less() -> None:
    misses = 0
    for seed in range(40):
        deal = branching(100 + seed)
        rate = 1 - exact_win_rate(deal)
        at_random = played(GAME, deal, 400, seed, Limits())
        careful = played(GAME, deal, 400, seed, Limits(), careful=True)
        misses += rate not in at_random.interval
        assert careful.wins >= at_random.wins - 60
        assert sum(at_random.lost_by_tiles_left.values()) == at_random.plays - at_random.wins
        assert played(GAME, deal, 400, seed, Limits()) == at_random
    assert misses <= 6  # 95 % intervals


def test_time_is_kept_by_samples() -> None:
    deal = random_deal(random.Random(3), 12, 12)
    assert played(GAME, deal, 10**9, 1, Limits(seconds=0.05)).plays < 10**9
    found = tree(GAME, deal, 10**9, 1, Limits(seconds=0.05))
    assert found is not None
    assert found.runs < 10**9
    assert tree(GAME, deal, 5, 1, Limits(seconds=0)) is None
