"""Deal numbers never change: `deals.json` holds what some of them are. Should this fail, the dealing is wrong, not the file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import pyrsolve
from pyrsolve import catalogue, registry
from pyrsolve.errors import DataError
from pyrsolve.games.mahjong.deck import MOST_TILES, PLAIN
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.records.layout import Layout

GOLDEN: list[dict[str, Any]] = json.loads((Path(__file__).parent / "deals.json").read_text(encoding="utf-8"))["deals"]


def faces_of(layout: str | Layout, number: int) -> tuple[str, ...]:
    (deal,) = pyrsolve.deal(layout, number)
    assert isinstance(deal, RemovalDeal)
    return deal.faces


def one_row(name: str, count: int) -> Layout:
    return Layout(name=name, tiles=tuple((2 * (place % 64), 2 * (place // 64), 0) for place in range(count)))


def test_every_shipped_layout_is_pinned() -> None:
    assert {entry["layout"] for entry in GOLDEN} >= set(catalogue.shipped())


@pytest.mark.parametrize("entry", GOLDEN, ids=lambda entry: f"{entry['layout']}:{entry['number']}")
def test_pinned_deals(entry: dict[str, Any]) -> None:
    layout = one_row(entry["layout"], entry["row"]) if "row" in entry else entry["layout"]
    faces = faces_of(layout, entry["number"])
    assert " ".join(faces[:12]) == entry["first"]
    assert hashlib.sha256(" ".join(faces).encode()).hexdigest() == entry["sha256"]


def by_the_book(layout: str, count: int, number: int) -> list[str]:
    """A deal by what the documents say, in as few words as they use: seed, deck, shuffle."""
    state = int.from_bytes(hashlib.sha256(f"pyrsolve/1|mahjong|{layout}|{number}".encode()).digest()[:8], "big")

    def below(n: int) -> int:
        nonlocal state
        while True:
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
            z ^= z >> 31
            if z < 2**64 - 2**64 % n:
                return z % n

    def shuffle(items: list[Any]) -> None:
        for top in range(len(items) - 1, 0, -1):
            other = below(top + 1)
            items[top], items[other] = items[other], items[top]

    groups = [[face] * 4 for face in PLAIN] + [[f"{rank}{kind}" for rank in range(1, 5)] for kind in "fq"]
    faces = [face for group in groups for face in group] * (count // 144)
    if count % 144:
        shuffle(groups)
        faces += [face for group in groups for face in group][: count % 144]
    shuffle(faces)
    return faces


@pytest.mark.parametrize("count", [2, 4, 6, 36, 142, 144, 146, 290])
def test_deals_are_what_the_documents_say(count: int) -> None:
    for number in (0, 1, 99, 10**18 - 1):
        assert list(faces_of(one_row("row", count), number)) == by_the_book("row", count, number)


def test_the_largest_board_that_is_dealt_can_be_read_back() -> None:
    (deal,) = pyrsolve.deal(one_row("large", MOST_TILES), 1)
    game = registry.game("mahjong")
    layout = one_row("large", MOST_TILES)
    assert game.read(game.write(deal), layout).deal_id == deal.deal_id
    with pytest.raises(DataError, match="at most 2304"):
        faces_of(one_row("larger", MOST_TILES + 2), 1)
