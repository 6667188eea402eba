"""``best/1``: the best of a deal by some objective, and the proved bound."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text


class BestRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`value`: the best found; `bound`: nothing is better, proved; they meet where it is `optimal`. `line`: reaches the value.

    `reason`: the limit that cut the search short.
    """

    schema_: Literal["pyrsolve.best/1"] = msgspec.field(name="schema")
    deal_id: Text
    source: Source | None = None
    objective: Text
    value: int | None = None
    bound: int | None = None
    optimal: bool
    line: tuple[Any, ...] | None = None
    reason: Text | None = None
