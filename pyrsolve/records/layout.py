"""``layout/1``: tiles by coordinates or drawn in levels, and the resolved `Layout`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_COORDINATE, MAX_NAME, MAX_TILES
from pyrsolve.records.gather import Gathered

Coordinate = Annotated[int, msgspec.Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
TileIndex = Annotated[int, msgspec.Meta(ge=0, le=MAX_TILES - 1)]
Tile = tuple[int, int, int]
Text = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
LongText = Annotated[str, msgspec.Meta(max_length=100 * MAX_NAME)]
Row = Annotated[str, msgspec.Meta(max_length=MAX_COORDINATE + 1)]
Rows = Annotated[tuple[Row, ...], msgspec.Meta(max_length=MAX_COORDINATE + 1)]
Marked = Annotated[tuple[TileIndex, ...], msgspec.Meta(max_length=MAX_TILES)]
TILE_DRAWN = re.compile("#")
NOT_DRAWN = re.compile("[^#. ]")
Features = dict[str, bool | int | str]


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tiles (by index) with a role in a game: capstones, vaults, tiles dealt face down."""

    capstones: Marked = ()
    vaults: Marked = ()
    face_down: Marked = ()


class LayoutRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The wire form: exactly one of `tiles` and `levels`.

    In `levels` (bottom first, each a list of rows on the half-tile grid) ``#`` is the top-left cell of a tile.
    """

    schema_: Literal["pyrsolve.layout/1"] = msgspec.field(name="schema")
    name: Text
    tiles: (
        Annotated[tuple[tuple[Coordinate, Coordinate, Coordinate], ...], msgspec.Meta(max_length=MAX_TILES)] | None
    ) = None
    levels: Annotated[tuple[Rows, ...], msgspec.Meta(max_length=MAX_COORDINATE + 1)] | None = None
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
    faults = Gathered()
    tiles: tuple[Tile, ...] = ()
    if record.tiles is not None and record.levels is None:
        tiles = record.tiles
        for place, message in tile_faults(tiles):
            faults.add(Fault(message, f"{path}.tiles[{place}]"))
    elif record.levels is not None and record.tiles is None:
        tiles = read_levels(record.levels, faults, f"{path}.levels")
        for place, message in tile_faults(tiles):
            x, y, z = tiles[place]
            faults.add(Fault(f"{message}, drawn at column {x + 1}", f"{path}.levels[{z}][{y}]"))
    else:
        faults.add(Fault("a layout has either 'tiles' or 'levels'", path))
    if not tiles and not faults:
        faults.add(Fault("a layout needs at least one tile", f"{path}.{'levels' if record.tiles is None else 'tiles'}"))
    marks = record.marks or Marks()
    if tiles:
        for name in ("capstones", "vaults", "face_down"):
            _check_marks(getattr(marks, name), len(tiles), f"{path}.marks.{name}", faults)
    if faults:
        raise DataError(faults.all())
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


def _check_marks(marked: tuple[int, ...], tiles: int, path: str, faults: Gathered) -> None:
    seen: set[int] = set()
    for place, tile in enumerate(marked):
        if tile >= tiles:
            faults.add(Fault(f"there is no tile {tile}: the layout has tiles 0 to {tiles - 1}", f"{path}[{place}]"))
        elif tile in seen:
            faults.add(Fault(f"tile {tile} is listed twice", f"{path}[{place}]"))
        seen.add(tile)


@lru_cache(maxsize=16)
def tile_faults(tiles: tuple[Tile, ...]) -> tuple[tuple[int, str], ...]:
    """Tiles that stand where another does, or overlap one on their level, as (index of the later one, message)."""
    return tuple(_clashes(tiles)) if _may_clash(tiles) else ()


def _may_clash(tiles: tuple[Tile, ...]) -> bool:
    """Whether any two tiles clash, with the half-tile grid numbered in a row so wide that rows do not touch."""
    row, level = 4 * MAX_COORDINATE, 16 * MAX_COORDINATE * MAX_COORDINATE
    places = {x + y * row + z * level for x, y, z in tiles}
    return len(places) < len(tiles) or any(
        not places.isdisjoint([place + step for place in places]) for step in (1, row - 1, row, row + 1)
    )


def _clashes(tiles: tuple[Tile, ...]) -> Iterator[tuple[int, str]]:
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


def read_levels(levels: tuple[tuple[str, ...], ...], faults: Gathered, path: str) -> tuple[Tile, ...]:
    """The tiles of a drawing in the order level, row, column; none where there are too many."""
    for z, rows in enumerate(levels):
        for y, row in enumerate(rows):
            unknown = NOT_DRAWN.search(row)
            if unknown is not None and not faults.full:
                count = len(row) - row.count("#") - row.count(".") - row.count(" ")
                more = f" (the first of {count})" if count > 1 else ""
                faults.add(
                    Fault(
                        f"{unknown[0]!r} at column {unknown.start() + 1}{more}: only '#', '.' and blanks are drawn",
                        f"{path}[{z}][{y}]",
                    )
                )
    count = sum(row.count("#") for rows in levels for row in rows)
    if count > MAX_TILES:
        faults.add(Fault(f"{count} tiles: at most {MAX_TILES} are allowed", path))
        return ()
    return tuple(
        (found.start(), y, z)
        for z, rows in enumerate(levels)
        for y, row in enumerate(rows)
        for found in TILE_DRAWN.finditer(row)
    )
