"""`hint` and `best`."""

from __future__ import annotations

import time
from pathlib import Path

from tests.cli.conftest import Cli
from tests.samples import LONG, SOLVABLE, UNSOLVABLE, deal, write


def test_a_hint_in_words_and_as_a_record(cli: Cli, folder: Path) -> None:
    places = [[0, 0, 0], [2, 0, 0], [4, 0, 0], [6, 0, 0], [0, 8, 0], [8, 8, 0]]
    write(folder / "deal.json", deal(["a", "b", "b", "a", "b", "b"], places))
    ran = cli("hint", "deal.json")
    assert ran.code == 0
    assert "deal.json: a 0-3" in ran.out
    assert "it cannot be wrong: all tiles left of its kind are free" in ran.out
    assert "it frees 1 (b), 2 (b)" in ran.out
    (record,) = cli("hint", "deal.json", "--json").records
    assert (record["schema"], record["move"], record["certain"], record["frees"]) == (
        "pyrsolve.hint/1",
        [0, 3],
        True,
        [1, 2],
    )
    assert record["witness"][0] == [0, 3]
    assert [0, 3] in record["safe"]


def test_lost_and_won(cli: Cli, folder: Path) -> None:
    write(folder / "lost.json", UNSOLVABLE)
    ran = cli("hint", "lost.json")
    assert (ran.code, "lost: no move helps" in ran.out, "lock each other" in ran.out) == (11, True, True)
    write(folder / "won.json", {**SOLVABLE, "removed": list(range(6))})
    ran = cli("hint", "won.json")
    assert (ran.code, "won already" in ran.out) == (0, True)
    assert cli("hint", "pyrsolve:turtle:1", "--node-limit", "0").code == 12


def test_following_hints_wins(cli: Cli, folder: Path) -> None:
    (record,) = cli("deal", "pyrsolve:gate:1").records
    for _ in range(18):
        write(folder / "deal.json", record)
        (found,) = cli("hint", "deal.json", "--json").records
        record["removed"] = sorted([*record.get("removed", []), *found["move"]])
        record.pop("reference", None)
    assert record["removed"] == list(range(36))


def test_best(cli: Cli, folder: Path) -> None:
    write(folder / "lost.json", UNSOLVABLE)
    ran = cli("best", "lost.json", "--objective", "fewest-tiles-left", "--json")
    (record,) = ran.records
    assert (ran.code, record["value"], record["bound"], record["optimal"], record["line"]) == (0, 4, 4, True, [])
    ran = cli("best", "pyrsolve:gate:1", "--objective", "widest-choice")
    assert (ran.code, "proved bound" in ran.out) == (12, True)
    assert cli("best", "lost.json", "--objective", "widest-choice").code == 13
    assert cli("best", "lost.json", "--objective", "nothing").code == 2
    assert "shortest-proof:" in cli("best", "lost.json", "--objective", "list").out
    assert cli("best", "missing.json", "--objective", "shortest-proof").code == 65
    ran = cli("best", "pyrsolve:turtle:17", "--objective", "widest-choice", "--time-limit", "0")
    assert ran.code == 12


def test_limits_hold_for_all_that_a_command_does(cli: Cli, folder: Path) -> None:
    """Not for each of its searches anew."""
    write(folder / "long.json", LONG)
    for arguments in (
        ("hint",),
        ("repair",),
        ("best", "--objective", "winning-pairings"),
        ("best", "--objective", "fewest-tiles-left"),
        ("best", "--objective", "widest-choice"),
        ("best", "--objective", "shortest-proof"),
    ):
        began = time.monotonic()
        ran = cli(arguments[0], "long.json", *arguments[1:], "--time-limit", "1")
        assert ran.code == 12, arguments
        assert time.monotonic() - began < 3, arguments
