"""``repair/1``: a deal made winnable."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pyrsolve.records.deal import Count
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text


class RepairRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`deal` is the repaired deal and `witness` its line; without them nothing was found.

    `method`: ``swaps`` (exchange the faces of the listed pairs of places, one after the other), or ``reshuffle``. `fewest`: no
    fewer swaps will do, proved; `at_least`: so many are needed, proved. `tried`: deals that were decided.
    """

    schema_: Literal["pyrsolve.repair/1"] = msgspec.field(name="schema")
    deal_id: Text
    source: Source | None = None
    method: Literal["swaps", "reshuffle"]
    swaps: tuple[tuple[int, int], ...] | None = None
    fewest: bool | None = None
    at_least: Count | None = None
    tried: Count
    deal: dict[str, Any] | None = None
    witness: tuple[Any, ...] | None = None
