"""KMahjongg's layouts: what is read, where faults are said to be, real files, and hostile ones."""

from __future__ import annotations

import json
import random
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve import catalogue
from pyrsolve.errors import DataError, Fault
from pyrsolve.formats import kmahjongg
from pyrsolve.formats.kmahjongg import read, read_desktop, sniff
from pyrsolve.records.caps import MAX_FAULTS, MAX_FILE_BYTES, MAX_TILES
from tests.boards import Tile, random_tiles

TWO = "kmahjongg-layout-v1.1\nw4\nh2\nd1\n1212\n4343\n"


def faults_of(text: str | bytes) -> tuple[Fault, ...]:
    with pytest.raises(DataError) as caught:
        read(text.encode() if isinstance(text, str) else text, "test")
    return caught.value.faults


def places(text: str | bytes) -> list[tuple[int | None, int | None]]:
    return [(fault.line, fault.column) for fault in faults_of(text)]


def drawn(tiles: tuple[Tile, ...], quarters: bool = True) -> tuple[str, tuple[int, int, int]]:
    """The cells of a layout, and width, height and levels."""
    width, height = max(x for x, _, _ in tiles) + 2, max(y for _, y, _ in tiles) + 2
    depth = max(z for _, _, z in tiles) + 1
    cells = ["."] * (width * height * depth)
    for x, y, z in tiles:
        for dx, dy, quarter in ((0, 0, "1"), (1, 0, "2"), (1, 1, "3"), (0, 1, "4"))[: 4 if quarters else 1]:
            cells[(z * height + y + dy) * width + x + dx] = quarter
    return "".join(cells), (width, height, depth)


# --- what is read -------------------------------------------------------------------------------------------------
def test_tiles_come_level_by_level_row_by_row() -> None:
    layout = read(b"kmahjongg-layout-v1.1\nw6\nh3\nd2\n12..12\n431243\n..43..\n......\n.12...\n.43...\n", "x")
    assert layout.tiles == ((0, 0, 0), (4, 0, 0), (2, 1, 0), (1, 1, 1))
    assert (layout.name, layout.source) == ("x", "kmahjongg")


@pytest.mark.parametrize(
    "text",
    [
        TWO.replace("\n", "\r\n"),
        TWO.removesuffix("\n"),
        TWO.replace("\n", "\r\n").removesuffix("\n"),
        TWO.removeprefix("k"),
        "\ufeff" + TWO,
        "kmahjongg-layout-v1.1\n12\n\n12\nd1\n4\n343\nw4\n#1111\nh2\n",  # lines mean nothing, sizes stand anywhere
        "kmahjongg-layout-v1.1\nw99\nw4\nh1\nh 2 \nd7\nd1\n1212\n4343\n",  # the last of each counts
        "kmahjongg-layout-v1.1\nw4\nh2\nd1\n1·1·\n····\n",  # anything else is empty, a character a cell
        b"kmahjongg-layout-v1.1\nw4\nh2\nd1\n1\xb71\xb7\n\xb7\xb7\xb7\xb7\n",
        TWO.replace("4343", "3232"),  # wrong quarters, as in castle and crab
    ],
)
def test_ways_to_write_the_same(text: str | bytes) -> None:
    data = text.encode() if isinstance(text, str) else text
    assert sniff(data)
    assert read(data, "x").tiles == ((0, 0, 0), (2, 0, 0))


def test_version_1_0_has_a_fixed_size_and_no_size_lines() -> None:
    rows = ["." * 32] * 80
    rows[16] = "w2" + "." * 28 + "12"  # cells like any other
    text = "kmahjongg-layout-v1.0\n" + "\n".join(rows) + "\n"
    assert read(text.encode(), "x").tiles == ((30, 0, 1),)


def test_only_this_format_is_recognised() -> None:
    assert not sniff(b"")
    assert not sniff(b'{"schema": "pyrsolve.layout/1"}')
    assert not sniff(b"Kyodai 3.0\n")
    assert sniff(b"kmahjongg-layout-v2.0\n")  # so that the message is about the version


