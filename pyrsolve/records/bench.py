"""``bench/1``: how fast backends decide the deals of some files, and how fast the machine was meanwhile."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pyrsolve.records.deal import Count

Milliseconds = Annotated[float, msgspec.Meta(ge=0)]


class BenchRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One backend on the deals of one file: milliseconds are of CPU a deal; `closures` and `conflicts` are sums."""

    file: str
    backend: str
    deals: Count
    solvable: Count
    unsolvable: Count
    undecided: Count
    mean_ms: Milliseconds
    median_ms: Milliseconds
    p99_ms: Milliseconds
    max_ms: Milliseconds
    closures: Count | None = None
    conflicts: Count | None = None


class BenchTotal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One backend over its files: the sum and the geometric mean of the files' means."""

    backend: str
    files: Count
    sum_of_means_ms: Milliseconds
    geometric_mean_ms: Milliseconds


class BenchRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`calibration_ms`: CPU time of a piece of work that never changes, the mean of before and after."""

    schema_: Literal["pyrsolve.bench/1"] = msgspec.field(name="schema")
    calibration_ms: Milliseconds
    rows: tuple[BenchRow, ...]
    calibration_before_ms: Milliseconds | None = None
    calibration_after_ms: Milliseconds | None = None
    totals: tuple[BenchTotal, ...] = ()
    proofs: bool = True
    version: str | None = None
