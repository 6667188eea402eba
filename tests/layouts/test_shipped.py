"""The shipped layouts: valid, playable, symmetrical where they should be, and drawn for this project."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

import pyrsolve
from pyrsolve import catalogue
from pyrsolve.games.removal.geometry import floating
from pyrsolve.records.decode import decode
from pyrsolve.records.layout import Layout, LayoutRecord
from tests.boards import Tile

TILES = {
    "arena": 144,
    "bowl": 72,
    "bridge": 144,
    "butterfly": 144,
    "cross": 144,
    "diamond": 126,
    "fortress": 144,
    "gate": 36,
    "pyramid": 144,
    "spiral": 144,
    "turtle": 144,
    "twin-towers": 144,
}
SOLVABLE_OF_100 = {
    "arena": (90, 100),
    "bowl": (90, 100),
    "bridge": (75, 97),
    "butterfly": (95, 100),
    "cross": (90, 100),
    "diamond": (90, 100),
    "fortress": (55, 90),
    "gate": (60, 90),
    "pyramid": (90, 100),
    "spiral": (60, 95),
    "turtle": (93, 100),
    "twin-towers": (45, 75),
}
"""Bounds for the first hundred deals: they tell a layout that became unplayable from one that is as it was drawn."""


def placed(tiles: tuple[Tile, ...] | list[list[int]]) -> frozenset[Tile]:
    """The geometry alone: shifted to the origin, without an order."""
    left, top, low = (min(tile[axis] for tile in tiles) for axis in range(3))
    return frozenset((x - left, y - top, z - low) for x, y, z in tiles)


def mirrored(tiles: frozenset[Tile], left_right: bool) -> frozenset[Tile]:
    width, height = max(x for x, _, _ in tiles), max(y for _, y, _ in tiles)
    return frozenset((width - x, y, z) if left_right else (x, height - y, z) for x, y, z in tiles)


@pytest.fixture(params=TILES)
def layout(request: pytest.FixtureRequest) -> Layout:
    return catalogue.find(request.param)


def test_these_are_shipped() -> None:
    assert catalogue.shipped() == tuple(TILES)
    assert {name: len(catalogue.find(name).tiles) for name in TILES} == TILES


def test_records_are_complete(layout: Layout) -> None:
    record = decode((files("pyrsolve.layouts") / f"{layout.name}.json").read_bytes(), LayoutRecord)
    assert record.name == layout.name
    assert record.levels is not None, "drawn, so that it can be read"
    assert record.description
    if layout.name == "turtle":  # nobody's drawing: every program has it
        assert (record.author, record.license) == ("traditional", "CC0-1.0")
    else:
        assert (record.author, record.license) == ("pyrsolve", "MIT")
    assert all(not row.endswith(".") for rows in record.levels for row in rows)
    assert all(rows and rows[-1] for rows in record.levels)


def test_boards_stand_on_the_ground_at_the_origin(layout: Layout) -> None:
    assert placed(layout.tiles) == frozenset(layout.tiles)
    assert floating(layout.tiles) == ()
    assert list(layout.tiles) == sorted(layout.tiles, key=lambda tile: tile[::-1])


def test_symmetry(layout: Layout) -> None:
    tiles = placed(layout.tiles)
    if layout.name != "spiral":
        assert (mirrored(tiles, left_right=True) == tiles) == (layout.name != "turtle")
        assert (mirrored(tiles, left_right=False) == tiles) == (layout.name != "butterfly")


def test_the_turtle_is_the_classic_one() -> None:
    tiles = catalogue.find("turtle").tiles
    assert [sum(z == level for _, _, z in tiles) for level in range(5)] == [87, 36, 16, 4, 1]
    bottom = [(x, y) for x, y, z in tiles if z == 0]
    rows = [sum(y == row for _, y in bottom) for row in range(0, 16, 2)]
    assert rows == [12, 8, 10, 12, 12, 10, 8, 12]
    assert sorted(x for x, y in bottom if y == 7) == [0, 26, 28]
    assert (13, 7, 4) in tiles


def test_no_layout_is_like_another_programs(corpus: Path) -> None:
    with (corpus / "normalized.jsonl").open(encoding="utf-8") as lines:
        others = [placed(json.loads(line)["tiles"]) for line in lines]
    assert len(others) > 300
    turtles = 0
    for name in TILES:
        tiles = placed(catalogue.find(name).tiles)
        if name == "turtle":
            turtles = sum(other == tiles for other in others)
            continue
        for other in others:
            for turned in (other, mirrored(other, left_right=True), mirrored(other, left_right=False)):
                alike = len(tiles & turned) / len(tiles | turned)
                assert alike < 0.7, f"{name} shares too many tiles with another program's layout"
    assert turtles > 0


def test_random_deals_are_worth_playing(layout: Layout) -> None:
    lowest, highest = SOLVABLE_OF_100[layout.name]
    solvable = 0
    for deal in pyrsolve.deal(layout, 1, 100):
        outcome = pyrsolve.solve(deal, limits=pyrsolve.Limits(nodes=200_000), proof=False)
        assert outcome.verdict is not pyrsolve.Verdict.UNDECIDED
        solvable += outcome.verdict is pyrsolve.Verdict.SOLVABLE
    assert lowest <= solvable <= highest