# --- faults and their places --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("", (1, 1), "the first line is ''"),
        ("kmahjongg-layout-v1.2\n", (1, 1), "'kmahjongg-layout-v1.2'"),
        ("kmahjongg-layout-v1.0x\n", (1, 1), "'kmahjongg-layout-v1.0x'"),
        ("kmahjongg-layout-v1.0\n12\n43\n", (3, 3), "4 cells, but 32 x 16 x 5 = 2560 are wanted (2556 too few)"),
        (TWO.replace("4343", "434"), (6, 4), "7 cells, but 4 x 2 x 1 = 8 are wanted (1 too few)"),
        (TWO.replace("4343", "434.#\r\n.."), (6, 5), "11 cells, but 4 x 2 x 1 = 8 are wanted (3 too many)"),
        (TWO + "# more\n\n1...\n", (9, 1), "12 cells, but 4 x 2 x 1 = 8 are wanted (4 too many)"),
        ("kmahjongg-layout-v1.1\nw4\nh1\nd1\n....\n", (2, 1), "no tile"),
        (TWO.replace("w4", "wide"), (2, 1), "'wide' is no width from 1 to 2000"),
        (TWO.replace("h2", "h0"), (3, 1), "'h0' is no height from 1 to 2000"),
        (TWO.replace("d1", "d-1"), (4, 1), "'d-1' is no number of levels from 1 to 1000"),
        (TWO.replace("w4", "w٤"), (2, 1), "'w٤' is no width"),
        (TWO.replace("w4", "w1000000000000000000000"), (2, 1), "is no width"),
        (TWO.replace("d1\n", ""), (1, 1), "the number of levels is missing: a line 'd' and a number"),
    ],
)
def test_one_fault(text: str, place: tuple[int, int], said: str) -> None:
    (fault,) = faults_of(text)
    assert said in fault.message
    assert (fault.line, fault.column) == place


def test_overlaps_stand_where_the_later_tile_is_drawn() -> None:
    text = "kmahjongg-layout-v1.1\nw6\nh2\nd2\n# level 0\n11.\n1.1\n......\r\n# level 1\n1.....\n1..1..\n"
    assert places(text) == [(6, 2), (11, 1)]
    assert "tile 1 at (1, 0, 0) overlaps tile 0" in faults_of(text)[0].message


def test_every_fault_at_once() -> None:
    faults = faults_of("kmahjongg-layout-v1.1\nw\nhh\nd1001\n....\n")
    assert [fault.message.partition(":")[0] for fault in faults] == [
        "'w' is no width from 1 to 2000",
        "'hh' is no height from 1 to 2000",
        "'d1001' is no number of levels from 1 to 1000",
        "no tile",
    ]
    assert places("kmahjongg-layout-v1.1\nw\nhh\n1\n") == [(2, 1), (3, 1), (1, 1)]
    assert places("kmahjongg-layout-v1.1\nw4\nh2\nd1\n........\n....\n") == [(2, 1), (6, 1)]


def test_tiles_too_far_out() -> None:
    text = "kmahjongg-layout-v1.1\nw1502\nh1\nd1\n" + "." * 1000 + "1.1." + "." * 496 + "11\n"
    assert places(text) == [(5, 1003), (5, 1501), (5, 1502), (5, 1502)]


def test_faults_beyond_the_first_hundred_are_counted() -> None:
    faults = faults_of("kmahjongg-layout-v1.1\nw500\nh1\nd1\n" + "1" * 500)
    assert len(faults) == MAX_FAULTS + 1
    assert faults[-1].message == f"and {499 - MAX_FAULTS} more faults"


# --- real files ---------------------------------------------------------------------------------------------------
@pytest.fixture(scope="session")
def real(corpus: Path) -> list[Path]:
    found = sorted((corpus / "layouts" / "kmahjongg").glob("*.layout"))
    assert len(found) == 72
    return found


def test_real_files_read_as_recorded(corpus: Path, real: list[Path]) -> None:
    with (corpus / "normalized.jsonl").open(encoding="utf-8") as lines:
        known = {entry["source"]: entry for entry in map(json.loads, lines)}
    for path in real:
        entry = known[f"kmahjongg/{path.name}"]
        left, top = entry["origin"][:2]
        layout = catalogue.read_file(path)
        assert sorted(layout.tiles, key=lambda tile: (tile[2], tile[1], tile[0])) == list(layout.tiles)
        assert [[x - left, y - top, z] for x, y, z in layout.tiles] == entry["tiles"], path.name
        assert layout.name == path.stem
        assert layout.author


def test_real_files_without_the_k_and_with_cut_ends(real: list[Path]) -> None:
    for path in real:
        data = path.read_bytes()
        assert read(data.removeprefix(b"k"), path.stem).tiles == read(data, path.stem).tiles
        with pytest.raises(DataError, match="too few"):
            read(data.rstrip()[:-1], path.stem)
        with pytest.raises(DataError, match="1 too many"):
            read(data.rstrip() + b".", path.stem)


# --- hostile files ------------------------------------------------------------------------------------------------
@given(st.integers(0, 10**6), st.data())
def test_what_is_drawn_is_what_is_read(seed: int, data: st.DataObject) -> None:
    tiles = tuple(sorted(random_tiles(random.Random(seed), data.draw(st.integers(1, 12))), key=lambda tile: tile[::-1]))
    cells, (width, height, depth) = drawn(tiles, data.draw(st.booleans()))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(cells)), max_size=8)))
    parts = [cells[start:end] for start, end in zip([0, *cuts], [*cuts, len(cells)], strict=True)]
    lines = [*parts, f"w{width}", f"h{height}", f"d{depth}"]
    for _ in range(data.draw(st.integers(0, 3))):
        lines.insert(data.draw(st.integers(0, len(lines))), data.draw(st.sampled_from(["# 1", "#", ""])))
    ending = data.draw(st.sampled_from(["\n", "\r\n"]))
    text = ending.join([data.draw(st.sampled_from(["k", ""])) + "mahjongg-layout-v1.1", *lines])
    assert read(text.encode(), "x").tiles == tiles


