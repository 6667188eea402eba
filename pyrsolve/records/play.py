"""``record/1``: a game that was played, move by move; ``audit/1``: what the rules say of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pyrsolve.records.decode import convert, parse
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text

MOST_MOVES = 100_000
Player = Annotated[int, msgspec.Meta(ge=0, le=15)]
Number = int | float | Text
"""A return: an integer, or a fraction as text (``1/3``)."""


class MoveRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move of a player (from 0), in the game's codec, or an outcome of chance."""

    actor: Player | Literal["chance"]
    move: Any


class GameRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A whole game or its beginning; `returns`: what each player is said to have in the end."""

    schema_: Literal["pyrsolve.record/1"] = msgspec.field(name="schema")
    deal: dict[str, Any]
    players: Annotated[tuple[Text, ...], msgspec.Meta(max_length=16)] = ()
    moves: Annotated[tuple[MoveRecord, ...], msgspec.Meta(max_length=MOST_MOVES)] = ()
    returns: Annotated[tuple[Number, ...], msgspec.Meta(max_length=16)] | None = None


class EventRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that a move brought about."""

    text: Text
    player: Player | None = None
    points: int | None = None
    rule: Text | None = None


class AuditedMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One move: legal with what it brought about, or not, with the rule that forbids it."""

    number: int
    actor: Player | Literal["chance"]
    move: Any
    legal: bool
    why: Text | None = None
    rule: Text | None = None
    events: tuple[EventRecord, ...] = ()


class AuditRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an audit found: `holds` where every move is legal and the returns are those of the record, if it says any."""

    schema_: Literal["pyrsolve.audit/1"] = msgspec.field(name="schema")
    deal_id: Text
    source: Source | None = None
    holds: bool
    faults: tuple[Text, ...] = ()
    moves: tuple[AuditedMove, ...] = ()
    points: tuple[int, ...] = ()
    over: bool
    returns: tuple[Number, ...] | None = None


def decode_record(data: bytes) -> GameRecord:
    """The game record in one JSON text. Raises DataError with every fault."""
    return convert(parse(data), GameRecord, data)
