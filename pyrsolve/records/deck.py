"""``deck/1``: the faces that deals are dealt from."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_TILES
from pyrsolve.records.decode import convert, parse
from pyrsolve.records.layout import Text

Copies = Annotated[int, msgspec.Meta(ge=1, le=MAX_TILES)]


class DeckRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """`faces`: how many tiles there are of each face."""

    schema_: Literal["pyrsolve.deck/1"] = msgspec.field(name="schema")
    name: Text
    faces: Annotated[dict[Text, Copies], msgspec.Meta(min_length=1, max_length=MAX_TILES)]
    author: Text | None = None
    license: Text | None = None


def decode_deck(data: bytes) -> DeckRecord:
    """The deck in one JSON text. Raises DataError with every fault."""
    record = convert(parse(data), DeckRecord, data)
    if sum(record.faces.values()) > MAX_TILES:
        raise DataError(
            Fault(f"the deck has {sum(record.faces.values())} tiles; at most {MAX_TILES} are allowed", "$.faces")
        )
    return record


def faces_of(record: DeckRecord) -> tuple[str, ...]:
    """Every tile's face, in the order of the record."""
    return tuple(face for face, copies in record.faces.items() for _ in range(copies))
