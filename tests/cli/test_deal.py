"""`deal` and `layouts`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import pyrsolve
from pyrsolve import catalogue
from tests.cli.conftest import Cli
from tests.samples import SOLVABLE, UNSOLVABLE, write

MINE = """kmahjongg-layout-v1.1
w8
h4
d2
12121212
43434343
12121212
43434343
..1212..
..4343..
........
........
"""


def test_numbers(cli: Cli) -> None:
    ran = cli("deal", "--layout", "gate", "--seed", "7", "-n", "3")
    assert [record["reference"] for record in ran.records] == [f"pyrsolve:mahjong/gate:{n}" for n in (7, 8, 9)]
    assert [record["made"] for record in ran.records] == [{"method": "random", "number": n} for n in (7, 8, 9)]
    assert {record["layout"] for record in ran.records} == {"gate"}
    assert cli("deal", "--json", "pyrsolve:gate:7", "pyrsolve:mahjong/gate:8", "pyrsolve:gate:9").out == ran.out
    assert [deal.deal_id for deal in pyrsolve.deal("gate", 7, 3)] == [
        pyrsolve.load(f"pyrsolve:gate:{n}")[0].deal_id for n in (7, 8, 9)
    ]


def test_a_layout_of_ones_own_through_a_pipe(process: Cli, tmp_path: Path) -> None:
    (tmp_path / "my.layout").write_text(MINE, encoding="ascii")
    dealt = process("deal", "--layout", "my.layout", "--seed", "7")
    assert dealt.code == 0, dealt.err
    solved = process("solve", "-", stdin=dealt.out.encode())
    assert solved.code in (0, 11), solved.err
    assert solved.out.startswith("-:1: ")


def test_rules_and_folders(cli: Cli, folder: Path) -> None:
    (folder / "mine").mkdir()
    write(folder / "mine" / "line.json", UNSOLVABLE["layout"])
    (record,) = cli("deal", "--layout", "line", "--layouts", "mine", "--rules", "cover=any").records
    assert record["rules"] == {"cover": "any"}
    assert record["layout"]["tiles"] == UNSOLVABLE["layout"]["tiles"]
    (record,) = cli("deal", "pyrsolve:line:1", "--layouts", "mine", "--preset", "rulebook-literal").records
    assert record["preset"] == "rulebook-literal"


def test_every_bad_reference_is_named(cli: Cli) -> None:
    ran = cli("deal", "pyrsolve:turtel:1", "pyrsolve:gate:1", "pyrsolve:gate:x", "gate")
    assert ran.code == 65
    assert [line.split(": ")[0] for line in ran.err.splitlines()] == ["pyrsolve:turtel:1", "pyrsolve:gate:x", "gate"]
    assert len(ran.records) == 1


# --- layouts ------------------------------------------------------------------------------------------------------
def test_list(cli: Cli) -> None:
    ran = cli("layouts", "list")
    rows = [line.split() for line in ran.out.splitlines()]
    assert rows[0] == ["name", "tiles", "levels"]
    assert [row[0] for row in rows[1:]] == list(catalogue.shipped())
    assert ["turtle", "144", "5"] in [row[:3] for row in rows]
    records = cli("layouts", "list", "--json").records
    assert [record["name"] for record in records] == list(catalogue.shipped())
    assert {record["schema"] for record in records} == {"pyrsolve.layout/1"}


def test_list_with_folders(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    (folder / "a" / "my.layout").write_text(MINE, encoding="ascii")
    write(folder / "a" / "line.json", UNSOLVABLE["layout"])
    write(folder / "a" / "deal.json", SOLVABLE)  # no layout: passed over
    write(folder / "b" / "line.json", {**UNSOLVABLE["layout"], "tiles": [[0, 0, 0], [4, 0, 0]]})
    monkeypatch.setenv("PYRSOLVE_LAYOUTS", "b")
    ran = cli("layouts", "list", "--layouts", "a")
    assert ran.code == 0, ran.err
    rows = {line.split()[0]: line.split()[1:4] for line in ran.out.splitlines()}
    assert rows["my"] == ["10", "2", str(Path("a/my.layout"))]
    assert rows["line"] == ["4", "1", str(Path("a/line.json"))]
    assert "deal" not in rows
    assert [line.split()[1] for line in cli("layouts", "list").out.splitlines() if line.startswith("line ")] == ["2"]
    write(folder / "b" / "bad.json", {**UNSOLVABLE["layout"], "tiles": []})
    monkeypatch.setenv("PYRSOLVE_LAYOUTS", os.pathsep.join(["b", "gone"]))
    ran = cli("layouts", "list")
    assert ran.code == 65
    assert [line.split(":")[0] for line in ran.err.splitlines()] == ["gone", str(Path("b/bad.json"))]
    assert "turtle" in ran.out
    for arguments in (["layouts", "list"], ["layouts", "show", "gate"], ["solve", "pyrsolve:gate:1"]):
        ran = cli(*arguments, "--layouts", "a", "--layouts", "nowhere", "--layouts", "neither")
        assert (ran.code, ran.err) == (65, "nowhere: no such folder\nneither: no such folder\n")


def test_show(cli: Cli, folder: Path) -> None:
    (folder / "my.layout").write_text(MINE, encoding="ascii")
    ran = cli("layouts", "show", "my.layout")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "my: 10 tiles, 2 levels",
        "  level 0: 8 tiles",
        "    #.#.#.#",
        "",
        "    #.#.#.#",
        "  level 1: 2 tiles",
        "    ..#.#",
        "  from above (the tiles' numbers, and their levels below):",
        "    [0   ][8   ][9   ][3   ]",
        "    [___1][___2][___2][___1]",
        "    [4   ](5   )(6   )[7   ]",
        "    [___1](___1)(___1)[___1]",
    ]


def test_show_raw_coordinates_in_file_order(cli: Cli, folder: Path) -> None:
    tiles = [[4, 0, 0], [0, 0, 0], [2, 1, 1], [2, 0, 0], [-7, 3, 0]]
    path = write(folder / "a.json", {**UNSOLVABLE["layout"], "tiles": tiles})
    (folder / "my.layout").write_text(MINE, encoding="ascii")
    first, second = cli("layouts", "show", path, "my.layout", "--json").records
    assert first["tiles"] == tiles
    assert second["tiles"] == [[x, y, 0] for y in (0, 2) for x in (0, 2, 4, 6)] + [[2, 0, 1], [4, 0, 1]]
    shown = cli("layouts", "show", path).out
    assert "an odd number of tiles" in shown


def test_show_tells_of_floating_tiles(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.json", {**UNSOLVABLE["layout"], "tiles": [[0, 0, 0], [0, 0, 2]]})
    assert "1 floating tiles" in cli("layouts", "show", path).out


def test_show_names_every_fault(cli: Cli, folder: Path) -> None:
    bad = write(folder / "bad.json", {**UNSOLVABLE["layout"], "tiles": [[0, 0, 0], [1, 0, 0], [1, 1, 0]]})
    ran = cli("layouts", "show", "turtel", "gate", bad, "--json")
    assert ran.code == 65
    assert [record["name"] for record in ran.records] == ["gate"]
    assert len(ran.err.splitlines()) == 1 + 3
    assert "did you mean 'turtle'?" in ran.err
