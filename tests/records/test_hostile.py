"""Files that were made to do harm: only a DataError comes out, soon, with messages of a readable length.

The sizes are such that work in proportion to the square of them would take hours.
"""

from __future__ import annotations

import json
import random
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.errors import DataError
from pyrsolve.records.deal import decode_deal
from pyrsolve.records.decode import decode
from pyrsolve.records.layout import LayoutRecord, resolve
from pyrsolve.records.result import decode_result
from pyrsolve.records.strict import parse
from tests.records.spoiling import JUNK, spoilt

N = 200_000
SECONDS = 10
DEAL = b'{"schema":"pyrsolve.deal/1","game":"mahjong","layout":"turtle","faces":'
LAYOUT = b'{"schema":"pyrsolve.layout/1","name":"n",'
RESULT = (
    b'{"schema":"pyrsolve.result/1","deal_id":"a","verdict":"unsolvable","reason":"refuted","backend":"b",'
    b'"stats":{},"limits":{},"rules":{},"version":"1","refutation":{"steps":['
)


def read_layout(data: bytes) -> Any:
    return resolve(decode(data, LayoutRecord))


def members(count: int, form: str) -> bytes:
    return ",".join(form % place for place in range(count)).encode()


CASES: dict[str, tuple[Callable[[bytes], Any], bytes, str]] = {
    "opened lists": (parse, b"[" * N, "nested"),
    "opened objects": (parse, b'{"a":' * N, "nested"),
    "deep between strings": (parse, b'["]",' * N + b"1" + b"]" * N, "nested"),
    "an escaped string without end": (parse, b'"' + b'\\"' * N, "Unterminated"),
    "lists around strings without end": (parse, b"[" * 65 + b'"\\"' * N, "nested"),
    "quotes": (parse, b"[" + b'"' * N, "delimiter"),
    "a constant at the end": (parse, b"[" + b"1," * N + b"NaN]", "NaN"),
    "constants": (parse, b"[" + b"NaN," * N + b"1]", "NaN"),
    "keys that stand twice": (parse, b'{"a":1,' + b'"b":1,' * N + b'"c":1}', "twice"),
    "a surrogate in a long text": (parse, b'"' + b"a" * 10 * N + b'\\ud800"', "surrogate"),
    "an escaped long key twice": (parse, b'{"' + b"\\u0061" * N + b'":1,"' + b"a" * N + b'":2}', "twice"),
    "digits": (parse, b"[" + b"1" * 10 * N + b"]", "digits"),
    "an exponent": (parse, b"[1e" + b"9" * N + b"]", "large"),
    "not UTF-8 after many lines": (parse, b"\n" * 10 * N + b"\xff", "UTF-8"),
    "numbers for faces": (decode_deal, DEAL + b"[" + b"1," * N + b"1]}", "at most 4096"),
    "long faces": (decode_deal, DEAL + b'["' + b"a" * 10 * N + b'"]}', "at most 1000"),
    "unknown fields": (decode_deal, DEAL + b'["a"],' + members(N, '"k%d":1') + b"}", "unknown field"),
    "fields nearly known": (decode_deal, DEAL + b'["a"],' + members(N, '"faces%d":1') + b"}", "did you mean"),
    "a long key": (decode_deal, DEAL + b'["a"],"' + b"faces" * N + b'":1}', "unknown field"),
    "a long game": (decode_deal, DEAL.replace(b"mahjong", b"m" * 10 * N) + b'["a"]}', "at most 1000"),
    "a long schema": (decode_deal, DEAL.replace(b"deal/1", b"d" * 10 * N) + b'["a"]}', "is not"),
    "rules": (decode_deal, DEAL + b'["a"],"rules":{' + members(N, '"k%d":1.5') + b"}}", "$.rules.k0"),
    "fields of one's own": (decode_deal, DEAL + b"[1]," + members(N, '"x_%d":[]') + b"}", "$.faces[0]"),
    "a far coordinate": (read_layout, LAYOUT + b'"tiles":[[0,0,1000000000]]}', "between -1000 and 1000"),
    "many tiles": (read_layout, LAYOUT + b'"tiles":[' + b"[0,0,0]," * 1_000_000 + b"[0,0,0]]}", "at most 4096"),
    "tiles in one place": (read_layout, LAYOUT + b'"tiles":[' + b"[0,0,0]," * 4095 + b"[0,0,0]]}", "stands where"),
    "marks": (read_layout, LAYOUT + b'"tiles":[[0,0,0]],"marks":{"vaults":[' + b"0," * N + b"0]}}", "at most 4096"),
    "a drawing of letters": (
        read_layout,
        LAYOUT + b'"levels":[[' + b",".join([b'"' + b"x" * 1000 + b'"'] * 1000) + b"]]}",
        "only '#'",
    ),
    "a drawing of tiles": (
        read_layout,
        LAYOUT + b'"levels":[[' + b",".join([b'"' + b"#" * 1000 + b'"'] * 1000) + b"]]}",
        "at most 4096",
    ),
    "steps, the last one bad": (decode_result, RESULT + b"[[1,2],[3]]," * N + b"[[1,2],[0.5]]]}}", f"steps[{N}][1][0]"),
    "steps, all bad": (decode_result, RESULT + b"[[1,null],[3]]," * N + b"0]}}", "more faults"),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_soon(name: str) -> None:
    read, data, words = CASES[name]
    begun = time.process_time()
    with pytest.raises(DataError) as caught:
        read(data)
    assert time.process_time() - begun < SECONDS
    assert words in str(caught.value)
    assert len(caught.value.faults) <= 102
    assert all(len(fault.message) + len(fault.path or "") < 500 for fault in caught.value.faults)


def test_what_is_too_large_is_refused_before_anything_is_allocated() -> None:
    large = bytes(64 * 1024 * 1024 + 1)
    empty_lists = b"[" + b"[]," * 4_000_000 + b"[]]"
    tracemalloc.start()
    try:
        with pytest.raises(DataError, match="larger than 64 MB"):
            parse(large)
        assert tracemalloc.get_traced_memory()[1] < 100_000
        with pytest.raises(DataError, match="at most 4000000"):
            parse(empty_lists)
        assert tracemalloc.get_traced_memory()[1] < 2 * len(empty_lists)  # its characters, no list
    finally:
        tracemalloc.stop()


VALID = [
    DEAL + b'["1m","2m"],"removed":[0],"rules":{"cover":"any"},"x_note":[1,{"a":null}],"made":{"method":"m","seed":5}}',
    b'{"schema":"pyrsolve.deal/1","game":"mahjong","layout":' + LAYOUT + b'"levels":[["#.#",""]]},"faces":["a","a"]}',
    LAYOUT + b'"tiles":[[0,0,0],[2,0,0],[1,0,1]],"marks":{"vaults":[1]},"features":{"vault_tokens":2}}',
    RESULT + b'[[1,-2],[3]],[[],[4]]],"deadlocks":[{"tiles":"f0"}]}}',
]
READERS = (parse, decode_deal, read_layout, decode_result)
PIECES = [*b'{}[]",:\\.-+0123456789eE \n\x00\xff', 0xC3, 0xED]
WORDS = (b"null", b"NaN", b"1e999", b'"\\ud800"', b"[" * 70, b'"x_a":1,', b"9" * 25, b"\xef\xbb\xbf")


def read_with_all(data: bytes) -> None:
    for read in READERS:
        try:
            read(data)
        except DataError as error:
            assert error.faults
            assert all(fault.message and (fault.line is None) == (fault.column is None) for fault in error.faults)
            str(error).encode()  # what is printed has no lone surrogate


@given(
    st.binary(max_size=100) | st.lists(st.sampled_from(WORDS + tuple(bytes([piece]) for piece in PIECES))).map(b"".join)
)
def test_random_bytes(data: bytes) -> None:
    read_with_all(data)


@pytest.mark.parametrize("original", VALID)
def test_spoilt_bytes_of_records(original: bytes) -> None:
    draw = random.Random(original)
    for _ in range(400):
        data = bytearray(original)
        for _ in range(draw.randint(1, 3)):
            place, length = draw.randrange(len(data)), draw.choice((0, 1, 1, 2, 10))
            data[place : place + length] = draw.choice((b"", bytes([draw.choice(PIECES)]), draw.choice(WORDS)))
        read_with_all(bytes(data))


@pytest.mark.parametrize("original", VALID)
def test_spoilt_values_of_records(original: bytes) -> None:
    draw = random.Random(original)
    for _ in range(400):
        read_with_all(json.dumps(spoilt(json.loads(original), draw, [*JUNK, "\udc80"])).encode())
