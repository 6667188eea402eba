"""The shipped JSON Schemas are current, and say the same as the decoder, on good records and on bad ones."""

from __future__ import annotations

import json
import random
from functools import cache
from importlib import import_module
from typing import Any

import jsonschema
import msgspec
import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.errors import DataError
from pyrsolve.records.collect import type_faults
from pyrsolve.records.decode import convert, without_private
from pyrsolve.records.encode import encode
from pyrsolve.records.fault import Source, fault_record
from pyrsolve.records.layout import record_of
from pyrsolve.records.result import result_record
from pyrsolve.records.schema import FOLDER, RECORDS, text
from tests.records.spoiling import spoilt

LAYOUT: dict[str, Any] = {"schema": "pyrsolve.layout/1", "name": "n", "tiles": [[0, 0, 0], [2, 0, 0]]}
PARAMETERS = {
    "game": "mahjong",
    "layouts": {"gate": "ab"},
    "rules": {"cover": "next"},
    "preset": "recommended",
    "seed": 1,
    "backend": "auto",
    "node_limit": 5,
    "seconds_a_deal": 1.5,
}
EXAMPLES: dict[str, dict[str, Any]] = {
    "layout": {**LAYOUT, "marks": {"vaults": [1], "capstones": []}, "features": {"a": 1, "b": "c"}},
    "deal-removal": {
        "schema": "pyrsolve.deal/1",
        "game": "mahjong",
        "layout": LAYOUT,
        "faces": ["a", "a"],
        "removed": [0],
        "rules": {"cover": "any", "n": 3, "b": True},
        "players": 2,
        "made": {"method": "m", "seed": 3},
    },
    "result": {
        "schema": "pyrsolve.result/1",
        "deal_id": "ab",
        "verdict": "unsolvable",
        "reason": "refuted",
        "proof": "checked",
        "backend": "pairing",
        "source": {"file": "f", "line": 3},
        "witness": [[0, 1]],
        "refutation": {"deadlocks": [{"tiles": "f0"}], "steps": [[[1, -2], [3]]], "odd_group": "7"},
        "explanation": {
            "kind": "lock",
            "text": ["t"],
            "groups": [[0, 1]],
            "cases": [{"pairs": [[0, 1]], "locked": [2]}],
        },
        "verified": True,
        "unique": False,
        "grade": {"plays": 10, "wins": 5, "win_rate": 0.5, "interval": [0.25, 0.75], "trap_density": 0.5},
        "stats": {"nodes": 3},
        "timing": {"seconds": 0.5, "cpu_seconds": 0.25, "peak_bytes": 9},
        "limits": {"seconds": 1.5},
        "rules": {"cover": "next"},
        "version": "0.1.0",
    },
    "count": {
        "schema": "pyrsolve.count/1",
        "deal_id": "ab",
        "source": {"file": "f"},
        "exact": True,
        "positions": 32,
        "dead_ends": 3,
        "dead_ends_by_tiles_left": {"2": 3},
        "winnable_positions": 20,
        "lost_positions": 12,
        "winning_sequences": 90,
        "winning_pairings": 15,
        "moves": 120,
        "bytes": 1000,
        "random": {"plays": 10, "dead_ends": 5, "rate": 0.5, "interval": [0.2, 0.8], "by_tiles_left": {"2": 5}},
        "careful": {"plays": 10, "dead_ends": 0, "rate": 0.0, "interval": [0.0, 0.3]},
        "lines": {"mean": 10.5, "standard_error": 1.5, "runs": 10},
        "reason": "memory",
        "timing": {"seconds": 0.5, "cpu_seconds": 0.25},
    },
    "analysis": {
        "schema": "pyrsolve.analysis/1",
        "deal_id": "ab",
        "source": {"file": "f"},
        "verdict": "solvable",
        "reason": "goal",
        "backend": "pairing",
        "witness": [[0, 1]],
        "structure": {
            "tiles": 4,
            "cover_chain": [0, 1],
            "wait_chain": [0, 1],
            "chokes": [{"tile": 0, "waiting": [1, 2]}],
            "stuck": [3],
            "impossible": [[0, 1]],
            "mutual_blocks": [[[0, 1], [2, 3]]],
            "mutual_count": 1,
        },
        "pairings": {"forced": [[0, 1]], "free": [], "never": [[2, 3]], "undecided": [[0, 2]]},
        "traps": {
            "line": "record",
            "safe": 1,
            "losing": 1,
            "undecided": 1,
            "density": 0.5,
            "steps": [{"move": [0, 1], "safe": [[0, 1]], "losing": [[0, 2]], "undecided": [[0, 3]]}],
        },
        "record": {
            "moves": 2,
            "outcome": "lost",
            "sure": True,
            "first_losing": {"number": 1, "move": [0, 2], "safe": [[0, 1]]},
        },
        "difficulty": {
            "plays": 10,
            "wins": 5,
            "win_rate": 0.5,
            "interval": [0.25, 0.75],
            "trap_density": 0.5,
            "winning_pairings": 3,
            "quantile": {
                "deals": 4,
                "dealt": 5,
                "plays": 10,
                "wins": 5,
                "harder_than": 0.5,
                "interval": [0.25, 0.75],
            },
        },
        "absent": {"part": "why"},
        "stopped": "time",
        "limits": {"seconds": 1.5},
        "rules": {"cover": "next"},
        "version": "0.1.0",
    },
    "hint": {
        "schema": "pyrsolve.hint/1",
        "deal_id": "ab",
        "source": {"file": "f"},
        "verdict": "solvable",
        "move": [0, 1],
        "why": ["w"],
        "certain": True,
        "frees": [3],
        "witness": [[0, 1]],
        "safe": [[0, 1]],
        "losing": [[2, 3]],
        "undecided": [],
        "explanation": ["e"],
    },
    "best": {
        "schema": "pyrsolve.best/1",
        "deal_id": "ab",
        "source": {"file": "f"},
        "objective": "fewest-tiles-left",
        "value": 4,
        "bound": 2,
        "optimal": False,
        "line": [[0, 1]],
        "reason": "time",
    },
    "deck": {"schema": "pyrsolve.deck/1", "name": "n", "faces": {"a": 4, "b": 2}, "author": "me"},
    "repair": {
        "schema": "pyrsolve.repair/1",
        "deal_id": "ab",
        "method": "swaps",
        "swaps": [[0, 3]],
        "fewest": True,
        "at_least": 1,
        "tried": 7,
        "deal": {"schema": "pyrsolve.deal/1"},
        "witness": [[0, 1]],
    },
    "record": {
        "schema": "pyrsolve.record/1",
        "deal": {"schema": "pyrsolve.deal/1"},
        "players": ["Ann"],
        "moves": [{"actor": 0, "move": [0, 1]}, {"actor": "chance", "move": 6}],
        "returns": [1, "1/3"],
    },
    "audit": {
        "schema": "pyrsolve.audit/1",
        "deal_id": "ab",
        "holds": False,
        "faults": ["move 1: no"],
        "moves": [
            {
                "number": 1,
                "actor": 0,
                "move": [0, 1],
                "legal": False,
                "why": "no",
                "rule": "MP-7",
                "events": [{"text": "t", "player": 0, "points": -3, "rule": "r"}],
            }
        ],
        "points": [3],
        "over": True,
        "returns": [0, "1/2"],
    },
    "survey": {
        "schema": "pyrsolve.survey/1",
        "parameters": PARAMETERS,
        "strata": [
            {
                "layout": "gate",
                "deals": 10,
                "solvable": 6,
                "unsolvable": 3,
                "undecided": 1,
                "share": 0.75,
                "interval": [0.25, 0.875],
                "work": 5,
            }
        ],
        "ended": "count",
        "version": "0.1.0",
    },
    "journal": {"schema": "pyrsolve.journal/1", "kind": "survey", "parameters": PARAMETERS},
    "comparison": {
        "schema": "pyrsolve.comparison/1",
        "layout": "gate",
        "shares": [0.5, None],
        "difference": -0.25,
        "interval": [-0.5, 0.25],
    },
    "fault": {
        "schema": "pyrsolve.fault/1",
        "source": {"file": "-"},
        "faults": [{"message": "m", "path": "$", "line": 1}],
    },
    "bench": {
        "schema": "pyrsolve.bench/1",
        "calibration_ms": 1.5,
        "rows": [
            {"file": "f", "backend": "b", "deals": 2, "solvable": 1, "unsolvable": 1, "undecided": 0}
            | dict.fromkeys(("mean_ms", "median_ms", "p99_ms", "max_ms"), 0.5)
        ],
        "totals": [{"backend": "b", "files": 1, "sum_of_means_ms": 0.5, "geometric_mean_ms": 0.5}],
        "proofs": True,
    },
}


