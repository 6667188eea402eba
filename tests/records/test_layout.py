"""Layouts: by coordinates and drawn, and what is wrong with them."""

from __future__ import annotations

import random

import pytest

from pyrsolve.errors import DataError
from pyrsolve.records.layout import Layout, LayoutRecord, Marks, record_of, resolve
from tests.boards import random_tiles

SCHEMA = "pyrsolve.layout/1"


def faults_of(record: LayoutRecord) -> list[tuple[str | None, str]]:
    with pytest.raises(DataError) as caught:
        resolve(record)
    return [(fault.path, fault.message) for fault in caught.value.faults]


def test_drawn_order_and_offsets() -> None:
    record = LayoutRecord(schema_=SCHEMA, name="d", levels=(("#.#", "", " #.#"), ("", "#")))
    # the third row overlaps nothing: two rows down
    assert resolve(record).tiles == ((0, 0, 0), (2, 0, 0), (1, 2, 0), (3, 2, 0), (0, 1, 1))


def test_round_trip() -> None:
    for seed in range(50):
        layout = Layout(name="r", tiles=random_tiles(random.Random(seed), 20), marks=Marks(vaults=(3,)), author="a")
        assert resolve(record_of(layout)) == layout


def test_duplicate_overlap_and_marks_at_once() -> None:
    record = LayoutRecord(
        schema_=SCHEMA,
        name="bad",
        tiles=((0, 0, 0), (0, 0, 0), (1, 1, 0), (4, 0, 0)),
        marks=Marks(capstones=(9,), vaults=(1, 1)),
    )
    found = dict(faults_of(record))
    assert "stands where tile 0 does" in found["$.tiles[1]"]
    assert "overlaps tile" in found["$.tiles[2]"]
    assert "no tile 9" in found["$.marks.capstones[0]"]
    assert "listed twice" in found["$.marks.vaults[1]"]


def test_drawn_faults() -> None:
    assert faults_of(LayoutRecord(schema_=SCHEMA, name="d", levels=(("#x",),)))[0][0] == "$.levels[0][0]"
    assert "overlaps" in faults_of(LayoutRecord(schema_=SCHEMA, name="d", levels=(("##",),)))[0][1]
    assert "at most 4096" in faults_of(LayoutRecord(schema_=SCHEMA, name="d", levels=(("#." * 999,) * 6,)))[0][1]


def test_exactly_one_form() -> None:
    assert "either 'tiles' or 'levels'" in faults_of(LayoutRecord(schema_=SCHEMA, name="n"))[0][1]
    both = LayoutRecord(schema_=SCHEMA, name="n", tiles=((0, 0, 0),), levels=(("#",),))
    assert "either 'tiles' or 'levels'" in faults_of(both)[0][1]
    assert "at least one tile" in faults_of(LayoutRecord(schema_=SCHEMA, name="n", tiles=()))[0][1]
