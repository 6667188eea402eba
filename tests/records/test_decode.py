"""Typed decoding: all faults at once, each with its path, line and column."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.errors import DataError
from pyrsolve.records.deal import RemovalDealRecord, decode_deal
from pyrsolve.records.encode import encode
from pyrsolve.records.result import ResultRecord, decode_result, mask_of, tiles_of

DEAL: dict[str, Any] = {
    "schema": "pyrsolve.deal/1",
    "game": "mahjong",
    "layout": {"schema": "pyrsolve.layout/1", "name": "two", "tiles": [[0, 0, 0], [2, 0, 0]]},
    "faces": ["1m", "1m"],
}


def faults_of(value: object, indent: int | None = None) -> dict[str | None, str]:
    with pytest.raises(DataError) as caught:
        decode_deal(json.dumps(value, indent=indent).encode())
    return {fault.path: fault.message for fault in caught.value.faults}


def test_all_at_once_with_places() -> None:
    text = (
        b'{"schema": "pyrsolve.deal/1", "game": "mahjong",\n "layout": 7, "faces": ["a", 3,\n'
        b' {}], "colour": 1, "removed": [-1, 5000]}'
    )
    with pytest.raises(DataError) as caught:
        decode_deal(text)
    found = {fault.path: (fault.line, fault.column) for fault in caught.value.faults}
    assert found == {
        "$.layout": (2, 12),
        "$.faces[1]": (2, 30),
        "$.faces[2]": (3, 2),
        "$.colour": (3, 17),
        "$.removed[0]": (3, 32),
        "$.removed[1]": (3, 36),
    }


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({"faces": "1m"}, "$.faces", "a list was expected"),
        ({"faces": ["x" * 2000, "b"]}, "$.faces[0]", "at most 1000"),
        ({"faces": ["a"] * 5000}, "$.faces", "at most 4096"),
        ({"rules": {"cover": 1.5}}, "$.rules.cover", "1.5"),
        ({"players": 0}, "$.players", "between 1 and 16"),
        ({"made": {"method": "x", "sede": 1}}, "$.made.sede", "did you mean 'seed'"),
        ({"layout": {"schema": "pyrsolve.layout/2", "name": "n"}}, "$.layout.schema", "pyrsolve.layout/1"),
        ({"layout": {**DEAL["layout"], "tiles": [[0, 0, 10**9]]}}, "$.layout.tiles[0][2]", "between -1000 and 1000"),
        ({"layout": {**DEAL["layout"], "tiles": [[0, 0]]}}, "$.layout.tiles[0]", "a list of 3"),
        ({"layout": {**DEAL["layout"], "tiles": [[0, 0, 0]] * 10_000}}, "$.layout.tiles", "at most 4096"),
        ({"schema": "pyrsolve.deal/9"}, "$.schema", "pyrsolve.deal/1"),
        ({"game": "chess"}, "$.game", "unknown game"),
        ({"game": 3}, "$.game", "this is 3, but a text was expected"),
    ],
)
def test_one_fault(change: dict[str, Any], path: str, words: str) -> None:
    found = faults_of({**DEAL, **change})
    assert path in found
    assert words in found[path]


def test_missing_fields() -> None:
    found = faults_of({"schema": "pyrsolve.deal/1", "game": "mahjong"})
    assert "is missing" in found["$"]
    with pytest.raises(DataError) as caught:
        decode_deal(b'{"game": "mahjong"}')
    assert [fault.message for fault in caught.value.faults] == [
        f"the field '{name}' is missing" for name in ("schema", "layout", "faces")
    ]
    assert "a deal is an object" in faults_of([1])["$"]


def test_own_fields_are_ignored_at_any_depth() -> None:
    value = {**DEAL, "x_note": [1], "layout": {**DEAL["layout"], "x_rating": 5}}
    assert decode_deal(json.dumps(value).encode()) == decode_deal(json.dumps(DEAL).encode())


@given(st.data())
def test_mutations_give_only_data_errors(data: st.DataObject) -> None:
    text = bytearray(json.dumps(DEAL).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    try:
        record = decode_deal(bytes(text))
    except DataError as error:
        assert error.faults
    else:
        assert isinstance(record, RemovalDealRecord)


@given(st.sets(st.integers(0, 300)))
def test_masks(tiles: set[int]) -> None:
    assert tiles_of(mask_of(frozenset(tiles))) == tiles


def test_result_round_trip() -> None:
    text = (
        b'{"schema":"pyrsolve.result/1","deal_id":"ab","verdict":"unsolvable","reason":"refuted","proof":"checked",'
        b'"backend":"pairing","refutation":{"deadlocks":[{"tiles":"f0"}],"steps":[[[1,-2],[3]],[[],[4,5]]]},'
        b'"stats":{"nodes":3},"limits":{},"rules":{"cover":"next"},"version":"0.1.0"}'
    )
    record = decode_result(text)
    assert isinstance(record, ResultRecord)
    assert encode(record) == text


@pytest.mark.parametrize("mask", ["", "xyz", "F0", "0" * 2000])
def test_bad_masks(mask: str) -> None:
    text = json.dumps(
        {
            "schema": "pyrsolve.result/1",
            "deal_id": "ab",
            "verdict": "unsolvable",
            "reason": "refuted",
            "backend": "pairing",
            "refutation": {"deadlocks": [{"tiles": mask}]},
            "stats": {},
            "limits": {},
            "rules": {},
            "version": "0",
        }
    )
    with pytest.raises(DataError) as caught:
        decode_result(text.encode())
    assert caught.value.faults[0].path == "$.refutation.deadlocks[0].tiles"
