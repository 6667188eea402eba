"""Typed decoding: all faults at once, each with its path, line and column."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.errors import DataError
from pyrsolve.records.deal import Made, RemovalDealRecord, decode_deal
from pyrsolve.records.encode import encode
from pyrsolve.records.layout import LayoutRecord, Marks

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


def test_element_three_of_the_faces() -> None:
    text = b'{"schema": "pyrsolve.deal/1", "game": "mahjong", "layout": "turtle",\n  "faces": ["1m", "1m",\n "1m", 4]}'
    with pytest.raises(DataError) as caught:
        decode_deal(text)
    assert [str(fault) for fault in caught.value.at(file="d.json").faults] == [
        "d.json:3:8: $.faces[3]: this is 4, but a text was expected"
    ]


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
        ({"schema": "s" * 2000}, "$.schema", "'sssss"),
        ({"game": "chess"}, "$.game", "unknown game"),
        ({"game": "m" * 2000}, "$.game", "at most 1000"),
        ({"game": None}, "$.game", "this is null, but a text was expected"),
        ({"faces": ["a", ["b"], {}, None, True, 1.5]}, "$.faces[5]", "this is 1.5, but a text"),
        ({"faces": None}, "$.faces", "this is null, but a list was expected"),
        ({"removed": [0, 4096]}, "$.removed[1]", "4096 is not between 0 and 4095"),
        ({"removed": [1.0]}, "$.removed[0]", "this is 1.0, but an integer was expected"),
        ({"removed": [True]}, "$.removed[0]", "this is true, but an integer was expected"),
        ({"rules": {"a b": None}}, '$.rules["a b"]', "this is null, but true or false or an integer or a text"),
        ({"made": {"method": "x", "seed": -1}}, "$.made.seed", "-1 is less than 0"),
        ({"made": {"method": "x", "seed": 2**63}}, "$.made.seed", f"{2**63} is more than {2**63 - 1}"),
        ({"layout": None}, "$.layout", "this is null, but a text or an object was expected"),
        ({"layout": {"name": "n"}}, "$.layout", "the field 'schema' is missing"),
        ({"layout": {**DEAL["layout"], "marks": {"vaults": [0] * 5000}}}, "$.layout.marks.vaults", "at most 4096"),
        ({"layout": {**DEAL["layout"], "levels": [["#" * 1002]]}}, "$.layout.levels[0][0]", "at most 1001"),
        ({"": 1}, '$[""]', "unknown field ''"),
        ({"f" * 5000: 1}, f'$["{"f" * 100}..."]', "unknown field 'fff"),
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


def test_wrong_types_hide_no_overlap_in_the_layout() -> None:
    layout = {**DEAL["layout"], "tiles": [[0, 0, 0], [1, 0, 0]], "x_": 1}
    found = faults_of({**DEAL, "layout": layout, "faces": ["a", 1]})
    assert set(found) == {"$.faces[1]", "$.layout.tiles[1]"}
    assert set(faults_of({**DEAL, "layout": {**layout, "tiles": [[0, 0]]}})) == {"$.layout.tiles[0]"}


def test_an_unknown_game_hides_no_other_fault() -> None:
    found = faults_of({"schema": "pyrsolve.deal/1", "game": "chess", "players": 0, "board": [1, 2], "made": {}})
    assert set(found) == {"$.game", "$.players", "$.made"}


def test_messages_are_short_whatever_the_file_says() -> None:
    huge = "\x1b" * 10_000
    found = faults_of({**DEAL, "schema": huge, "faces": huge, huge: 1, "made": {"method": huge}, "deck": [huge]})
    assert len(found) == 5
    for path, message in found.items():
        assert path is not None
        assert "\x1b" not in path + message
        assert len(path) + len(message) < 1000


def test_an_escaped_key_is_the_same_key() -> None:
    text = (
        json.dumps(DEAL)
        .encode()
        .replace(b'{"schema": "pyrsolve.deal/1"', b'{"\\u0078_a": 1, "schema": "pyrsolve.deal/1"')
    )
    assert decode_deal(text) == decode_deal(json.dumps(DEAL).encode())


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


texts = st.text(max_size=12)
small = st.integers(0, 50)
layout_records = st.builds(
    LayoutRecord,
    schema_=st.just("pyrsolve.layout/1"),
    name=texts,
    tiles=st.lists(st.tuples(*[st.integers(-1000, 1000)] * 3), max_size=5).map(tuple),
    marks=st.none() | st.builds(Marks, vaults=st.lists(small, max_size=3).map(tuple)),
    author=st.none() | texts,
    features=st.none() | st.dictionaries(texts.map("f".__add__), st.booleans() | small | texts, max_size=3),
)
deal_records = st.builds(
    RemovalDealRecord,
    schema_=st.just("pyrsolve.deal/1"),
    game=st.just("mahjong"),
    rules=st.dictionaries(texts.map("r".__add__), st.booleans() | st.integers(-(10**19), 10**19) | texts, max_size=3),
    preset=st.none() | texts,
    players=st.none() | st.integers(1, 16),
    reference=st.none() | texts,
    made=st.none() | st.builds(Made, method=texts, seed=st.none() | st.integers(0, 2**63 - 1)),
    layout=texts | layout_records,
    faces=st.lists(texts, max_size=5).map(tuple),
    removed=st.lists(small, max_size=3).map(tuple),
)


@given(deal_records)
def test_reading_is_the_inverse_of_writing(record: RemovalDealRecord) -> None:
    text = encode(record)
    assert b"\n" not in text
    assert decode_deal(text) == record
    assert encode(decode_deal(text)) == text
    assert decode_deal(json.dumps(json.loads(text), indent=2).encode()) == record
