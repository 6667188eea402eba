"""`analyse`: as text and as records, lines that were played, pictures, what it refuses."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pyrsolve.records.schema import FOLDER
from tests.cli.conftest import Cli
from tests.samples import LONG, SOLVABLE, UNSOLVABLE, deal, write

TRAP = deal(
    list("axaxaazz"),
    [[0, 0, 0], [0, 0, 1], [0, 0, 2], [9, 0, 0], [9, 0, 1], [20, 0, 0], [30, 0, 0], [40, 0, 0]],
)
FAST = ("--quantile-sample", "0", "--plays", "50")


def test_text(cli: Cli, folder: Path) -> None:
    ran = cli("analyse", *FAST, write(folder / "a.json", TRAP))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[:7] == [
        f"{folder / 'a.json'}: solvable",
        "  longest cover chain: 3 tiles, 2 (a) on 1 (x) on 0 (a)",
        "  longest wait: 3 tiles that must go one after the other: 2 (a), then 1 (x), then 0 (a)",
        "  choke tiles, waited for whatever is paired: 2 (a) by 3, 4 (a) by 3, 1 (x) by 1",
        "  pairs that cannot go together, one waits for the other: a 0-2, a 0-4",
        "  of 8 pairs that match, 4 are in every solution, 0 in some, 4 in none",
        "    forced: a 0-5, x 1-3, a 2-4, z 6-7",
    ]
    assert re.search(
        r"\n  traps along the witness: \d of \d+ legal moves lose \([\d.]+ %\), at \d of 4 steps\n", ran.out
    )
    assert re.search(r"\n    a 2-5 loses at steps? 1.*\n    a 4-5 loses at steps? 1", ran.out)
    assert "  winning pairings: 1" in ran.out
    assert "not compared with fair deals: no fair deals were asked for" in ran.out


def test_json_is_of_its_schema(cli: Cli, folder: Path) -> None:
    write(folder / "a.jsonl", TRAP, SOLVABLE, UNSOLVABLE)
    ran = cli("analyse", "--json", "--plays", "20", "--quantile-sample", "3", folder / "a.jsonl", "pyrsolve:gate:1")
    assert ran.code == 0
    schema = json.loads((FOLDER / "analysis.json").read_text(encoding="utf-8"))
    for record in ran.records:
        jsonschema.validate(record, schema)
    assert [record["verdict"] for record in ran.records] == ["solvable", "solvable", "unsolvable", "solvable"]
    trap, _, lost, gate = ran.records
    assert trap["pairings"]["forced"] == [[0, 5], [1, 3], [2, 4], [6, 7]]
    steps = trap["traps"]["steps"]
    before = next(place for place, step in enumerate(steps) if step["move"] == [2, 4])  # until then, two moves lose
    assert [step["losing"] for step in steps] == [[[2, 5], [4, 5]]] * (before + 1) + [[]] * (3 - before)
    assert trap["traps"]["losing"] == 2 * (before + 1)
    assert trap["source"] == {"file": str(folder / "a.jsonl"), "line": 1}
    assert lost["absent"]["traps"] == "the deal cannot be won"
    assert lost["structure"]["stuck"] == [0, 1, 2, 3]
    assert gate["difficulty"]["quantile"]["deals"] == 3
    assert cli("analyse", "--json", "--plays", "20", "--quantile-sample", "3", "pyrsolve:gate:1").records == [gate]


def test_an_unsolvable_deal_points_to_the_lock(cli: Cli, folder: Path) -> None:
    ran = cli("analyse", write(folder / "a.json", UNSOLVABLE))
    assert ran.code == 0
    assert ran.out.splitlines() == [
        f"{folder / 'a.json'}: unsolvable",
        "  tiles that never go, whatever is paired: 0 (1m), 1 (1m), 2 (2p), 3 (2p)",
        "  'pyrsolve solve --explain' shows the smallest set of tiles that lock each other",
    ]


def result_of(cli: Cli, path: Path) -> dict[str, Any]:
    [record] = cli("solve", "--json", path).records
    return record


@pytest.mark.parametrize("kind", ["list", "moves", "record", "result"])
def test_a_line_that_was_played(cli: Cli, folder: Path, kind: str) -> None:
    path = write(folder / "a.json", TRAP)
    line = [[7, 6], [2, 5]]
    value: Any = {
        "list": line,
        "moves": {"moves": line},
        "record": {
            "schema": "pyrsolve.record/1",
            "deal": TRAP,
            "moves": [{"actor": 0, "move": move} for move in line],
        },
        "result": {**result_of(cli, path), "witness": line},
    }[kind]
    played = write(folder / "played.json", value)
    ran = cli("analyse", *FAST, path, "--record", played)
    assert ran.code == 0
    assert "  the line of 2 moves: first losing move 2, a 2-5\n    safe there: a 2-4\n" in ran.out
    [record] = cli("analyse", *FAST, "--json", path, "--record", played).records
    assert record["record"] == {
        "moves": 2,
        "outcome": "lost",
        "sure": True,
        "first_losing": {"number": 2, "move": [2, 5], "safe": [[2, 4]]},
    }
    assert record["traps"]["line"] == "record"
    assert [step["move"] for step in record["traps"]["steps"]] == [[6, 7], [2, 5]]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[6, 7], [0, 2]], "$[1]: move 2: tile 0 is covered"),
        ({"moves": [[6, 7], "x"]}, "$.moves[1]: move 2: 'x' is not a pair of tile indices"),
        ({"moves": 3}, "nor a list of moves"),
        (17, "nor a list of moves"),
        ({"moves": [[6, 7]], "deal": UNSOLVABLE}, "$.deal: this is about another deal"),
        ({"moves": [[6, 7]], "deal_id": "ab"}, "$.deal_id: this is about another deal"),
        ("{", "not JSON"),
    ],
)
def test_lines_that_are_refused(cli: Cli, folder: Path, value: Any, message: str) -> None:
    path, played = write(folder / "a.json", TRAP), folder / "played.json"
    played.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    ran = cli("analyse", *FAST, path, "--record", played)
    assert ran.code == 65
    assert message in ran.err
    assert str(played) in ran.err
    assert ran.out == ""


def test_a_missing_line_and_a_result_without_one(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.json", UNSOLVABLE)
    assert cli("analyse", path, "--record", folder / "no.json").code == 65
    ran = cli("analyse", path, "--record", write(folder / "r.json", result_of(cli, path)))
    assert (ran.code, "without a witness" in ran.err) == (65, True)


def test_a_picture(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.json", TRAP)
    for name in ("one.svg", "two.svg", "p.png"):
        assert cli("analyse", *FAST, path, "--plot", folder / name).code == 0
    first = (folder / "one.svg").read_bytes()
    assert first == (folder / "two.svg").read_bytes()
    assert b">legal moves</text>" in first
    assert b">first losing move</text>" not in first
    assert (folder / "p.png").read_bytes().startswith(b"\x89PNG")
    played = write(folder / "played.json", [[4, 5]])
    assert cli("analyse", *FAST, path, "--record", played, "--plot", folder / "three.svg").code == 0
    assert b">first losing move</text>" in (folder / "three.svg").read_bytes()


def test_pictures_that_cannot_be_made(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, lost = write(folder / "a.json", TRAP), write(folder / "b.json", UNSOLVABLE)
    assert cli("analyse", path, "--plot", "a.gif").code == 2
    ran = cli("analyse", lost, "--plot", "a.svg")
    assert (ran.code, "no line to plot" in ran.err) == (13, True)
    for option in ("--plot", "--record"):
        assert cli("analyse", path, lost, option, "a.svg").code == 2
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ran = cli("analyse", path, "--plot", "a.svg")
    assert (ran.code, "pip install 'pyrsolve[plot]'" in ran.err) == (2, True)


def test_limits_and_bad_deals(cli: Cli, folder: Path) -> None:
    long = write(folder / "long.json", LONG)
    ran = cli("analyse", "--time-limit", "0.5", long)
    assert ran.code == 12
    assert "cut short: time limit" in ran.out
    [record] = cli("analyse", "--json", "--node-limit", "0", "pyrsolve:turtle:1").records
    assert (record["verdict"], record["stopped"], record["limits"]) == ("undecided", "nodes", {"nodes": 0})
    write(folder / "bad.jsonl", TRAP, "{]\n", TRAP)
    ran = cli("analyse", *FAST, folder / "bad.jsonl")
    assert ran.code == 65
    assert ran.out.count("solvable") == 2
    assert cli("analyse", "--backend", "nobody", "pyrsolve:gate:1").code == 2
