"""``layout/1``: tiles by coordinates or drawn in levels, and the resolved `Layout`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_COORDINATE, MAX_NAME, MAX_TILES

Coordinate = Annotated[int, msgspec.Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
TileIndex = Annotated[int, msgspec.Meta(ge=0, le=MAX_TILES)]
Tile = tuple[int, int, int]
Text = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
LongText = Annotated[str, msgspec.Meta(max_length=100 * MAX_NAME)]
Row = Annotated[str, msgspec.Meta(max_length=2 * MAX_COORDINATE)]
Rows = Annotated[tuple[Row, ...], msgspec.Meta(max_length=2 * MAX_COORDINATE)]
Features = dict[str, bool | int | str]


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tiles (by index) with a role in a game: capstones, vaults, tiles dealt face down."""

    capstones: tuple[TileIndex, ...] = ()
    vaults: tuple[TileIndex, ...] = ()
    face_down: tuple[TileIndex, ...] = ()


class LayoutRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The wire form: exactly one of `tiles` and `levels`.

    In `levels` (bottom first, each a list of rows on the half-tile grid) ``#`` is the top-left cell of a tile.
    """

    schema_: Literal["pyrsolve.layout/1"] = msgspec.field(name="schema")
    name: Text
    tiles: (
        Annotated[tuple[tuple[Coordinate, Coordinate, Coordinate], ...], msgspec.Meta(max_length=MAX_TILES)] | None
    ) = None
    levels: Annotated[tuple[Rows, ...], msgspec.Meta(max_length=MAX_COORDINATE)] | None = None
    marks: Marks | None = None
    author: Text | None = None
    license: Text | None = None
    source: Text | None = None
    description: LongText | None = None
    tier: Text | None = None
    features: Features | None = None


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
    features: Features | None = None


def resolve(record: LayoutRecord, path: str = "$") -> Layout:
    """The layout of a record; `path` is where it stands in a larger one. Raises DataError with every fault."""
    faults: list[Fault] = []
    tiles: tuple[Tile, ...] = ()
    if (record.tiles is None) == (record.levels is None):
        faults.append(Fault("a layout has either 'tiles' or 'levels'", path))
    elif record.tiles is not None:
        tiles = record.tiles
        faults.extend(Fault(message, f"{path}.tiles[{place}]") for place, message in tile_faults(tiles))
    elif record.levels is not None:
        tiles, drawn = read_levels(record.levels)
        faults.extend(Fault(message, f"{path}.levels{where}") for where, message in drawn)
        if not drawn:
            faults.extend(
                Fault(
                    f"{message}, at column {tiles[place][0] + 1}",
                    f"{path}.levels[{tiles[place][2]}][{tiles[place][1]}]",
                )
                for place, message in tile_faults(tiles)
            )
    if not tiles and not faults:
        faults.append(Fault("a layout needs at least one tile", path))
    marks = record.marks or Marks()
    for name in ("capstones", "vaults", "face_down"):
        seen: set[int] = set()
        for place, tile in enumerate(getattr(marks, name)):
            if tile >= len(tiles):
                faults.append(Fault(f"there is no tile {tile}", f"{path}.marks.{name}[{place}]"))
            elif tile in seen:
                faults.append(Fault(f"tile {tile} is listed twice", f"{path}.marks.{name}[{place}]"))
            seen.add(tile)
    if faults:
        raise DataError(faults)
    return Layout(
        name=record.name,
        tiles=tiles,
        marks=marks,
        author=record.author,
        license=record.license,
        source=record.source,
        description=record.description,
        tier=record.tier,
        features=record.features,
    )


def record_of(layout: Layout) -> LayoutRecord:
    """The record of a layout, by coordinates: `resolve` of it gives an equal layout."""
    return LayoutRecord(
        schema_="pyrsolve.layout/1",
        name=layout.name,
        tiles=layout.tiles,
        marks=None if layout.marks == Marks() else layout.marks,
        author=layout.author,
        license=layout.license,
        source=layout.source,
        description=layout.description,
        tier=layout.tier,
        features=layout.features,
    )


@lru_cache(maxsize=16)
def tile_faults(tiles: tuple[Tile, ...]) -> tuple[tuple[int, str], ...]:
    """Duplicate and overlapping tiles, as (index, message)."""
    return tuple(_overlaps(tiles))


def _overlaps(tiles: tuple[Tile, ...]) -> Iterator[tuple[int, str]]:
    index: dict[Tile, int] = {}
    for number, (x, y, z) in enumerate(tiles):
        if (x, y, z) in index:
            yield number, f"tile {number} stands where tile {index[x, y, z]} does, at ({x}, {y}, {z})"
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                other = index.get((x + dx, y + dy, z))
                if other is not None:
                    yield number, f"tile {number} at ({x}, {y}, {z}) overlaps tile {other} at {tiles[other]}"
        index[x, y, z] = number


def read_levels(levels: tuple[tuple[str, ...], ...]) -> tuple[tuple[Tile, ...], list[tuple[str, str]]]:
    """The tiles of a drawing in the order level, row, column; and its faults as (path after ``levels``, message)."""
    tiles: list[Tile] = []
    faults: list[tuple[str, str]] = []
    for z, rows in enumerate(levels):
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                if cell == "#":
                    tiles.append((x, y, z))
                elif cell not in ". ":
                    faults.append((f"[{z}][{y}]", f"{cell!r} at column {x + 1}: only '#', '.' and blanks are drawn"))
    if len(tiles) > MAX_TILES:
        faults.append(("", f"{len(tiles)} tiles: at most {MAX_TILES} are allowed"))
        tiles = []
    return tuple(tiles), faults
