"""Strict JSON: every kind of bad text gives a fault with its place, and nothing else ever comes out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.errors import DataError
from pyrsolve.records import caps, strict
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


def test_many_faults_are_cut() -> None:
    with pytest.raises(DataError) as caught:
        parse(b"[" + b",".join([b"NaN"] * 500) + b"]")
    assert len(caught.value.faults) == caps.MAX_FAULTS + 1
    assert "more" in caught.value.faults[-1].message


def test_size_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict, "MAX_FILE_BYTES", 100)
    with pytest.raises(DataError, match="larger than"):
        parse(b" " * 101)


@pytest.mark.parametrize(
    "text", [b"[" * 64 + b"]" * 64, b'"[[[[' + b"[" * 100 + b'"', b'"\\ud83d\\ude00"', b"[" + b"1" * 20 + b"]"]
)
def test_what_is_allowed(text: bytes) -> None:
    assert parse(text) == json.loads(text)


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
