"""Deals of removal games: reading, writing, identity, groups."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.errors import DataError
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.inputs import Item, Reading, read
from pyrsolve.records.encode import canonical, encode
from pyrsolve.records.fault import Source
from tests.boards import make_deal

GAME = registry.game("mahjong")


def read_value(value: dict[str, Any], **reading: Any) -> RemovalDeal:
    deal = read(Item(Source("test"), json.dumps(value).encode()), Reading(**reading))
    assert isinstance(deal, RemovalDeal)
    return deal


def record(count: int, faces: list[str], **more: Any) -> dict[str, Any]:
    tiles = [[4 * number, 0, 0] for number in range(count)]
    layout = {"schema": "pyrsolve.layout/1", "name": "line", "tiles": tiles}
    return {"schema": "pyrsolve.deal/1", "game": "mahjong", "layout": layout, "faces": faces, **more}


def faults_of(value: dict[str, Any], **reading: Any) -> dict[str | None, str]:
    with pytest.raises(DataError) as caught:
        read_value(value, **reading)
    return {fault.path: fault.message for fault in caught.value.faults}


def test_write_and_read_are_inverse() -> None:
    for deal in [*pyrsolve.deal("turtle", 1, 3), make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a"), "any")]:
        text = encode(GAME.write(deal))
        again = read(Item(Source("test"), text), Reading())
        assert again.deal_id == deal.deal_id
        assert encode(GAME.write(again)) == text


def test_identity_is_what_it_says() -> None:
    deal = next(iter(pyrsolve.deal("turtle", 1)))
    assert isinstance(deal, RemovalDeal)
    import hashlib

    body = {
        "game": "mahjong",
        "rules": {"cover": "next", "deck": "free"},
        "tiles": deal.layout.tiles,
        "faces": deal.faces,
        "removed": [],
    }
    assert deal.deal_id == hashlib.sha256(canonical(body)).hexdigest()
    for change in ({"reference": None}, {"made": None}, {"named_layout": "turtle"}, {"preset": "x"}):
        assert dataclasses.replace(deal, **change).deal_id == deal.deal_id  # type: ignore[arg-type]
    assert dataclasses.replace(deal, removed=(1, 2)).deal_id != deal.deal_id
    assert dataclasses.replace(deal, options=GAME.options.make({"cover": "any"})).deal_id != deal.deal_id


def test_layout_by_name_and_inline_have_one_identity() -> None:
    deal = next(iter(pyrsolve.deal("turtle", 5)))
    assert isinstance(deal, RemovalDeal)
    inline = json.loads(encode(GAME.write(deal)))
    assert inline["layout"] == "turtle"
    inline["layout"] = {"schema": "pyrsolve.layout/1", "name": "other", "tiles": deal.layout.tiles, "author": "me"}
    assert read_value(inline).deal_id == deal.deal_id


def test_all_faults_at_once() -> None:
    found = faults_of(record(4, ["a", "a", "b"], removed=[0, 0, 9]))
    assert "4 tiles, but there are 3 faces" in found["$.faces"]
    assert "removed twice" in found["$.removed[1]"]
    assert "no tile 9" in found["$.removed[2]"]


def test_odd_groups() -> None:
    found = faults_of(record(4, ["a", "a", "a", "b"]))
    assert "odd number" in found["$.faces[2]"]
    assert "1 tile of 'b'" in found["$.faces[3]"]
    assert len(read_value(record(4, ["a", "a", "a", "b"]), allow_odd=True).faces) == 4
    assert "odd number" in faults_of(record(4, ["a", "a", "b", "b"], removed=[0]))["$.faces[1]"]


def test_group_cap() -> None:
    assert "at most 64" in faults_of(record(66, ["a"] * 66))["$.faces"]
    assert len(read_value(record(64, ["a"] * 64)).faces) == 64


def test_classes() -> None:
    deal = read_value(record(8, ["1f", "2f", "3q", "4q", "x", "x", "3f", "3f"]))
    assert GAME.groups(deal) == [[0, 1, 6, 7], [2, 3], [4, 5]]  # type: ignore[attr-defined]


def test_classic_deck() -> None:
    found = faults_of(record(6, ["1m", "1m", "0m", "zz", "1f", "1f"], rules={"deck": "classic"}))
    assert "unknown face '0m'" in found["$.faces[2]"]
    assert "unknown face 'zz'" in found["$.faces[3]"]
    assert "2 tiles of '1f'; the deck has 1" in found["$.faces[5]"]
    assert read_value(record(2, ["1f", "2f"], rules={"deck": "classic"})).options.effective()["deck"] == "classic"


def test_rules_of_the_command_line_win() -> None:
    assert read_value(record(2, ["a", "a"], rules={"cover": "any"})).options.effective()["cover"] == "any"
    deal = read_value(record(2, ["a", "a"], rules={"cover": "any"}), rules={"cover": "next"})
    assert deal.options.effective()["cover"] == "next"
    assert "unknown rule 'covers'" in faults_of(record(2, ["a", "a"], rules={"covers": "any"}))["$.rules"]


def test_unknown_layout() -> None:
    value = record(2, ["a", "a"])
    value["layout"] = "turtel"
    assert "did you mean 'turtle'" in faults_of(value)["$.layout"]
