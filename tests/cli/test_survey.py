"""`survey`: tables, records, journals, comparison, progress for machines."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

from tests.cli.conftest import Cli, command, environment


def test_table_and_record(cli: Cli) -> None:
    ran = cli("survey", "--layout", "gate", "--layout", "bowl", "-n", "50")
    assert ran.code == 0
    assert ran.out.splitlines()[0].split()[:4] == ["layout", "deals", "winnable", "lost"]
    assert len(ran.out.splitlines()) == 3
    (record,) = cli("survey", "--layout", "gate", "-n", "50", "--json", "--jobs", "2").records
    assert (record["schema"], record["ended"]) == ("pyrsolve.survey/1", "count")
    assert record["strata"][0]["deals"] == 50
    assert record["parameters"]["seed"] == 1


def test_journal_report_resume_compare(cli: Cli, folder: Path) -> None:
    first = cli("survey", "--layout", "gate", "-n", "30", "--journal", "a.jsonl")
    assert cli("survey", "--report", "a.jsonl").out == first.out
    assert cli("survey", "--layout", "gate", "-n", "30", "--journal", "a.jsonl").code == 65
    ran = cli("survey", "--layout", "gate", "-n", "60", "--journal", "a.jsonl", "--resume", "--json")
    assert ran.records[0]["strata"][0]["deals"] == 60
    (folder / "b.json").write_text(
        cli("survey", "--layout", "gate", "--seed", "500", "-n", "60", "--json").out, encoding="utf-8"
    )
    ran = cli("survey", "--compare", "a.jsonl", "b.json")
    assert ran.out.startswith("gate: ")
    assert "95 %" in ran.out
    (record,) = cli("survey", "--compare", "a.jsonl", "b.json", "--json").records
    assert record["interval"][0] <= record["difference"] <= record["interval"][1]
    cli("survey", "--layout", "bowl", "-n", "5", "--journal", "c.jsonl")
    assert cli("survey", "--compare", "a.jsonl", "c.jsonl").code == 65
    assert cli("survey", "--report", "a.jsonl", "--plot", "a.svg").code == 0
    assert (folder / "a.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert cli("survey", "--report", "a.jsonl", "--plot", "a.xyz").code == 13


def test_bad_requests(cli: Cli, folder: Path) -> None:
    for arguments in (
        (),
        ("--layout", "gate", "--resume"),
        ("--layout", "gate", "--until", "2"),
        ("--layout", "gate", "--until", "x"),
        ("--layout", "gate", "--layout", "gate"),
        ("--layout", "gate", "--scheduler", "tcp://127.0.0.1:1"),
        ("--layout", "gate", "--backend", "nobody"),
    ):
        assert cli("survey", *arguments).code == 2, arguments
    assert cli("survey", "--layout", "nowhere").code == 65
    assert cli("survey", "--report", "missing.jsonl").code == 65


def test_cut_short_by_time(cli: Cli) -> None:
    ran = cli("survey", "--layout", "turtle", "-n", "100000", "--time-limit", "0.3", "--json")
    assert ran.code == 12
    (record,) = ran.records
    assert record["ended"] == "time"
    assert 0 < record["strata"][0]["deals"] < 10_000


def test_progress_for_machines(cli: Cli) -> None:
    ran = cli("survey", "--layout", "turtle", "-n", "1500", "--progress", "json", "--json")
    told = [json.loads(line) for line in ran.err.splitlines()]
    assert told[-1]["done"] == told[-1]["total"] == 1500
    assert "turtle" in told[-1]["note"]
    assert cli("survey", "--layout", "gate", "-n", "20", "--progress", "none").err == ""


def test_killed_and_resumed(tmp_path: Path, cli: Cli, folder: Path) -> None:
    """SIGKILL at a random moment loses nothing that was recorded, and nothing is done twice."""
    options = ("survey", "--layout", "gate", "-n", "4000", "--progress", "none", "--journal")
    for delay in (0.25, 0.5):
        process = subprocess.Popen(
            command(*options, "torn.jsonl", "--resume", "--jobs", "2"),
            cwd=tmp_path,
            env=environment(),
            stdout=subprocess.DEVNULL,
        )
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert cli(*options, "torn.jsonl", "--resume").code == 0
    assert cli(*options, "whole.jsonl").code == 0
    assert (folder / "torn.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()


def test_undecided_in_junit(cli: Cli) -> None:
    for state, mark in (("failed", "<failure"), ("skipped", "<skipped")):
        ran = cli("check", "pyrsolve:turtle:1", "--node-limit", "0", "--format", "junit", "--undecided", state)
        assert ran.code == 12
        assert mark in ran.out


def test_what_was_left_open_is_tried_again(cli: Cli, folder: Path) -> None:
    options = ("check", "pyrsolve:turtle:1", "--json", "--journal", "a.jsonl")
    assert cli(*options, "--node-limit", "0").records[0]["verdict"] == "undecided"
    assert cli(*options, "--resume").records[0]["verdict"] == "solvable"
    assert cli(*options, "--resume").records[0]["verdict"] == "solvable"
    assert len((folder / "a.jsonl").read_text(encoding="utf-8").splitlines()) == 2
