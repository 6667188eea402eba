"""`generate` and `repair`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli
from tests.samples import SOLVABLE, UNSOLVABLE, write

DECK = {"schema": "pyrsolve.deck/1", "name": "letters", "faces": dict.fromkeys("abcdefghi", 4)}


def test_records_that_verify_accepts(cli: Cli, folder: Path) -> None:
    ran = cli("generate", "--layout", "gate", "-n", "5", "--seed", "3", "--json")
    assert ran.code == 0
    assert [record["verdict"] for record in ran.records] == ["solvable"] * 5
    (folder / "made.jsonl").write_text(ran.out, encoding="utf-8")
    assert cli("verify", "made.jsonl").code == 0
    assert cli("generate", "--layout", "gate", "-n", "5", "--seed", "3", "--jobs", "2").out == ran.out
    (folder / "deals.jsonl").write_text(
        "".join(json.dumps(record["deal"]) + "\n" for record in ran.records), encoding="utf-8"
    )
    assert cli("check", "deals.jsonl").code == 0


@pytest.mark.parametrize("method", ["reverse", "mutate"])
def test_other_methods(cli: Cli, method: str) -> None:
    (record,) = cli("generate", "--layout", "gate", "--method", method, "--rules", "cover=any").records
    assert record["deal"]["made"]["method"] == method
    assert record["rules"]["cover"] == "any"


def test_a_deck_of_ones_own(cli: Cli, folder: Path) -> None:
    write(folder / "deck.json", DECK)
    (record,) = cli("generate", "--layout", "gate", "--from-deck", "deck.json").records
    assert sorted(set(record["deal"]["faces"])) == list("abcdefghi")
    write(folder / "bad.json", DECK | {"faces": {"a": 0, "b": "two"}})
    ran = cli("generate", "--layout", "gate", "--from-deck", "bad.json")
    assert ran.code == 65
    assert "bad.json:1:" in ran.err
    assert "$.faces" in ran.err
    assert cli("generate", "--layout", "gate", "--from-deck", "missing.json").code == 65
    write(folder / "small.json", DECK | {"faces": {"a": 4}})
    ran = cli("generate", "--layout", "gate", "--from-deck", "small.json")
    assert (ran.code, "2 matching pairs; the layout has places for 18" in ran.err) == (65, True)


def test_cut_short(cli: Cli) -> None:
    ran = cli("generate", "--layout", "gate", "-n", "9", "--method", "reverse", "--attempts", "4")
    assert (ran.code, len(ran.records)) == (12, 4)
    assert "4 of 9 deals found" in ran.err
    ran = cli("generate", "--layout", "turtle", "-n", "100000", "--time-limit", "0.2")
    assert ran.code == 12
    assert 0 < len(ran.records) < 2000


@pytest.mark.parametrize(
    "arguments",
    [
        ("--random-win-rate", "2:1"),
        ("--random-win-rate", "x"),
        ("--traps", "0.5"),
        ("--difficulty", "0:0.5", "--random-win-rate", "0:0.5"),
        ("--method", "backwards"),
        ("-n", "0"),
    ],
)
def test_what_is_no_request(cli: Cli, arguments: tuple[str, ...]) -> None:
    ran = cli("generate", "--layout", "gate", *arguments)
    assert ran.code == 2
    assert ran.out == ""


def test_repair_in_words_and_as_a_record(cli: Cli, folder: Path) -> None:
    write(folder / "lost.json", UNSOLVABLE)
    write(folder / "won.json", SOLVABLE)
    ran = cli("repair", "lost.json", "won.json")
    assert ran.code == 0
    assert "lost.json: winnable after 1 swap (no fewer will do):" in ran.out
    assert "won.json: winnable as it is" in ran.out
    lost, won = cli("repair", "lost.json", "won.json", "--json").records
    assert (lost["schema"], lost["method"], lost["fewest"], len(lost["swaps"])) == (
        "pyrsolve.repair/1",
        "swaps",
        True,
        1,
    )
    assert won["swaps"] == []
    write(folder / "repaired.json", lost["deal"])
    assert cli("solve", "repaired.json").code == 0


def test_reshuffle(cli: Cli, folder: Path) -> None:
    write(folder / "lost.json", UNSOLVABLE)
    (record,) = cli("repair", "lost.json", "--reshuffle", "--json").records
    assert record["method"] == "reshuffle"
    assert sorted(record["deal"]["faces"]) == sorted(UNSOLVABLE["faces"])
    write(folder / "repaired.json", record["deal"])
    assert cli("solve", "repaired.json").code == 0


def test_repair_says_where_nothing_helps(cli: Cli, folder: Path) -> None:
    stack = {
        "schema": "pyrsolve.deal/1",
        "game": "mahjong",
        "layout": {"schema": "pyrsolve.layout/1", "name": "stack", "tiles": [[0, 0, 0], [0, 0, 1]]},
        "faces": ["a", "a"],
    }
    write(folder / "stack.json", stack)
    ran = cli("repair", "stack.json")
    assert (ran.code, "no order of these faces can be won" in ran.out) == (11, True)
    write(folder / "bad.json", stack | {"faces": ["a"]})
    ran = cli("repair", "bad.json", "stack.json")
    assert ran.code == 65
    assert "stack.json: no order" in ran.out
