"""`check`: formats, expectations, jobs, the journal."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Cli, Ran
from tests.samples import LONG, ODD, SOLVABLE, UNSOLVABLE, write

LIMIT = ("--node-limit", "5")


@pytest.fixture
def mixed(folder: Path) -> str:
    write(folder / "mixed.jsonl", SOLVABLE, UNSOLVABLE, ODD, LONG, SOLVABLE)
    return "mixed.jsonl"


# --- formats ------------------------------------------------------------------------------------------------------
def test_table(cli: Cli, mixed: str) -> None:
    ran = cli("check", *LIMIT, "--no-timing", mixed)
    assert ran.code == 65
    rows = [line.split() for line in ran.out.splitlines()]
    assert [(row[0], row[-1]) for row in rows[:-1]] == [
        ("solvable", "mixed.jsonl:1"),
        ("unsolvable", "mixed.jsonl:2"),
        ("fault", "mixed.jsonl:3"),
        ("undecided", "mixed.jsonl:4"),
        ("solvable", "mixed.jsonl:5"),
    ]
    assert ran.out.splitlines()[-1] == "5 deals: 1 fault, 2 solvable, 1 undecided, 1 unsolvable"
    assert [line.split(":")[:2] for line in ran.err.splitlines()] == [["mixed.jsonl", "3"]] * 2


def test_jsonl_is_one_line_a_record_in_order(cli: Cli, mixed: str) -> None:
    ran = cli("check", *LIMIT, "--format", "jsonl", mixed)
    assert ran.code == 65
    assert [record["source"] for record in ran.records] == [{"file": mixed, "line": n} for n in range(1, 6)]
    assert [record.get("verdict", record["schema"]) for record in ran.records] == [
        "solvable",
        "unsolvable",
        "pyrsolve.fault/1",
        "undecided",
        "solvable",
    ]
    fault = ran.records[2]["faults"][0]
    assert (fault["path"], fault["line"], fault["column"] > 1) == ("$.faces[2]", 3, True)
    assert "odd number" in fault["message"]
    assert ran.records[1]["refutation"]
    assert ran.records[1]["deal"] == UNSOLVABLE
    assert (
        cli("check", *LIMIT, "--json", "--no-timing", mixed).out
        == cli("check", *LIMIT, "--format", "jsonl", "--no-timing", mixed).out
    )


def test_csv(cli: Cli, mixed: str) -> None:
    ran = cli("check", *LIMIT, "--format", "csv", mixed)
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert [(row["line"], row["verdict"], row["reason"]) for row in rows] == [
        ("1", "solvable", "goal"),
        ("2", "unsolvable", "structural"),
        ("3", "fault", ""),
        ("4", "undecided", "nodes"),
        ("5", "solvable", "goal"),
    ]
    assert {row["file"] for row in rows} == {mixed}
    assert "odd number" in rows[2]["message"]
    assert len(rows[0]["deal_id"]) == 64
    assert float(rows[0]["seconds"]) >= 0


def test_junit(cli: Cli, mixed: str) -> None:
    def cases(*more: str) -> list[str]:
        ran = cli("check", *LIMIT, "--format", "junit", *more, mixed)
        (suite,) = ElementTree.fromstring(ran.out)
        assert suite.get("tests") == "5"
        states = [case[0].tag if len(case) else "passed" for case in suite]
        for tag, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert suite.get(name) == str(states.count(tag))
        assert [case.get("name") for case in suite] == [f"{mixed}:{n}" for n in range(1, 6)]
        return states

    assert cases() == ["passed", "failure", "error", "failure", "passed"]
    assert cases("--allow-undecided") == ["passed", "failure", "error", "skipped", "passed"]
    assert cases("--expect", "decided") == ["passed", "passed", "error", "failure", "passed"]
    assert cases("--expect", "unsolvable") == ["failure", "passed", "error", "failure", "failure"]


# --- what is expected ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("deals", "options", "code"),
    [
        ([SOLVABLE], [], 0),
        ([SOLVABLE, UNSOLVABLE], [], 11),
        ([SOLVABLE, LONG], [], 12),
        ([LONG, UNSOLVABLE], [], 11),
        ([SOLVABLE, LONG], ["--allow-undecided"], 0),
        ([UNSOLVABLE, LONG], ["--allow-undecided"], 11),
        ([SOLVABLE], ["--expect", "solvable"], 0),
        ([SOLVABLE, UNSOLVABLE], ["--expect", "solvable"], 14),
        ([SOLVABLE, LONG], ["--expect", "solvable"], 14),
        ([SOLVABLE, LONG], ["--expect", "solvable", "--allow-undecided"], 0),
        ([UNSOLVABLE, UNSOLVABLE], ["--expect", "unsolvable"], 0),
        ([UNSOLVABLE, SOLVABLE], ["--expect", "unsolvable"], 14),
        ([SOLVABLE, UNSOLVABLE], ["--expect", "decided"], 0),
        ([SOLVABLE, LONG], ["--expect", "decided"], 14),
        ([SOLVABLE, ODD], ["--expect", "solvable"], 65),
        ([UNSOLVABLE, ODD], ["--expect", "solvable"], 65),
    ],
)
def test_exit_codes(cli: Cli, folder: Path, deals: list[object], options: list[str], code: int) -> None:
    ran = cli("check", *LIMIT, *options, write(folder / "a.jsonl", *deals))
    assert ran.code == code, ran.err
    assert ("NOT AS EXPECTED" in ran.out) == ("not as expected" in ran.err)
    if code == 14:
        assert "not as expected" in ran.err


def test_expected_from_a_file(cli: Cli, folder: Path) -> None:
    deals = write(folder / "deals.jsonl", SOLVABLE, UNSOLVABLE, ODD)
    good = write(folder / "good.jsonl", SOLVABLE, UNSOLVABLE)
    (folder / "results.jsonl").write_text(cli("check", "--json", deals).out)
    assert cli("check", "--expect", "FILE:results.jsonl", good).code == 0
    changed = (folder / "results.jsonl").read_text().replace('"verdict":"unsolvable"', '"verdict":"solvable"')
    (folder / "changed.jsonl").write_text(changed)
    ran = cli("check", "--expect", "FILE:changed.jsonl", good)
    assert ran.code == 14
    assert "good.jsonl:2: unsolvable, but changed.jsonl says solvable" in ran.err
    other = write(folder / "other.json", LONG)
    ran = cli("check", *LIMIT, "--expect", "FILE:results.jsonl", other)
    assert ran.code == 14
    assert "undecided, but results.jsonl has no verdict for this deal" in ran.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "results.jsonl: No such file or directory"),
        ("", "results.jsonl: empty"),
        ("{\n", "results.jsonl:1:2: not JSON"),
        ("{}\n[]\n", "results.jsonl:2: a result/1 record was expected"),
    ],
)
def test_expected_from_a_bad_file(cli: Cli, folder: Path, content: str | None, message: str) -> None:
    if content is not None:
        (folder / "results.jsonl").write_text(content)
    ran = cli("check", "--expect", "FILE:results.jsonl", write(folder / "a.json", SOLVABLE))
    assert ran.code == 65
    assert message in ran.err
    assert ran.out == ""


def test_the_examples_are_as_recorded(cli: Cli) -> None:
    root = Path(__file__).resolve().parents[2] / "examples"
    ran = cli("check", "--expect", f"FILE:{root / 'results'}", root)
    assert ran.code == 0, ran.err


# --- jobs ---------------------------------------------------------------------------------------------------------
def test_the_same_bytes_at_any_number_of_workers(cli: Cli, folder: Path) -> None:
    deals = folder / "deals.jsonl"
    deals.write_text(cli("deal", "--layout", "gate", "-n", "150").out, encoding="utf-8")
    with deals.open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(value) + "\n" for value in (ODD, SOLVABLE, UNSOLVABLE))
    runs = {cli("check", "--json", "--no-timing", "--jobs", str(jobs), "deals.jsonl") for jobs in (1, 2, 3)}
    (ran,) = runs
    assert ran.code == 65
    assert [record["source"]["line"] for record in ran.records] == list(range(1, 154))


def test_a_process_of_its_own_with_workers(process: Cli, cli: Cli, tmp_path: Path) -> None:
    deals = write(tmp_path / "deals.jsonl", SOLVABLE, UNSOLVABLE, ODD, *[SOLVABLE] * 30)
    arguments = ("check", "--json", "--no-timing", "--jobs", "2", deals)
    assert process(*arguments) == cli(*arguments)


def test_a_deal_that_kills_its_worker(process: Cli, tmp_path: Path) -> None:
    """A plug-in backend that is killed by one deal: that one is an internal fault, the others are decided."""
    import os

    from tests.cli.conftest import environment

    plugin = tmp_path / "plugin"
    (plugin / "deadly-1.dist-info").mkdir(parents=True)
    (plugin / "deadly-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    (plugin / "deadly-1.dist-info" / "entry_points.txt").write_text("[pyrsolve.backends]\ndeadly = deadly:Deadly\n")
    (plugin / "deadly.py").write_text(
        "import os\n"
        "from pyrsolve.backends.pairing import Pairing\n"
        "class Deadly(Pairing):\n"
        "    name = 'deadly'\n"
        "    def solve(self, game, deal, limits, *, proof=True):\n"
        "        if len(deal.faces) == 4:\n"
        "            os._exit(9)\n"
        "        return super().solve(game, deal, limits, proof=proof)\n"
    )
    deals = write(tmp_path / "deals.jsonl", SOLVABLE, UNSOLVABLE, SOLVABLE)
    path = os.pathsep.join([str(plugin), environment()["PYTHONPATH"]])
    ran = process("check", "--json", "--jobs", "2", "--backend", "deadly", deals, env={"PYTHONPATH": path})
    assert ran.code == 70
    assert [record.get("verdict") for record in ran.records] == ["solvable", None, "solvable"]
    assert ran.err.startswith(f"{deals}:2: internal fault: the process that worked on this was killed")


@pytest.mark.slow
def test_a_thousand_turtle_deals(process: Cli, cli: Cli, tmp_path: Path) -> None:
    import time

    deals = tmp_path / "deals.jsonl"
    deals.write_text(cli("deal", "--layout", "turtle", "-n", "1000").out, encoding="utf-8")
    began = time.monotonic()
    ran = process("check", "--json", "--jobs", "2", deals)
    spent = time.monotonic() - began
    assert ran.code == 11
    assert len(ran.records) == 1000
    assert spent < 8


# --- the journal --------------------------------------------------------------------------------------------------
def verdicts(ran: Ran) -> list[str]:
    return [record.get("verdict", "fault") for record in ran.records]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_resume(cli: Cli, folder: Path, mixed: str, jobs: str) -> None:
    arguments = ("check", *LIMIT, "--json", "--no-timing", "--jobs", jobs, "--journal", "j.jsonl")
    journal = folder / "j.jsonl"
    whole = cli(*arguments, mixed)
    content = journal.read_bytes()
    assert [json.loads(line)["source"]["line"] for line in content.splitlines()] == [1, 2, 4, 5]
    lines = content.splitlines(keepends=True)
    for kept in (b"", lines[0], b"".join(lines[:2]) + b'{"sch', content):
        journal.write_bytes(kept)
        again = cli(*arguments, "--resume", mixed)
        assert again == whole
        assert journal.read_bytes() == content


def test_what_the_journal_holds_is_not_decided_again(cli: Cli, folder: Path, mixed: str) -> None:
    arguments = ("check", *LIMIT, "--json", "--journal", "j.jsonl")
    cli(*arguments, mixed)
    journal = folder / "j.jsonl"
    marked = journal.read_text().replace('"backend":"pairing"', '"backend":"remembered"')
    journal.write_text(marked)
    ran = cli(*arguments, "--resume", mixed)
    assert [record.get("backend") for record in ran.records] == ["remembered"] * 2 + [None] + ["remembered"] * 2
    assert journal.read_text() == marked


def test_a_deal_that_has_changed_is_decided_again(cli: Cli, folder: Path) -> None:
    arguments = ("check", "--json", "--journal", "j.jsonl")
    cli(*arguments, write(folder / "a.jsonl", SOLVABLE, SOLVABLE))
    write(folder / "a.jsonl", SOLVABLE, UNSOLVABLE)
    assert verdicts(cli(*arguments, "--resume", folder / "a.jsonl")) == ["solvable", "unsolvable"]
    assert verdicts(cli(*arguments, "--resume", folder / "a.jsonl")) == ["solvable", "unsolvable"]


def test_the_journal_must_be_new_or_resumed(cli: Cli, folder: Path, mixed: str) -> None:
    assert cli("check", *LIMIT, "--journal", "j.jsonl", mixed).code == 65
    before = (folder / "j.jsonl").read_bytes()
    ran = cli("check", *LIMIT, "--journal", "j.jsonl", mixed)
    assert (ran.code, ran.err) == (65, "j.jsonl: the journal exists; --resume goes on with it\n")
    assert (folder / "j.jsonl").read_bytes() == before
