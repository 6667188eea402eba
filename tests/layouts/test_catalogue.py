"""How layouts are found, and that names from files lead to no other file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import pyrsolve
from pyrsolve import catalogue
from pyrsolve.errors import DataError, NotFoundError
from pyrsolve.records.encode import encode
from pyrsolve.records.layout import record_of

OWN = {"schema": "pyrsolve.layout/1", "name": "own", "levels": [["#.#.#.#"]]}
KMAHJONGG = "kmahjongg-layout-v1.1\nw4\nh2\nd1\n1212\n4343\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "layouts"
    made.mkdir()
    (made / "own.json").write_text(json.dumps(OWN), encoding="utf-8")
    (made / "two.layout").write_text(KMAHJONGG, encoding="utf-8")
    (made / "turtle.layout").write_text(KMAHJONGG, encoding="utf-8")
    return made


def count(name: str, *folders: Path) -> int:
    return len(catalogue.find(name, folders).tiles)


# --- ways to a layout ---------------------------------------------------------------------------------------------
def test_shipped_layouts_are_read_once() -> None:
    assert catalogue.find("turtle") is catalogue.find("turtle")
    assert catalogue.find("turtle") is catalogue.named("turtle")


def test_names_in_folders_and_paths(folder: Path) -> None:
    assert count("own", folder) == 4
    assert count("two", folder) == 2
    assert count("turtle", folder) == 2, "a folder that the user names goes before what is shipped"
    assert count("turtle") == 144
    assert count(str(folder / "own.json")) == 4
    assert count(str(folder / "two.layout")) == 2
    assert catalogue.find(str(folder / "two.layout")).name == "two"


def test_folders_of_the_environment(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "own.layout").write_text(KMAHJONGG, encoding="utf-8")
    monkeypatch.setenv("PYRSOLVE_LAYOUTS", os.pathsep.join(["", str(tmp_path / "missing"), str(folder), str(other)]))
    assert count("own") == 4
    assert count("two") == 2
    assert count("own", other) == 2
    assert count("pyramid") == 144


def test_the_content_says_what_a_file_is(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(KMAHJONGG, encoding="utf-8")
    (tmp_path / "b.layout").write_text("\n " + json.dumps(OWN), encoding="utf-8")
    assert count(str(tmp_path / "a.txt")) == 2
    assert count(str(tmp_path / "b.layout")) == 4


def test_only_the_same_tiles_are_the_shipped_layout(folder: Path) -> None:
    assert catalogue.is_shipped(catalogue.find("turtle"))
    assert not catalogue.is_shipped(catalogue.find("turtle", [folder]))
    assert not catalogue.is_shipped(catalogue.find("own", [folder]))


def test_a_shipped_layout_survives_its_record() -> None:
    for name in catalogue.shipped():
        layout = catalogue.find(name)
        assert catalogue.read_layout(encode(record_of(layout)), "other") == layout


# --- what is not found, and what is bad ---------------------------------------------------------------------------
def test_close_names_are_suggested() -> None:
    with pytest.raises(NotFoundError, match="no layout 'turtel'; did you mean 'turtle'"):
        catalogue.find("turtel")
    with pytest.raises(NotFoundError, match="layouts list"):
        catalogue.find("nothing like it")


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a\0b", "a" * 300, "a" * 100_000, "a/" * 3000, "/", "x.json", "\ud800"]
)
def test_names_that_no_file_can_have(name: str, folder: Path) -> None:
    for find in (catalogue.find, catalogue.named):
        with pytest.raises(NotFoundError) as caught:
            find(name, [folder])
        assert len(str(caught.value)) < 1000


def test_faults_carry_the_file(folder: Path) -> None:
    (folder / "own.json").write_text(
        '{"schema": "pyrsolve.layout/1",\n "name": "own",\n "tiles": [[0, 0]]}', encoding="utf-8"
    )
    (folder / "two.layout").write_text(KMAHJONGG[:-3], encoding="utf-8")
    (folder / "kyodai.layout").write_text("Kyodai 3.0\n", encoding="utf-8")
    (folder / "empty.json").write_text("", encoding="utf-8")
    for name, line in (("own.json", 3), ("two.layout", 6), ("kyodai.layout", 1), ("empty.json", 1)):
        with pytest.raises(DataError) as caught:
            catalogue.find(name.partition(".")[0], [folder])
        assert caught.value.faults[0].file == str(folder / name)
        assert caught.value.faults[0].line == line


def test_a_file_that_went_away(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="gone"):
        catalogue.read_file(tmp_path / "gone.json")


# --- names that come out of files ---------------------------------------------------------------------------------
def test_names_of_records_are_never_paths(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for name in (
        str(folder / "two.layout"),
        "two.layout",
        "./two.layout",
        "..\\layouts\\two",
        "../layouts/two",
        "C:two",
    ):
        with pytest.raises(NotFoundError):
            catalogue.named(name, [folder])
    assert len(catalogue.named("two", [folder]).tiles) == 2


def test_a_deal_can_have_no_file_opened(folder: Path, tmp_path: Path) -> None:
    deal = {"schema": "pyrsolve.deal/1", "game": "mahjong", "layout": str(folder / "two.layout"), "faces": ["1m", "1m"]}
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(deal), encoding="utf-8")
    with pytest.raises(DataError, match="no layout") as caught:
        pyrsolve.load(path, layouts=[folder])
    assert caught.value.faults[0].path == "$.layout"
    path.write_text(json.dumps(deal | {"layout": "two"}), encoding="utf-8")
    assert len(pyrsolve.load(path, layouts=[folder])) == 1


def test_links_out_of_a_folder_are_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text(json.dumps(OWN), encoding="utf-8")
    try:
        (folder / "out.json").symlink_to(tmp_path / "secret.json")
        (folder / "in.json").symlink_to(folder / "own.json")
    except OSError:
        pytest.skip("this system lets nobody make links")
    with pytest.raises(NotFoundError):
        catalogue.find("out", [folder])
    assert count("in", folder) == 4
