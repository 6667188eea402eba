"""``result/1``: a verdict with its witness or refutation, and the way between it and an `Outcome`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pyrsolve import evidence
from pyrsolve._version import __version__
from pyrsolve.games.base import Deal
from pyrsolve.outcome import Limits, Outcome, Refutation, SearchStats
from pyrsolve.records.caps import MAX_TILES
from pyrsolve.records.deal import Count
from pyrsolve.records.decode import convert, parse
from pyrsolve.records.explanation import ExplanationRecord
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text

Hex = Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{1,{MAX_TILES // 4}}}$")]
Steps = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
Seconds = Annotated[float, msgspec.Meta(ge=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Deadlock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set of tiles that lock each other: bit i of the hexadecimal mask is tile i."""

    tiles: Hex


class RefutationRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Why a removal deal cannot be won: see `pyrsolve.outcome.Refutation`. Steps are ``[literals, hints]``."""

    deadlocks: tuple[Deadlock, ...] = ()
    steps: Steps = ()
    odd_group: Hex | None = None


class StatsRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Counters of the search; absent is "not counted"."""

    nodes: Count | None = None
    closures: Count | None = None
    conflicts: Count | None = None
    states: Count | None = None
    evictions: Count | None = None


class TimingRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Wall and CPU seconds, peak memory of the process in bytes."""

    seconds: Seconds
    cpu_seconds: Seconds
    peak_bytes: Count | None = None


class LimitsRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The limits that the search was given; absent is none."""

    seconds: Seconds | None = None
    nodes: Count | None = None
    memory: Count | None = None


class GradeRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How hard a generated deal is, by a sample of random play that its acceptance did not look at.

    `interval`: Wilson's, of the win rate; `trap_density`: the share of the legal moves along the witness that lose, exact.
    """

    plays: Count
    wins: Count
    win_rate: Share
    interval: tuple[Share, Share]
    trap_density: Share | None = None


class ResultRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One decided (or undecided) deal.

    Of generated deals: `verified`, the witness was replayed before this was written; `unique`, there is no other winning pairing.
    """

    schema_: Literal["pyrsolve.result/1"] = msgspec.field(name="schema")
    deal_id: Text
    deal: dict[str, Any] | None = None
    source: Source | None = None
    verdict: Literal["solvable", "unsolvable", "undecided"]
    reason: Literal[
        "goal",
        "refuted",
        "structural",
        "exhausted",
        "infeasible",
        "time",
        "nodes",
        "memory",
        "incomplete",
        "interrupted",
    ]
    proof: Literal["checked", "claimed"] | None = None
    backend: Text
    decided_by: Text | None = None
    witness: tuple[Any, ...] | None = None
    refutation: RefutationRecord | None = None
    explanation: ExplanationRecord | None = None
    verified: bool | None = None
    unique: bool | None = None
    grade: GradeRecord | None = None
    stats: StatsRecord
    timing: TimingRecord | None = None
    limits: LimitsRecord
    rules: dict[str, bool | int | str]
    version: Text


def mask_of(tiles: frozenset[int]) -> str:
    """A set of tiles as a hexadecimal mask, most significant digit first."""
    return f"{sum(1 << tile for tile in tiles):x}"


def tiles_of(mask: str) -> frozenset[int]:
    """The tiles of a hexadecimal mask."""
    return evidence.tiles_of(int(mask, 16))


def result_record(
    outcome: Outcome,
    deal: Deal,
    *,
    source: Source | None = None,
    deal_record: Any = None,
    timing: bool = True,
    explanation: ExplanationRecord | None = None,
) -> ResultRecord:
    """The record of an outcome; `deal_record`, a record or its JSON value, is put inside where it is given."""
    refutation = outcome.refutation
    return ResultRecord(
        schema_="pyrsolve.result/1",
        deal_id=deal.deal_id,
        deal=msgspec.to_builtins(deal_record) if deal_record is not None else None,
        source=source,
        verdict=outcome.verdict.value,
        reason=outcome.reason.value,
        proof=outcome.proof.value if outcome.proof else None,
        backend=outcome.backend,
        decided_by=outcome.decided_by,
        witness=outcome.witness,
        refutation=refutation_record(refutation) if refutation is not None else None,
        explanation=explanation,
        stats=_stats(outcome.stats),
        timing=_timing(outcome) if timing else None,
        limits=_limits(outcome.limits),
        rules=deal.options.effective(),
        version=__version__,
    )


def _stats(stats: SearchStats) -> StatsRecord:
    return StatsRecord(stats.nodes, stats.closures, stats.conflicts, stats.states, stats.evictions)


def _timing(outcome: Outcome) -> TimingRecord | None:
    spent = outcome.timing
    if spent is None:
        return None
    return TimingRecord(round(spent.seconds, 6), round(spent.cpu_seconds, 6), spent.peak_bytes)


def _limits(limits: Limits) -> LimitsRecord:
    return LimitsRecord(limits.seconds, limits.nodes, limits.memory)


def refutation_record(refutation: Refutation) -> RefutationRecord:
    """The record of a refutation."""
    return RefutationRecord(
        deadlocks=tuple(Deadlock(f"{mask:x}") for mask in evidence.masks_of(refutation.deadlocks)),
        steps=tuple(refutation.steps),
        odd_group=mask_of(refutation.odd_group) if refutation.odd_group else None,
    )


def refutation_of(record: RefutationRecord) -> Refutation:
    """The refutation of a record, unchecked: `pyrsolve.verify.refutation` trusts nothing in it."""
    return Refutation(
        deadlocks=tuple(tiles_of(entry.tiles) for entry in record.deadlocks),
        steps=record.steps,
        odd_group=tiles_of(record.odd_group) if record.odd_group else frozenset(),
    )


def decode_result(data: bytes) -> ResultRecord:
    """The result record in one JSON text. Raises DataError with every fault."""
    return convert_result(parse(data), data)


def convert_result(value: Any, data: bytes | None = None) -> ResultRecord:
    """A parsed value as a result record; `data` is the text it came from. Raises DataError with every fault."""
    return convert(value, ResultRecord, data)
