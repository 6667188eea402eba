"""Layouts: by coordinates and drawn, and what is wrong with them."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.errors import DataError
from pyrsolve.records import caps
from pyrsolve.records.decode import decode
from pyrsolve.records.encode import encode
from pyrsolve.records.layout import Layout, LayoutRecord, Marks, Tile, record_of, resolve, tile_faults
from tests.boards import random_tiles

SCHEMA = "pyrsolve.layout/1"
small = st.integers(0, 5)
crowded = st.lists(st.tuples(small, small, st.integers(0, 1)), max_size=12).map(tuple)
edge = st.sampled_from([-1000, -999, -1, 0, 1, 999, 1000])
wide = st.lists(st.tuples(edge, edge, edge), max_size=12).map(tuple)


def faults_of(record: LayoutRecord, path: str = "$") -> list[tuple[str | None, str]]:
    with pytest.raises(DataError) as caught:
        resolve(record, path)
    return [(fault.path, fault.message) for fault in caught.value.faults]


def drawing(tiles: tuple[Tile, ...], blank: str = ".") -> tuple[tuple[str, ...], ...]:
    """The drawing of tiles that do not stand left of or above the origin; rows are as long as they need be."""
    height = max((z for _, _, z in tiles), default=0) + 1
    levels = []
    for level in range(height):
        rows: list[list[str]] = []
        for x, y, z in tiles:
            if z == level:
                rows.extend([] for _ in range(y + 1 - len(rows)))
                rows[y].extend(blank for _ in range(x + 1 - len(rows[y])))
                rows[y][x] = "#"
        levels.append(tuple(map("".join, rows)))
    return tuple(levels)


def test_drawn_order_and_offsets() -> None:
    record = LayoutRecord(schema_=SCHEMA, name="d", levels=(("#.#", "", " #.#"), ("", "#")))
    # the third row overlaps nothing: two rows down
    assert resolve(record).tiles == ((0, 0, 0), (2, 0, 0), (1, 2, 0), (3, 2, 0), (0, 1, 1))


def test_round_trip() -> None:
    for seed in range(50):
        tiles = random_tiles(random.Random(seed), 20)
        layout = Layout(name="r", tiles=tiles, marks=Marks(vaults=(3,)), author="a", features={"vault_tokens": 2})
        assert resolve(record_of(layout)) == layout
        assert resolve(decode(encode(record_of(layout)), LayoutRecord)) == layout


@given(st.integers(0, 10**6), st.sampled_from(". "))
def test_a_drawing_gives_the_tiles_that_were_drawn(seed: int, blank: str) -> None:
    tiles = random_tiles(random.Random(seed), 16)
    record = LayoutRecord(schema_=SCHEMA, name="d", levels=drawing(tiles, blank))
    assert resolve(record).tiles == tuple(sorted(tiles, key=lambda tile: (tile[2], tile[1], tile[0])))
    assert resolve(decode(encode(record), LayoutRecord)) == resolve(record)


@given(crowded | wide)
def test_clashes_are_what_comparing_every_pair_says(tiles: tuple[Tile, ...]) -> None:
    later = {
        number
        for number, (x, y, z) in enumerate(tiles)
        if any(abs(x - a) < 2 and abs(y - b) < 2 and z == c for a, b, c in tiles[:number])
    }
    assert {number for number, _ in tile_faults(tiles)} == later


def test_duplicate_overlap_and_marks_at_once() -> None:
    record = LayoutRecord(
        schema_=SCHEMA,
        name="bad",
        tiles=((0, 0, 0), (0, 0, 0), (1, 1, 0), (4, 0, 0)),
        marks=Marks(capstones=(9,), vaults=(1, 1)),
    )
    assert dict(faults_of(record, "$.layout")) == {
        "$.layout.tiles[1]": "tile 1 stands where tile 0 does, at (0, 0, 0)",
        "$.layout.tiles[2]": "tile 2 at (1, 1, 0) overlaps tile 0 at (0, 0, 0)",
        "$.layout.marks.capstones[0]": "there is no tile 9: the layout has tiles 0 to 3",
        "$.layout.marks.vaults[1]": "tile 1 is listed twice",
    }


def test_drawn_faults() -> None:
    record = LayoutRecord(schema_=SCHEMA, name="d", levels=(("#.#", "x", "#..y.z"), ("##",), ("", "#", ".#")))
    assert faults_of(record) == [
        ("$.levels[0][1]", "'x' at column 1: only '#', '.' and blanks are drawn"),
        ("$.levels[0][2]", "'y' at column 4 (the first of 2): only '#', '.' and blanks are drawn"),
        ("$.levels[1][0]", "tile 4 at (1, 0, 1) overlaps tile 3 at (0, 0, 1), drawn at column 2"),
        ("$.levels[2][2]", "tile 6 at (1, 2, 2) overlaps tile 5 at (0, 1, 2), drawn at column 2"),
    ]
    tabbed = LayoutRecord(schema_=SCHEMA, name="d", levels=(("\t#",),))
    assert faults_of(tabbed) == [("$.levels[0][0]", r"'\t' at column 1: only '#', '.' and blanks are drawn")]


def test_too_many_tiles_drawn() -> None:
    many = LayoutRecord(schema_=SCHEMA, name="d", levels=(("#." * 500,) * 9,), marks=Marks(vaults=(4000,)))
    assert faults_of(many) == [("$.levels", "4500 tiles: at most 4096 are allowed")]


def test_what_can_be_drawn_can_be_written_by_coordinates() -> None:
    side = caps.MAX_COORDINATE + 1
    rows = ["." * (side - 1) + "#", *[""] * (side - 2), "#"]
    record = decode(json.dumps({"schema": SCHEMA, "name": "far", "levels": [rows]}).encode(), LayoutRecord)
    layout = resolve(record)
    assert layout.tiles == ((1000, 0, 0), (0, 1000, 0))
    assert resolve(decode(encode(record_of(layout)), LayoutRecord)) == layout
    wide = json.dumps({"schema": SCHEMA, "name": "far", "levels": [["." * side + "#"]]}).encode()
    tall = json.dumps({"schema": SCHEMA, "name": "far", "levels": [[""] * side + ["#"]]}).encode()
    for text in (wide, tall):
        with pytest.raises(DataError, match="at most 1001"):
            decode(text, LayoutRecord)


def test_exactly_one_form() -> None:
    assert faults_of(LayoutRecord(schema_=SCHEMA, name="n")) == [("$", "a layout has either 'tiles' or 'levels'")]
    both = LayoutRecord(schema_=SCHEMA, name="n", tiles=((0, 0, 0),), levels=(("#",),))
    assert faults_of(both) == [("$", "a layout has either 'tiles' or 'levels'")]
    empty = LayoutRecord(schema_=SCHEMA, name="n", tiles=())
    assert faults_of(empty) == [("$.tiles", "a layout needs at least one tile")]
    blank = LayoutRecord(schema_=SCHEMA, name="n", levels=(("...",),))
    assert faults_of(blank) == [("$.levels", "a layout needs at least one tile")]


def test_many_faults_are_cut() -> None:
    crowd = LayoutRecord(schema_=SCHEMA, name="n", tiles=((0, 0, 0),) * 4096)
    found = faults_of(crowd)
    assert len(found) == caps.MAX_FAULTS + 1
    assert found[-1][1] == "and 3995 more faults"