@given(st.text(alphabet="1.#whd 0234\r\n\0é", max_size=60), st.sampled_from(["1.0", "1.1"]))
def test_any_text_behind_the_magic_is_read_or_refused_with_places(text: str, version: str) -> None:
    whole = f"kmahjongg-layout-v{version}\n{text}"
    try:
        layout = read(whole.encode(), "x")
    except DataError as error:
        lines = whole.split("\n")
        assert error.faults
        for fault in error.faults:
            assert fault.line is not None
            assert fault.column is not None
            assert 1 <= fault.line <= max(len(lines), 2)
            assert 1 <= fault.column <= (len(lines[fault.line - 1]) if fault.line <= len(lines) else 0) + 1
            if "overlaps" in fault.message:
                assert lines[fault.line - 1][fault.column - 1] == "1"
    else:
        assert len(layout.tiles) == sum(
            line.count("1")
            for line in text.split("\n")
            if not line.startswith(("#", "w", "h", "d") if version == "1.1" else "#")
        )


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for text in (data, b"kmahjongg-layout-v1.0\n" + data, b"mahjongg-layout-v1.1\nw2\nh2\nd1\n" + data):
        try:
            read(text, "x")
        except DataError:
            continue
    read_desktop(data)
    read_desktop(b"[KMahjonggLayout]\n" + data)


def test_nothing_is_allocated_by_what_the_header_claims() -> None:
    tracemalloc.start()
    try:
        assert "4000000000 are wanted" in faults_of("kmahjongg-layout-v1.1\nw2000\nh2000\nd1000\n12\n43\n")[0].message
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"1" * 3_000_000, f"3000000 tiles: at most {MAX_TILES}"),
        (b"\n" * 3_000_000, f"more than {kmahjongg.MAX_LINES} lines"),
        (b"w\n" * 900_000, "and 899901 more faults"),  # no tile, too
        (b"." * 3_000_000, "3000000 cells"),
        (b"\r" * 3_000_000, "2999999 cells"),  # only the last is the end of a line
        (b"w4" + b" " * 3_000_000 + b"x", "is no width"),
    ],
    ids=["tiles", "lines", "sizes", "cells", "returns", "blanks"],
)
def test_large_files_are_refused_at_once(body: bytes, said: str) -> None:
    faults = faults_of(b"kmahjongg-layout-v1.1\nw4\nh2\nd1\n" + body)
    assert any(said in fault.message for fault in faults), faults
    assert len(faults) <= MAX_FAULTS + 1


def test_files_beyond_the_cap_are_not_looked_at() -> None:
    with pytest.raises(DataError, match="larger than 64 MB"):
        read(bytes(MAX_FILE_BYTES + 1), "x")


# --- the .desktop file --------------------------------------------------------------------------------------------
DESKTOP = """[Other]
Name=no
[KMahjonggLayout]
# Name=no
Name = Two tiles
Name[de]=Zwei
Description=As small as can be
Author=Someone = else
FileName=/etc/passwd
"""


def test_the_desktop_file_gives_author_and_description(tmp_path: Path) -> None:
    (tmp_path / "two.layout").write_text(TWO, encoding="utf-8")
    assert catalogue.read_file(tmp_path / "two.layout").author is None
    (tmp_path / "two.desktop").write_text(DESKTOP, encoding="utf-8")
    layout = catalogue.read_file(tmp_path / "two.layout")
    assert (layout.name, layout.author) == ("two", "Someone = else")
    assert layout.description == "Two tiles: As small as can be"


def test_desktop_files_that_are_none_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "two.layout").write_text(TWO, encoding="utf-8")
    desktop = tmp_path / "two.desktop"
    for data in (b"", b"\xff\xfe\0", b"[KMahjonggLayout]\nAuthor=\nName", b"[KMahjonggLayout]\n" + b"x=" * 10**6):
        desktop.write_bytes(data)
        layout = catalogue.read_file(tmp_path / "two.layout")
        assert (layout.author, layout.description) == (None, None)
    desktop.unlink()
    desktop.mkdir()
    assert catalogue.read_file(tmp_path / "two.layout").author is None


def test_a_desktop_file_elsewhere_is_not_read(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "two.layout").write_text(TWO, encoding="utf-8")
    (tmp_path / "secret").write_text(DESKTOP, encoding="utf-8")
    try:
        (inside / "two.desktop").symlink_to(tmp_path / "secret")
    except OSError:
        pytest.skip("this system lets nobody make links")
    assert catalogue.read_file(inside / "two.layout").author is None


def test_long_values_are_cut() -> None:
    assert len(read_desktop(b"[KMahjonggLayout]\nAuthor=" + b"a" * 5000)["Author"]) == 1000
