"""``deal/1``: the common part, and the form of the removal games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from pyrsolve.errors import DataError, Fault, OptionError
from pyrsolve.records.caps import MAX_NAME, MAX_TILES
from pyrsolve.records.decode import convert, parse, placed, without_private
from pyrsolve.records.layout import LayoutRecord, Text, TileIndex, resolve

Count = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class Made(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a deal was made; never part of its identity."""

    method: Text
    seed: Count | None = None
    number: Count | None = None
    attempts: Count | None = None
    dealing: dict[Text, Text] = {}
    """The dealing options of another program's numbered game."""
    note: Text | None = None
    """What must be known of a numbered game that is perhaps not the one that its program shows."""


class DealRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What every game's deal has; `rules` holds only what differs from the preset."""

    schema_: Literal["pyrsolve.deal/1"] = msgspec.field(name="schema")
    game: Text
    rules: dict[str, bool | int | str] = {}
    preset: Text | None = None
    players: Annotated[int, msgspec.Meta(ge=1, le=16)] | None = None
    mode: Text | None = None
    deck: Text | None = None
    reference: Text | None = None
    made: Made | None = None


class RemovalDealRecord(DealRecord, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal of a removal game: one face a tile in layout order, and the tiles already gone."""

    layout: Text | LayoutRecord
    faces: Annotated[tuple[Text, ...], msgspec.Meta(max_length=MAX_TILES)]
    removed: Annotated[tuple[TileIndex, ...], msgspec.Meta(max_length=MAX_TILES)] = ()


def decode_deal(data: bytes) -> DealRecord:
    """The deal record in one JSON text, of the type that its game says. Raises DataError with every fault."""
    return convert_deal(parse(data), data)


def convert_deal(value: Any, data: bytes | None = None) -> DealRecord:
    """A parsed value as a deal record; `data` is the text it came from. Raises DataError with every fault."""
    from pyrsolve import registry

    if not isinstance(value, dict):
        raise DataError(placed([Fault("a deal is an object with 'schema', 'game', ...", "$")], data))
    name = value.get("game")
    unknown = None
    if isinstance(name, str) and len(name) <= MAX_NAME:
        try:
            kind = registry.game(name).deal_record
        except OptionError as error:
            unknown = Fault(str(error), "$.game")
        else:
            try:
                return convert(value, kind, data)
            except DataError as error:
                faults = [*error.faults, *placed(_layout_faults(value, kind), data)]
            raise DataError(faults)
    from pyrsolve.records.collect import type_faults

    faults = type_faults(without_private(value), DealRecord, open_ended=True)  # what the game would add is not known
    raise DataError(placed([*faults, unknown] if unknown is not None else faults, data))


def _layout_faults(value: dict[str, Any], kind: type[DealRecord]) -> list[Fault]:
    """What is wrong with the tiles of the layout in a deal that has other faults, so that all are told at once."""
    if "layout" not in kind.__struct_fields__ or not isinstance(value.get("layout"), dict):
        return []
    try:
        resolve(msgspec.convert(without_private(value["layout"]), LayoutRecord), "$.layout")
    except DataError as error:
        return list(error.faults)
    except msgspec.ValidationError:  # the faults of its types are already told
        pass
    return []
