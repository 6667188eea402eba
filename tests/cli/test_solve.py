"""`solve`: what it says, as text and as records."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.verify.replay import replay
from tests.cli.conftest import Cli
from tests.samples import FLOATING, LONG, ODD, SOLVABLE, UNSOLVABLE, line, row, write


def test_text_of_a_solvable_deal(cli: Cli, folder: Path) -> None:
    ran = cli("solve", "--no-timing", write(folder / "a.json", row("1f", "3f", "9s", "9s", gap=4)))
    assert ran.code == 0
    first, count, moves, backend = ran.out.splitlines()
    assert first == f"{folder / 'a.json'}: solvable (every tile goes)"
    assert count == "  2 moves, replayed:"
    assert sorted(re.split("  +", moves.strip())) == ["1f+3f 0-1", "9s 2-3"]
    assert backend.startswith("  backend pairing: ")
    assert "nodes" in backend
    assert "ms" not in backend
    assert cli("solve", folder / "a.json").out.rstrip().endswith(" ms")
    assert ran.err == ""


def test_text_of_an_unsolvable_deal(cli: Cli, folder: Path) -> None:
    ran = cli("solve", write(folder / "a.json", UNSOLVABLE))
    assert ran.code == 11
    assert ran.out.startswith(f"{folder / 'a.json'}: unsolvable (")
    assert "proof that 'pyrsolve verify' checks" in ran.out
    assert "a claim without a proof to check" in cli("solve", "--no-proof", folder / "a.json").out
    assert "a claim without a proof to check" in cli("solve", "--backend", "brute", folder / "a.json").out


def test_text_of_an_odd_group(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.json", ODD)
    assert cli("solve", path).code == 65
    ran = cli("solve", "--allow-odd", path)
    assert ran.code == 11
    assert "unsolvable (structural: 3 tiles that match only each other, an odd number)" in ran.out


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (["--time-limit", "0.2"], "the time limit stopped it"),
        (["--node-limit", "10"], "the node limit stopped it"),
        (["--memory-limit", "1"], "the memory limit stopped it"),
    ],
)
def test_text_of_an_undecided_deal(cli: Cli, folder: Path, limit: list[str], words: str) -> None:
    ran = cli("solve", *limit, write(folder / "a.json", LONG))
    assert ran.code == 12
    assert f"undecided ({words})" in ran.out


def test_records(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.jsonl", SOLVABLE, UNSOLVABLE)
    ran = cli("solve", "--json", path)
    assert ran.code == 11
    yes, no = ran.records
    for number, record in enumerate((yes, no), start=1):
        assert record["schema"] == "pyrsolve.result/1"
        assert record["source"] == {"file": str(path), "line": number}
        assert record["rules"] == {"cover": "next", "deck": "free"}
        assert record["version"] == pyrsolve.__version__
        assert record["timing"]["seconds"] >= 0
        assert record["limits"] == {}
    assert (yes["verdict"], yes["reason"], yes["deal"]) == ("solvable", "goal", SOLVABLE)
    assert replay(registry.game("mahjong"), pyrsolve.load(path)[0], yes["witness"]) == []
    assert (no["verdict"], no["proof"], no["deal"]) == ("unsolvable", "checked", UNSOLVABLE)
    assert "witness" not in no
    assert "refutation" not in yes


def test_records_without_time_are_the_same_again(cli: Cli) -> None:
    arguments = ("solve", "--json", "--no-timing", "--node-limit", "1000", "pyrsolve:turtle:17", "pyrsolve:bowl:5")
    first, second = cli(*arguments), cli(*arguments)
    assert first == second
    assert all("timing" not in record for record in first.records)


def test_the_cold_process_says_the_same(cli: Cli, process: Cli) -> None:
    arguments = ("solve", "--no-timing", "pyrsolve:turtle:17")
    assert process(*arguments) == cli(*arguments)


def test_no_proof(cli: Cli, folder: Path) -> None:
    (record,) = cli("solve", "--json", "--no-proof", write(folder / "a.json", UNSOLVABLE)).records
    assert record["proof"] == "claimed"
    assert "refutation" not in record


def test_rules_and_presets_are_in_the_record_and_in_its_deal(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.json", FLOATING)
    (plain,) = cli("solve", "--json", path).records
    (other,) = cli("solve", "--json", "--rules", "cover=any", path).records
    assert (plain["rules"]["cover"], other["rules"]["cover"]) == ("next", "any")
    assert other["deal"]["rules"] == {"cover": "any"}
    assert other["deal_id"] != plain["deal_id"]
    again = write(folder / "b.json", other["deal"])
    assert cli("solve", "--json", again).records[0]["deal_id"] == other["deal_id"]
    ran = cli("solve", "--preset", "rulebook-literal", path)
    assert ran.code == 65
    assert "unknown face 'a'" in ran.err


def test_a_name_and_the_same_layout_inline_are_one_deal(cli: Cli, folder: Path) -> None:
    (named,) = cli("deal", "pyrsolve:gate:4").records
    (layout,) = cli("layouts", "show", "gate", "--json").records
    path = write(folder / "a.jsonl", named, {**named, "layout": layout})
    assert len({record["deal_id"] for record in cli("check", "--json", path).records}) == 1


def test_layouts_in_a_folder(cli: Cli, folder: Path) -> None:
    (folder / "mine").mkdir()
    write(folder / "mine" / "line.json", UNSOLVABLE["layout"])
    path = write(folder / "a.json", {**UNSOLVABLE, "layout": "line"})
    assert cli("solve", path).code == 65
    assert cli("solve", "--layouts", "mine", path).code == 11


def test_standard_input(cli: Cli) -> None:
    ran = cli("solve", "-", stdin=json.dumps(SOLVABLE, indent=2).encode())
    assert (ran.code, ran.out.split(":")[0]) == (0, "-")
    ran = cli("solve", "-", stdin=(line(SOLVABLE) + line(UNSOLVABLE)).encode())
    assert (ran.code, [text.split(" ")[0] for text in ran.out.splitlines() if text[0] != " "]) == (11, ["-:1:", "-:2:"])
    assert cli("solve", "-", stdin=b"").code == 65


def test_the_others_go_on(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.jsonl", ODD, SOLVABLE, "{\n", UNSOLVABLE)
    ran = cli("solve", "no.json", path, "--json")
    assert ran.code == 65
    kinds = [record["schema"].removeprefix("pyrsolve.") for record in ran.records]
    assert kinds == ["fault/1", "fault/1", "result/1", "fault/1", "result/1"]
    assert [record["source"].get("line") for record in ran.records] == [None, 1, 2, 3, 4]
    ran = cli("solve", "no.json", path)
    assert ran.out.count("\n") > 2
    assert len(ran.err.splitlines()) == 4


def test_moves_that_are_no_pairs_are_shown_as_json() -> None:
    from pyrsolve.cli.solve import moves

    (shown,) = moves(object(), (("remove", 1, 2), ["shift", 3], (4, 5)))  # type: ignore[arg-type]
    assert shown == '    ["remove", 1, 2]  ["shift", 3]      [4, 5]'


def test_explained(cli: Cli, folder: Path) -> None:
    won = cli("solve", "--explain", write(folder / "a.json", SOLVABLE))
    assert "1. " in won.out
    lost = cli("solve", "--explain", write(folder / "b.json", UNSOLVABLE))
    assert lost.code == 11
    assert len(lost.out.splitlines()) > 2
    (record,) = cli("solve", "--explain", "--json", folder / "b.json").records
    assert record["explanation"]["text"]


def test_a_deal_that_is_already_won(cli: Cli, folder: Path) -> None:
    path = write(folder / "a.json", {**row("a", "a"), "removed": [0, 1]})
    ran = cli("solve", "--json", path)
    assert (ran.code, ran.records[0]["witness"]) == (0, [])
    (folder / "r.json").write_text(ran.out)
    assert cli("verify", folder / "r.json").code == 0
    assert cli("solve", path).code == 0
