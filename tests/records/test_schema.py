"""The shipped JSON Schemas are current, and accept what is written and refuse what is refused."""

from __future__ import annotations

import json

import jsonschema
import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.errors import DataError
from pyrsolve.records.encode import encode
from pyrsolve.records.fault import Source, fault_record
from pyrsolve.records.layout import record_of
from pyrsolve.records.result import result_record
from pyrsolve.records.schema import FOLDER, RECORDS, text


@pytest.mark.parametrize("name", RECORDS)
def test_current(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == text(name), "python -m pyrsolve.records.schema"


def schema(name: str) -> object:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def test_records_are_valid() -> None:
    for deal in pyrsolve.deal("turtle", 1400, 10):
        outcome = pyrsolve.solve(deal)
        record = registry.game(deal.game).write(deal)
        result = json.loads(encode(result_record(outcome, deal, source=Source("x", 3), deal_record=record)))
        jsonschema.validate(result, schema("result"))
        jsonschema.validate(json.loads(encode(record)), schema("deal-removal"))
        jsonschema.validate(json.loads(encode(record_of(deal.layout))), schema("layout"))
    jsonschema.validate(json.loads(encode(fault_record(DataError("x")))), schema("fault"))


def test_own_fields_and_unknown_fields() -> None:
    layout = {"schema": "pyrsolve.layout/1", "name": "n", "tiles": [[0, 0, 0]]}
    jsonschema.validate({**layout, "x_mine": 1}, schema("layout"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**layout, "mine": 1}, schema("layout"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**layout, "tiles": [[0, 0, 10**9]]}, schema("layout"))
