"""``layout/1``: tiles by coordinates or drawn in levels, and the resolved `Layout`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Coordinate = Annotated[int, msgspec.Meta(ge=-1000, le=1000)]
Tile = tuple[int, int, int]


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tiles (by index) with a role in a game: capstones, vaults, tiles dealt face down."""

    capstones: tuple[int, ...] = ()
    vaults: tuple[int, ...] = ()
    face_down: tuple[int, ...] = ()


class LayoutRecord(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename={"schema_": "schema"}
):
    """The wire form: exactly one of `tiles` and `levels`."""

    schema_: Literal["pyrsolve.layout/1"] = msgspec.field(name="schema")
    name: str
    tiles: tuple[tuple[Coordinate, Coordinate, Coordinate], ...] | None = None
    levels: tuple[tuple[str, ...], ...] | None = None
    marks: Marks | None = None
    author: str | None = None
    license: str | None = None
    source: str | None = None
    description: str | None = None
    tier: str | None = None
    features: dict[str, bool | int | str] | None = None


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """A valid layout: `tiles` are ``(x, y, z)`` in half-tile units, distinct and not overlapping on a level."""

    name: str
    tiles: tuple[Tile, ...]
    marks: Marks = Marks()
    author: str | None = None
    license: str | None = None
    source: str | None = None
    description: str | None = None
    tier: str | None = None
    features: dict[str, bool | int | str] | None = None
