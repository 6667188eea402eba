"""``hint/1``: the next safe move of a deal."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text


class HintRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`move` keeps the deal winnable: `witness` begins with it. `why` in words. `safe`, `losing`, `undecided`: all legal moves.

    `certain`: the move takes part of a match group that is free as a whole. `frees`: tiles set free. Where the deal is lost,
    `explanation` says why.
    """

    schema_: Literal["pyrsolve.hint/1"] = msgspec.field(name="schema")
    deal_id: Text
    source: Source | None = None
    verdict: Literal["solvable", "unsolvable", "undecided"]
    move: Any = None
    why: tuple[str, ...] = ()
    certain: bool = False
    frees: tuple[int, ...] = ()
    witness: tuple[Any, ...] | None = None
    safe: tuple[Any, ...] | None = None
    losing: tuple[Any, ...] | None = None
    undecided: tuple[Any, ...] | None = None
    explanation: tuple[str, ...] | None = None
