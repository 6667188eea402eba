"""`verify` as a command: where deals come from, what is said of each result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from tests.samples import FLOATING, LONG, ODD, SOLVABLE, UNSOLVABLE, write


@pytest.fixture
def results(cli: Cli, folder: Path) -> Path:
    """A solvable, an unsolvable, a fault, an undecided and a claimed one."""
    path = write(folder / "deals.jsonl", SOLVABLE, UNSOLVABLE, ODD, LONG)
    lines = cli("check", "--json", "--node-limit", "5", path).out
    claimed = cli("solve", "--json", "--no-proof", write(folder / "claimed.json", UNSOLVABLE)).out
    (folder / "results.jsonl").write_text(lines + claimed)
    return folder / "results.jsonl"


def without_deals(path: Path) -> Path:
    values = [json.loads(line) for line in path.read_text().splitlines()]
    for value in values:
        value.pop("deal", None)
    return write(path.with_name("bare.jsonl"), *values)


def states(cli: Cli, *arguments: str | Path) -> list[str]:
    return [record["state"] for record in cli("verify", "--json", *arguments).records]


def test_what_is_said(cli: Cli, results: Path) -> None:
    ran = cli("verify", results)
    assert ran.code == 12
    assert ran.err == ""
    assert ran.out.splitlines() == [
        f"holds     solvable    {results}:1: witness replayed",
        f"holds     unsolvable  {results}:2: refutation checked",
        f"unchecked fault       {results}:3: nothing to check: the input could not be read",
        f"unchecked undecided   {results}:4: nothing to check: undecided",
        f"unchecked unsolvable  {results}:5: nothing to check: claimed",
    ]
    assert states(cli, results) == ["holds", "holds", "unchecked", "unchecked", "unchecked"]


def test_deals_by_their_id(cli: Cli, results: Path) -> None:
    bare = without_deals(results)
    ran = cli("verify", "--json", bare)
    assert ran.code == 65
    assert ran.err.count("no deal inside, and none given with the id") == 4
    assert [record.get("schema") for record in ran.records] == ["pyrsolve.fault/1"] * 2 + [None] + [
        "pyrsolve.fault/1"
    ] * 2
    ran = cli("verify", bare, "--allow-odd", results.with_name("deals.jsonl"))
    assert ran.code == 12
    assert ran.out == cli("verify", results).out.replace("results.jsonl", "bare.jsonl")


def test_deals_under_other_rules(cli: Cli, folder: Path) -> None:
    deals = write(folder / "a.json", FLOATING)
    (folder / "r.json").write_text(cli("solve", "--json", "--rules", "cover=any", deals).out)
    assert cli("verify", "r.json").code == 0
    bare = without_deals(folder / "r.json")
    assert cli("verify", bare, deals).code == 65
    assert cli("verify", "--rules", "cover=any", bare, deals).code == 0


def test_standard_input(cli: Cli, results: Path) -> None:
    assert cli("verify", "-", stdin=results.read_bytes()).code == 12
    bare = without_deals(results)
    deals = results.with_name("deals.jsonl").read_bytes()
    assert cli("verify", bare, "-", stdin=deals).code == 12


def test_bad_deals_are_named_and_the_results_checked(cli: Cli, results: Path) -> None:
    write(results.with_name("bad.jsonl"), SOLVABLE, "{\n")
    ran = cli("verify", without_deals(results), results.with_name("bad.jsonl"))
    assert ran.code == 65
    assert "bad.jsonl:2" in ran.err
    assert ran.out.startswith("holds     solvable ")


def test_an_odd_group_holds(cli: Cli, folder: Path) -> None:
    (folder / "r.json").write_text(cli("solve", "--json", "--allow-odd", write(folder / "a.json", ODD)).out)
    assert cli("verify", "r.json").code == 0


def changed(path: Path, line: int, **fields: Any) -> Path:
    values = [json.loads(text) for text in path.read_text().splitlines()]
    values[line - 1].update(fields)
    return write(path.with_name("changed.jsonl"), *values)


@pytest.mark.parametrize(
    ("line", "fields", "fault"),
    [
        (1, {"witness": [[0, 1], [0, 1], [2, 3]]}, "$.witness[1]: move 2: tile 0 is already gone"),
        (1, {"witness": [[0, 1]]}, "$.witness: after the 1 moves of the witness the deal is not won"),
        (1, {"witness": "all"}, "$.witness"),
        (1, {"witness": [[0, 1, 2]]}, "$.witness[0]: move 1: "),
        (1, {"witness": [7]}, "$.witness[0]: move 1: 7 is not a pair of tile indices"),
        (1, {"witness": [[0, 10**9]]}, "$.witness[0]: move 1: "),
        (1, {"witness": [[0, -1]]}, "$.witness[0]: move 1: "),
        (1, {"witness": [[True, 1]]}, "$.witness[0]: move 1: "),
        (1, {"rules": {"cover": "any", "deck": "free"}}, "$.rules: the rules are said to be"),
        (1, {"deal": UNSOLVABLE}, "$.deal_id: the deal inside has the id"),
        (1, {"deal": {**SOLVABLE, "colour": 1}}, "$.deal.colour: unknown field"),
        (1, {"proof": "claimed"}, "$.proof: solvable with the proof claimed"),
        (2, {"proof": "claimed"}, "$.proof: there is a refutation, but the proof is claimed"),
        (2, {"verdict": "undecided"}, "$.proof: undecided with the proof checked"),
        (4, {"verdict": "solvable", "reason": "goal"}, "$.verdict: solvable without a witness"),
        (4, {"verdict": "unsolvable", "reason": "refuted"}, "$.proof: unsolvable without a proof, checked or claimed"),
        (5, {"witness": [[0, 1]]}, "$.verdict: unsolvable with a witness"),
    ],
)
def test_every_failure_is_named(cli: Cli, results: Path, line: int, fields: dict[str, Any], fault: str) -> None:
    path = changed(results, line, **fields)
    ran = cli("verify", path)
    assert ran.code in (14, 65)
    assert fault in ran.err, ran.err
    assert all(message.startswith(f"{path}:{line}:") for message in ran.err.splitlines())
    untouched = cli("verify", results).out.replace("results", "changed").splitlines()
    others = [text for text in ran.out.splitlines() if f":{line}: " not in text]
    assert others == [text for text in untouched if f":{line}: " not in text]


def test_a_single_pretty_printed_result(cli: Cli, folder: Path) -> None:
    value = json.loads(cli("solve", "--json", write(folder / "a.json", SOLVABLE)).out)
    (folder / "r.json").write_text(json.dumps(value, indent=2))
    assert cli("verify", "r.json").out == "holds     solvable    r.json: witness replayed\n"


def test_results_of_a_folder(cli: Cli) -> None:
    examples = Path(__file__).resolve().parents[2] / "examples"
    ran = cli("verify", examples / "results", examples)
    assert ran.code == 0, ran.err
    assert len(ran.out.splitlines()) == len(list((examples / "results").glob("*.json")))
