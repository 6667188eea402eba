"""The deck and the dealing numbers, pinned."""

from __future__ import annotations

from collections import Counter

import pytest

import pyrsolve
from pyrsolve import catalogue, registry
from pyrsolve.games.mahjong.deck import COPIES, classic_faults, deck_for, match_class
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.splitmix import SplitMix64, stream


def test_splitmix_reference_values() -> None:
    # the first outputs of the published algorithm for the seed 1234567
    random = SplitMix64(1234567)
    assert [random.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_bounded_draws_are_even() -> None:
    random = SplitMix64(7)
    counts = Counter(random.below(6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(9_600 < count < 10_400 for count in counts.values())


@pytest.mark.parametrize("count", [2, 6, 36, 72, 74, 142, 144, 146, 150, 288, 290, 2000])
def test_deck_for_any_even_size(count: int) -> None:
    for number in range(5):
        faces = deck_for(count, stream("mahjong", "x", number))
        assert len(faces) == count
        assert classic_faults(tuple(faces)) == []
        assert all(size % 2 == 0 for size in Counter(map(match_class, faces)).values())


def test_whole_deck() -> None:
    assert Counter(deck_for(144, stream("mahjong", "x", 1))) == Counter(COPIES)


def test_deals_are_pinned() -> None:
    """Deal numbers never change: should this fail, the dealing is wrong, not the test."""
    game = registry.game("mahjong")
    pinned = {
        ("turtle", 1): ("279aac0bc3c27015488d89d41bd7e92e20c8e7a5d6e955ad67da44469aa7fed3", "8m 7m 2m 2p 4m 1m 5s 9m"),
        ("gate", 7): ("322a13e7cb77d582a93485509fa114d184bfe04f2d4f36c8e72c7dc2d02103ad", "4m 4m 8s 1s 4z 2s 4z 4m"),
        ("bridge", 123456789): (
            "795d484fbb422fd5a3cd84bd0d35ac5c7ea9c50aa5e5281a966b68c8fd448ec0",
            "7p 6s 6p 2f 9m 6s 8p 6z",
        ),
    }
    for (layout, number), (deal_id, faces) in pinned.items():
        deal = game.random_deal(catalogue.find(layout), number, game.options.make())
        assert deal.deal_id == deal_id
        assert " ".join(deal.faces[:8]) == faces


def test_numbers_follow_each_other() -> None:
    one = [deal.deal_id for deal in pyrsolve.deal("turtle", 5, 4)]
    two = [deal.deal_id for deal in pyrsolve.deal("turtle", 7, 2)]
    assert one[2:] == two
    assert len(set(one)) == 4


def test_the_number_is_the_stream() -> None:
    deal = next(iter(pyrsolve.deal("turtle", 17)))
    assert isinstance(deal, RemovalDeal)
    random = stream("mahjong", "turtle", 17)
    faces = deck_for(144, random)
    random.shuffle(faces)
    assert deal.faces == tuple(faces)
    assert pyrsolve.load("pyrsolve:turtle:17")[0].deal_id == deal.deal_id
    assert pyrsolve.load("pyrsolve:mahjong/turtle:17")[0].deal_id == deal.deal_id
