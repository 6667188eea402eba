"""Repairs: as few swaps as brute force needs, and reshuffles that can be won."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from pyrsolve import registry
from pyrsolve.analysis.repair import can_be_won, repair, reshuffle
from pyrsolve.games.base import Deal
from pyrsolve.outcome import CancelToken, Limits, StopReason
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")
BRUTE = registry.backend("brute")
ROW = tuple((2 * x, 0, 0) for x in range(8))


def winnable(deal: Deal) -> bool:
    return BRUTE.solve(GAME, deal, Limits()).witness is not None


def fewest_by_brute(deal: Deal, most: int) -> int | None:
    """The least number of swaps after which the deal can be won, by trying all of them."""
    level = {tuple(getattr(deal, "faces")): deal}  # noqa: B009
    seen = set(level)
    for depth in range(most + 1):
        if any(winnable(made) for made in level.values()):
            return depth
        following = {}
        for made in level.values():
            there = [tile for group in GAME.swappable(made) for tile in group]
            for i, j in combinations(there, 2):
                changed = GAME.swapped(made, i, j)
                if changed.faces not in seen:
                    seen.add(changed.faces)
                    following[changed.faces] = changed
        level = following
    return None


def test_as_few_swaps_as_brute_force_needs() -> None:
    rng = random.Random(2)
    needed = Counter()
    while needed[1] < 40 or needed[0] < 5:
        deal = random_deal(rng, 6, 10)
        fewest = fewest_by_brute(deal, 2)
        found = repair(GAME, deal, Limits(), most=2)
        if fewest is None:
            assert found.deal is None
            assert not found.possible or found.at_least == 3
            assert found.possible or fewest_by_brute(deal, 4) is None
            needed["none"] += 1
            continue
        needed[fewest] += 1
        assert found.deal is not None
        assert (len(found.swaps), found.at_least, found.fewest) == (fewest, fewest, True)
        changed: Deal = deal
        for swap in found.swaps:
            changed = GAME.swapped(changed, *swap)
        assert changed.deal_id == found.deal.deal_id
        assert found.witness is not None
        assert replay(GAME, found.deal, found.witness) == []
    assert needed["none"]


def test_two_swaps_where_one_does_not_suffice() -> None:
    """Rows a b a b locked side by side on different levels of the grid, far apart: one swap frees one of them only."""
    tiles = tuple((2 * x, 4 * row, 0) for row in range(2) for x in range(4))
    deal = make_deal(tiles, ("a", "b", "a", "b", "c", "d", "c", "d"))
    found = repair(GAME, deal, Limits())
    assert fewest_by_brute(deal, 2) == len(found.swaps) == found.at_least


def test_what_no_faces_can_help() -> None:
    towers = [(8 * column, 0, z) for column, height in enumerate((2, 4)) for z in range(height)]
    stuck = make_deal(tuple(towers), tuple("aabbcc"))
    assert not can_be_won(GAME, stuck)
    assert repair(GAME, stuck, Limits()).deal is None
    assert not reshuffle(GAME, stuck, Limits()).possible
    even = make_deal((*towers, (16, 0, 0), (16, 0, 1)), tuple("aabbccdd"))
    assert can_be_won(GAME, even)
    odd = make_deal(ROW[:3], tuple("aab"))
    assert not can_be_won(GAME, odd)
    assert not repair(GAME, odd, Limits()).possible
    assert not reshuffle(GAME, odd, Limits()).possible


def test_reshuffles_keep_the_faces_and_the_places_and_can_be_won() -> None:
    rng = random.Random(4)
    found_some = 0
    for _ in range(60):
        deal = random_deal(rng, 6, 12)
        found = reshuffle(GAME, deal, Limits(), seed=rng.randrange(1000)) if can_be_won(GAME, deal) else None
        if found is None or found.deal is None:
            continue
        found_some += 1
        gone = set(deal.removed)
        left = [tile for tile in range(len(deal.faces)) if tile not in gone]
        assert Counter(found.deal.faces[tile] for tile in left) == Counter(deal.faces[tile] for tile in left)  # type: ignore[attr-defined]
        assert found.deal.removed == deal.removed  # type: ignore[attr-defined]
        assert found.witness is not None
        assert replay(GAME, found.deal, found.witness) == []
    assert found_some > 20


def test_every_winnable_reshuffle_is_as_likely() -> None:
    deal = make_deal(ROW[:4], tuple("abab"))
    counts = Counter("".join(reshuffle(GAME, deal, Limits(), seed=7919 * number).deal.faces) for number in range(400))  # type: ignore[union-attr]
    expected = 400 / len(counts)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())
    assert all(winnable(make_deal(ROW[:4], tuple(faces))) for faces in counts)


def test_a_reshuffle_that_chance_does_not_find_is_built_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrsolve.analysis.repair.SHUFFLES", 0)
    deal = make_deal(ROW, tuple("ababcdcd"))
    found = reshuffle(GAME, deal, Limits())
    assert found.deal is not None
    assert found.witness is not None
    assert replay(GAME, found.deal, found.witness) == []
    assert sorted(found.deal.faces) == sorted(deal.faces)  # type: ignore[attr-defined]


def test_limits_are_kept() -> None:
    cancel = CancelToken()
    cancel.cancel()
    deal = make_deal(ROW, tuple("ababcdcd"))
    assert repair(GAME, deal, Limits(cancel=cancel)).stopped is StopReason.INTERRUPTED
    assert reshuffle(GAME, deal, Limits(seconds=0)).stopped is StopReason.TIME
