"""Results and faults as records: round trips through text, masks, what is left out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrsolve
from pyrsolve import registry
from pyrsolve.errors import DataError, Fault
from pyrsolve.outcome import Limits, Refutation
from pyrsolve.records.deal import decode_deal
from pyrsolve.records.decode import decode
from pyrsolve.records.encode import canonical, encode
from pyrsolve.records.fault import FaultRecord, Source, fault_record
from pyrsolve.records.result import (
    LimitsRecord,
    ResultRecord,
    StatsRecord,
    decode_result,
    mask_of,
    refutation_of,
    refutation_record,
    result_record,
    tiles_of,
)

RESULT: dict[str, Any] = {
    "schema": "pyrsolve.result/1",
    "deal_id": "ab",
    "verdict": "unsolvable",
    "reason": "refuted",
    "backend": "pairing",
    "stats": {},
    "limits": {},
    "rules": {},
    "version": "0",
}
HEAD: dict[str, Any] = {name: value for name, value in RESULT.items() if name not in ("schema", "stats", "limits")} | {
    "stats": StatsRecord(),
    "limits": LimitsRecord(),
}
BAD_MASKS = ("", "xyz", "F0", "0x1", "-1", " 1", "0" * 2000)
sets = st.frozensets(st.integers(0, 4095), max_size=30)
numbers = st.lists(st.integers(-(10**6), 10**6), max_size=5).map(tuple)


@given(sets)
def test_masks(tiles: frozenset[int]) -> None:
    assert tiles_of(mask_of(tiles)) == tiles


def test_masks_are_hexadecimal_most_significant_digit_first() -> None:
    assert mask_of(frozenset({0, 4, 5, 11})) == "831"
    assert mask_of(frozenset()) == "0"


@given(
    st.builds(Refutation, st.lists(sets, max_size=4).map(tuple), st.lists(st.tuples(numbers, numbers)).map(tuple), sets)
)
def test_refutations_come_back(refutation: Refutation) -> None:
    text = encode(ResultRecord(schema_="pyrsolve.result/1", **HEAD, refutation=refutation_record(refutation)))
    read = decode_result(text)
    assert read.refutation is not None
    assert refutation_of(read.refutation) == refutation
    assert encode(read) == text


def test_a_result_is_written_as_the_interface_says() -> None:
    text = (
        b'{"schema":"pyrsolve.result/1","deal_id":"ab","verdict":"unsolvable","reason":"refuted","proof":"checked",'
        b'"backend":"pairing","refutation":{"deadlocks":[{"tiles":"f0"}],"steps":[[[1,-2],[3]],[[],[4,5]]]},'
        b'"stats":{"nodes":3},"limits":{},"rules":{"cover":"next"},"version":"0.1.0"}'
    )
    assert encode(decode_result(text)) == text


def test_outcomes_come_back() -> None:
    seen = set()
    for deal in pyrsolve.deal("turtle", 1400, 12):
        limits = Limits(seconds=60.0, nodes=10**6)
        outcome = pyrsolve.solve(deal, limits=limits)
        written = registry.game(deal.game).write(deal)
        record = result_record(outcome, deal, source=Source("a.jsonl", 3), deal_record=written)
        text = encode(record)
        read = decode_result(text)
        assert b"\n" not in text
        assert encode(read) == text
        assert (read.deal_id, read.verdict, read.source) == (deal.deal_id, outcome.verdict.value, Source("a.jsonl", 3))
        assert read.deal is not None
        assert decode_deal(json.dumps(read.deal).encode()) == written
        assert (read.limits.seconds, read.limits.nodes, read.limits.memory) == (60.0, 10**6, None)
        assert read.rules == deal.options.effective()
        if outcome.witness is not None:
            assert [tuple(move) for move in read.witness or ()] == [tuple(move) for move in outcome.witness]
        if outcome.refutation is not None:
            assert read.refutation is not None
            again = refutation_of(read.refutation)
            assert tuple(again.deadlocks) == tuple(outcome.refutation.deadlocks)
            assert tuple(again.steps) == tuple(outcome.refutation.steps)
        assert "timing" not in json.loads(encode(result_record(outcome, deal, timing=False)))
        seen.add(read.verdict)
    assert seen == {"solvable", "unsolvable"}


@pytest.mark.parametrize(
    ("change", "path"),
    [
        *(({"refutation": {"deadlocks": [{"tiles": mask}]}}, "$.refutation.deadlocks[0].tiles") for mask in BAD_MASKS),
        ({"refutation": {"steps": [[[1], [2]], [[1], [2.5]]]}}, "$.refutation.steps[1][1][0]"),
        ({"refutation": {"steps": [[[1]]]}}, "$.refutation.steps[0]"),
        ({"verdict": "maybe"}, "$.verdict"),
        ({"reason": None}, "$.reason"),
        ({"stats": {"nodes": -1}}, "$.stats.nodes"),
        ({"timing": {"seconds": -0.5, "cpu_seconds": 1}}, "$.timing.seconds"),
        ({"source": {"line": 3}}, "$.source"),
    ],
)
def test_bad_results(change: dict[str, Any], path: str) -> None:
    with pytest.raises(DataError) as caught:
        decode_result(json.dumps({**RESULT, **change}).encode())
    assert [fault.path for fault in caught.value.faults] == [path]


def test_every_fault_of_a_result_is_listed() -> None:
    bad = {**RESULT, "verdict": 1, "timing": {"seconds": -1, "cpu_seconds": -1}, "colour": 2}
    with pytest.raises(DataError) as caught:
        decode_result(json.dumps(bad, indent=2).encode())
    assert [(fault.path, fault.line) for fault in caught.value.faults] == [
        ("$.verdict", 4),
        ("$.timing.seconds", 12),
        ("$.timing.cpu_seconds", 13),
        ("$.colour", 15),
    ]


def test_fault_records() -> None:
    error = DataError([Fault("a", "$.faces[3]", 7, 2, "d.jsonl"), Fault("b", file="turtle.layout", line=3), Fault("c")])
    record = fault_record(error, Source("d.jsonl", 7))
    text = encode(record)
    assert json.loads(text) == {
        "schema": "pyrsolve.fault/1",
        "source": {"file": "d.jsonl", "line": 7},
        "faults": [
            {"message": "a", "path": "$.faces[3]", "line": 7, "column": 2},
            {"message": "turtle.layout: b", "line": 3},
            {"message": "c"},
        ],
    }
    assert decode(text, FaultRecord) == record
    assert encode(fault_record(error)).startswith(b'{"schema":"pyrsolve.fault/1","faults":[{"message":"a"')


def test_canonical() -> None:
    assert canonical({"b": [1, "ß"], "a": {"d": None, "c": 1.5}}) == '{"a":{"c":1.5,"d":null},"b":[1,"ß"]}'.encode()
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical(float("nan"))