def kind_of(name: str) -> Any:
    module, _, kind = RECORDS[name].partition(":")
    return getattr(import_module(module), kind)


def test_every_record_has_an_example() -> None:
    assert set(EXAMPLES) == set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_current(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == text(name), "python -m pyrsolve.records.schema"


@cache
def validator(name: str) -> Any:
    schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_records_are_valid() -> None:
    for deal in pyrsolve.deal("turtle", 1400, 10):
        outcome = pyrsolve.solve(deal)
        record = registry.game(deal.game).write(deal)
        result = json.loads(encode(result_record(outcome, deal, source=Source("x", 3), deal_record=record)))
        validator("result").validate(result)
        validator("deal-removal").validate(json.loads(encode(record)))
        validator("layout").validate(json.loads(encode(record_of(deal.layout))))
    validator("fault").validate(json.loads(encode(fault_record(DataError("x")))))


def test_own_fields_and_unknown_fields() -> None:
    assert validator("layout").is_valid({**LAYOUT, "x_mine": 1})
    assert not validator("layout").is_valid({**LAYOUT, "mine": 1})
    assert not validator("layout").is_valid({**LAYOUT, "tiles": [[0, 0, 10**9]]})
    assert not validator("layout").is_valid({**LAYOUT, "levels": [["#"]]})
    assert not validator("layout").is_valid({"schema": "pyrsolve.layout/1", "name": "n"})
    assert validator("layout").is_valid({"schema": "pyrsolve.layout/1", "name": "n", "levels": [["#"]]})


@pytest.mark.parametrize("name", EXAMPLES)
def test_schema_decoder_and_collector_agree(name: str) -> None:
    kind, example = kind_of(name), EXAMPLES[name]
    draw = random.Random(name)
    accepted = 0
    for _ in range(500):
        value = spoilt(json.loads(json.dumps(example)), draw)
        try:
            record = convert(value, kind)
        except DataError as error:
            assert type_faults(without_private(value), kind) == list(error.faults)
            assert not validator(name).is_valid(value), value
        else:
            accepted += 1
            assert type_faults(without_private(value), kind) == []
            one_form = not isinstance(value, dict) or _has_one_form(value.get("layout", value))
            assert validator(name).is_valid(value) == one_form, value
            assert msgspec.json.decode(encode(record), type=kind) == record
    assert accepted > 10


def _has_one_form(layout: Any) -> bool:
    """What the schema says of a layout, and `resolve` after the decoder."""
    if not isinstance(layout, dict) or layout.get("schema") != "pyrsolve.layout/1":
        return True
    return (layout.get("tiles") is None) != (layout.get("levels") is None)
