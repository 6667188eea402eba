"""From bytes to records: strict JSON (`pyrsolve.records.strict`), then types, with every fault and its place.

The fast way is msgspec; only where it refuses something is the value walked field by field (`pyrsolve.records.collect`) and
the text searched for where the faults stand (`pyrsolve.records.scan`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_FAULTS
from pyrsolve.records.gather import Gathered
from pyrsolve.records.strict import parse

__all__ = ["convert", "decode", "parse", "placed", "schema_of", "without_private"]

T = TypeVar("T")


def decode(data: bytes, kind: type[T]) -> T:
    """The record of type `kind` in one JSON text. Raises DataError with every fault."""
    return convert(parse(data), kind, data)


def convert(value: Any, kind: type[T], data: bytes | None = None) -> T:
    """A parsed value as a record of type `kind`; `data`, the text it came from, gives the faults their places.

    Fields ``x_...`` are left out wherever they stand. Raises DataError with every fault.
    """
    if data is None or b'"x_' in data or b"\\u00" in data:  # an escaped x is an x
        value = without_private(value)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        from pyrsolve.records.collect import type_faults

        faults = type_faults(value, kind)
        if not faults:  # a constraint that the walk does not know: msgspec's own words
            message, _, path = str(error).partition(" - at `")
            faults = [Fault(message, path.rstrip("`") or "$")]
    raise DataError(placed(faults, data))


def placed(faults: Iterable[Fault], data: bytes | None) -> list[Fault]:
    """The faults with line and column of their paths in the text, at most as many as are worth listing.

    A fault that has its place already, or is about another file, keeps it.
    """
    listed = list(faults)
    if len(listed) > MAX_FAULTS + 1:  # else it has been cut already, its last line says how many more there are
        listed = Gathered(listed).all()
    homeless = {fault.path for fault in listed if fault.path and fault.line is None and fault.file is None}
    if data is None or not homeless:
        return listed
    from pyrsolve.records.scan import find_places

    places = find_places(data.decode("utf-8"), homeless)
    return [
        fault.at(None, *places[fault.path])
        if fault.path in places and fault.line is None and fault.file is None
        else fault
        for fault in listed
    ]


def without_private(value: Any) -> Any:
    """The value without the ``x_...`` fields, which anyone may add and nobody reads. Safe at any depth that `parse` allows."""
    if isinstance(value, dict):
        return {key: without_private(item) for key, item in value.items() if not key.startswith("x_")}
    if isinstance(value, list):
        return [without_private(item) for item in value]
    return value


def schema_of(value: Any) -> str | None:
    """The name of the schema that a value says it has."""
    found = value.get("schema") if isinstance(value, dict) else None
    return found if isinstance(found, str) else None
