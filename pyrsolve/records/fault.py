"""``fault/1``: what stands in the place of a result where the input could not be read."""

from __future__ import annotations

from typing import Literal

import msgspec

from pyrsolve.errors import DataError


class Source(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a record came from: the file as the user named it (``-`` is standard input), and its line in a ``.jsonl``."""

    file: str
    line: int | None = None


class FaultEntry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One fault; `line` and `column` count from 1."""

    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None


class FaultRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Every fault of one input."""

    schema_: Literal["pyrsolve.fault/1"] = msgspec.field(name="schema")
    source: Source | None = None
    faults: tuple[FaultEntry, ...]


def fault_record(error: DataError, source: Source | None = None) -> FaultRecord:
    """The record of an error. A fault about another file than the source, a layout say, begins with that file's name."""
    return FaultRecord(
        schema_="pyrsolve.fault/1",
        source=source,
        faults=tuple(
            FaultEntry(
                f"{fault.file}: {fault.message}" if source and fault.file not in (None, source.file) else fault.message,
                fault.path,
                fault.line,
                fault.column,
            )
            for fault in error.faults
        ),
    )
