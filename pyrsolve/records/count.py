"""``count/1``: what can happen in one deal."""

from __future__ import annotations

from typing import Annotated, Literal, cast

import msgspec

from pyrsolve.records.deal import Count
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text
from pyrsolve.records.result import Share, TimingRecord

Number = Annotated[int, msgspec.Meta(ge=0)]
"""A whole number of any size."""
ByLeft = dict[Text, Count]
Size = Annotated[float, msgspec.Meta(ge=0)]


class EstimateRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The mean of `runs` independent unbiased estimates, and its standard error."""

    mean: Size
    standard_error: Size
    runs: Count


class PlayedRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Of `plays` games, `dead_ends` were lost: the rate, with Wilson's 95 % interval, and by how many tiles were left."""

    plays: Count
    dead_ends: Count
    rate: Share
    interval: tuple[Share, Share]
    by_tiles_left: ByLeft = {}


class CountRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Exact numbers (`exact`: all of them; else what was reached before the limit in `reason`), or estimates, never both.

    `winning_sequences`: ordered lists of moves. `winning_pairings`: ways to pair the tiles that clear the board in some order.
    """

    schema_: Literal["pyrsolve.count/1"] = msgspec.field(name="schema")
    deal_id: Text
    source: Source | None = None
    exact: bool | None = None
    positions: Count | None = None
    dead_ends: Count | None = None
    dead_ends_by_tiles_left: ByLeft | None = None
    winnable_positions: Count | None = None
    lost_positions: Count | None = None
    winning_sequences: Number | None = None
    winning_pairings: Number | None = None
    moves: Count | None = None
    bytes: Count | None = None
    random: PlayedRecord | None = None
    careful: PlayedRecord | None = None
    lines: EstimateRecord | None = None
    ended_lines: EstimateRecord | None = None
    winning_lines: EstimateRecord | None = None
    reason: Text | None = None
    timing: TimingRecord | None = None


def number(value: int) -> int:
    """A whole number of any size, so that it can be encoded: beyond 64 bits its digits are written as they are."""
    return value if value < 2**63 else cast(int, msgspec.Raw(str(value).encode()))
