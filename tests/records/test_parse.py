"""Strict JSON: every kind of bad text gives a fault with its place, and nothing else ever comes out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.errors import DataError
from pyrsolve.records import caps, scan, strict
from pyrsolve.records.decode import parse

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**19), 10**19)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (b"", 1, 1, "empty"),
        (b" \n\t ", 1, 1, "empty"),
        (b"{", 1, 2, "not JSON"),
        (b'{"a": 1,\n "a": 2}', 2, 2, "stands twice"),
        (b'{"a": {"b": 1, "b": 1}}', 1, 16, "stands twice"),
        (b"[1,\n NaN]", 2, 2, "NaN is not JSON"),
        (b"[-Infinity]", 1, 2, "-Infinity is not JSON"),
        (b"[1e999]", 1, 2, "too large"),
        (b"[" + b"1" * 21 + b"]", 1, 2, "20 digits"),
        (b'["ab", "\\ud800"]', 1, 8, "surrogate"),
        (b'{"\\udc00": 1}', 1, 2, "surrogate"),
        (b"\xef\xbb\xbf{}", 1, 1, "byte order mark"),
        (b'{"a": "\xff"}', 1, 8, "not UTF-8"),
        ('{"a": 1,\n "ß": "ü'.encode() + b"\xc3", 2, 9, "not UTF-8"),
        (b"\xff\xfe{\x00}\x00", 1, 1, "UTF-16"),
        ('["ßß", NaN]'.encode(), 1, 8, "NaN is not JSON"),
        (b'{"a": 1, "\\u0061": 2}', 1, 10, "'a' stands twice"),
        (b"[-" + b"1" * 5000 + b"]", 1, 2, "20 digits"),
        (b'["a\nb"]', 1, 4, "control character"),
        (b"[1] 2", 1, 5, "not JSON"),
        (b"[" * 65 + b"]" * 65, 1, 65, "deep"),
        (b"[" * 100_000 + b"]" * 100_000, 1, 65, "deep"),
    ],
)
def test_fault_and_place(text: bytes, line: int, column: int, words: str) -> None:
    with pytest.raises(DataError) as caught:
        parse(text)
    fault = caught.value.faults[0]
    assert words in fault.message
    assert (fault.line, fault.column) == (line, column)


def test_every_fault_at_once() -> None:
    with pytest.raises(DataError) as caught:
        parse(b'{"a": NaN, "a": [1e999, "\\ud800"]}')
    assert len(caught.value.faults) == 4


def test_broken_syntax_is_listed_after_the_rest() -> None:
    with pytest.raises(DataError) as caught:
        parse(b'{"a": 1, "a": 2,\n "b": NaN, "c" 3}')
    assert [(fault.path, fault.line, fault.column) for fault in caught.value.faults] == [
        ("$.a", 1, 10),
        ("$.b", 2, 7),
        (None, 2, 16),
    ]
    assert "not JSON" in caught.value.faults[-1].message


@pytest.mark.parametrize(
    ("number", "words"), [(101, "and 1 more fault"), (500, "and 400 more faults"), (50_000, "and at least 9900 more")]
)
def test_many_faults_are_cut(number: int, words: str) -> None:
    with pytest.raises(DataError) as caught:
        parse(b"[" + b",\n".join([b"NaN"] * number) + b"]")
    faults = caught.value.faults
    assert len(faults) == caps.MAX_FAULTS + 1
    assert words in faults[-1].message
    assert (faults[99].path, faults[99].line, faults[99].column) == ("$[99]", 100, 1)


def test_many_lists_are_refused_before_they_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict, "MAX_CONTAINERS", 10)
    with pytest.raises(DataError, match="at most 10"):
        parse(b"[" + b"[]," * 10 + b"[]]")


def test_a_scan_that_ends_early_still_says_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "MAX_TOKENS", 3)
    with pytest.raises(DataError, match="1:23: NaN is not JSON"):
        parse(b'[[1], [2], [3], "NaN",NaN]')
    with pytest.raises(DataError, match="the key 'a' stands twice"):
        parse(b'[[1], [2], [3], {"a": 1, "a": 1}]')


def test_size_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict, "MAX_FILE_BYTES", 100)
    with pytest.raises(DataError, match="larger than"):
        parse(b" " * 101)


@pytest.mark.parametrize(
    "text",
    [
        b"[" * 64 + b"]" * 64,
        b'"' + b"[" * 100 + b'"',
        b'["\\"' + b"[" * 100 + b'\\"", "' + b"]" * 100 + b'"]',
        b"[" + b"[]," * 100 + b"[]]",
        b'["\\ud83c\\udc00", "\\\\ud800"]',
        b"[" + b"1" * 20 + b", 1e99, 0e999, -0.0]",
        b'{"mask": "' + b"1" * 36 + b'", "id": "12e345", "x": ["NaN", "Infinity"]}',
    ],
)
def test_what_is_allowed_takes_the_fast_way(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "find_faults", lambda _: pytest.fail("the slow way was taken"))
    assert parse(text) == json.loads(text)


def test_long_fractions_are_allowed() -> None:
    assert parse(b"[0." + b"1" * 60 + b"]") == [0.1111111111111111]


@given(plain)
def test_inverse_of_json(value: object) -> None:
    assert parse(json.dumps(value).encode()) == value


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\\u dDeE0123456789NaInfinity-+.', max_size=60).map(str.encode))
def test_only_data_errors(text: bytes) -> None:
    try:
        value = parse(text)
    except DataError as error:
        assert error.faults
    else:
        assert value == json.loads(text)
