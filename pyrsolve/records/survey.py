"""``survey/1``: shares of winnable deals; ``journal/1``: the header of a survey's journal."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pyrsolve.records.deal import Count
from pyrsolve.records.layout import Text
from pyrsolve.records.result import Seconds, Share

Difference = Annotated[float, msgspec.Meta(ge=-1, le=1)]


class Parameters(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What decides every single result of a survey; `layouts` maps each name to a digest of its tiles."""

    game: Text
    layouts: dict[Text, Text]
    rules: dict[str, bool | int | str]
    preset: Text
    seed: Count
    backend: Text
    node_limit: Count | None = None
    seconds_a_deal: Seconds | None = None


class JournalHeader(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line. Each other is a deal: ``[layout, number, verdict, work]``, ``s``, ``u`` or ``o`` (open)."""

    schema_: Literal["pyrsolve.journal/1"] = msgspec.field(name="schema")
    kind: Literal["survey"]
    parameters: Parameters


class Stratum(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One layout: counts, the share of winnable deals (of the decided ones) and its 95 % interval, what is open counted against
    both ends; `work`: closures in all, or what else the backend counts."""

    layout: Text
    deals: Count
    solvable: Count
    unsolvable: Count
    undecided: Count
    share: Share | None = None
    interval: tuple[Share, Share]
    work: Count


class SurveyRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A survey: its strata, and why it ended: ``count``, ``width``, ``time``, or ``interrupted``."""

    schema_: Literal["pyrsolve.survey/1"] = msgspec.field(name="schema")
    parameters: Parameters
    strata: tuple[Stratum, ...]
    ended: Literal["count", "width", "time", "interrupted"] | None = None
    version: Text


class ComparisonRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two surveys of one layout: the first share minus the second, with Newcombe's 95 % interval (decided deals)."""

    schema_: Literal["pyrsolve.comparison/1"] = msgspec.field(name="schema")
    layout: Text
    shares: tuple[Share | None, Share | None]
    difference: Difference | None
    interval: tuple[Difference, Difference]


def text_of(value: Any) -> str:
    """A value as it stands in messages about parameters."""
    return msgspec.json.encode(value).decode()
