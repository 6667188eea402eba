"""Every exit code, each by a run that ends so; and which of several wins."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pyrsolve.cli import exits
from pyrsolve.cli.exits import PRECEDENCE, Exit, overall
from pyrsolve.outcome import Verdict
from tests.cli.conftest import Cli, command, environment
from tests.samples import LONG, ODD, SOLVABLE, UNSOLVABLE, write


# --- one run a code -----------------------------------------------------------------------------------------------
def test_0_solvable(process: Cli, tmp_path: Path) -> None:
    assert process("solve", write(tmp_path / "a.json", SOLVABLE)).code == 0


def test_2_usage(process: Cli) -> None:
    ran = process("solve", "--no-such-option")
    assert ran.code == 2
    assert "--no-such-option" in ran.err


def test_11_unsolvable(process: Cli, tmp_path: Path) -> None:
    assert process("solve", write(tmp_path / "a.json", UNSOLVABLE)).code == 11


def test_12_undecided(process: Cli, tmp_path: Path) -> None:
    ran = process("solve", "--node-limit", "3", write(tmp_path / "a.json", LONG))
    assert ran.code == 12
    assert "undecided (the node limit stopped it)" in ran.out


def test_13_unsupported(process: Cli, tmp_path: Path) -> None:
    """A game of a plug-in that has no form that the pairing search could use."""
    plugin = tmp_path / "plugin"
    (plugin / "bare-1.dist-info").mkdir(parents=True)
    (plugin / "bare-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: bare\nVersion: 1\n")
    (plugin / "bare-1.dist-info" / "entry_points.txt").write_text("[pyrsolve.games]\nbare = bare:Bare\n")
    (plugin / "bare.py").write_text(BARE)
    deal = write(tmp_path / "a.json", {"schema": "pyrsolve.deal/1", "game": "bare"})
    path = os.pathsep.join([str(plugin), environment()["PYTHONPATH"]])
    ran = process("solve", "--json", "--backend", "pairing", deal, env={"PYTHONPATH": path})
    assert ran.code == 13, ran.err
    assert ran.err.startswith(f"{deal}: unsupported: ")
    assert [record["schema"] for record in ran.records] == ["pyrsolve.fault/1"]


BARE = """
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.options import Options
from pyrsolve.records.deal import DealRecord
from dataclasses import dataclass


class BareDeal(Deal):
    def identity(self):
        return {}


class Bare(Game):
    name, title, options, deal_record = "bare", "Bare", Options, DealRecord

    def read(self, record, layout=None, *, allow_odd=False):
        return BareDeal(game="bare", options=Options())

    def write(self, deal):
        return DealRecord(schema_="pyrsolve.deal/1", game="bare")

    def random_deal(self, layout, number, options, preset="recommended"):
        return BareDeal(game="bare", options=Options())

    def start(self, deal):
        return 0

    def step(self, position, move):
        return position

    def moves(self, position):
        return []

    def won(self, position):
        return True
"""


def test_14_not_as_expected(process: Cli, tmp_path: Path) -> None:
    ran = process("check", "--expect", "solvable", write(tmp_path / "a.json", UNSOLVABLE))
    assert ran.code == 14
    assert "unsolvable, but solvable was expected" in ran.err


def test_65_bad_data(process: Cli, tmp_path: Path) -> None:
    ran = process("solve", write(tmp_path / "a.json", ODD))
    assert ran.code == 65
    assert "Traceback" not in ran.err


def test_70_internal_fault(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend whose witness does not replay: said, saved, and the others go on."""
    break_the_search(monkeypatch)
    path = write(folder / "a.jsonl", SOLVABLE, UNSOLVABLE)
    ran = cli("solve", "--json", path)
    assert ran.code == 70
    assert [record["schema"] for record in ran.records] == ["pyrsolve.fault/1", "pyrsolve.result/1"]
    assert f"{path}:1: internal fault: the witness of backend 'pairing' does not replay: " in ran.err
    (case,) = folder.glob("pyrsolve-case-*.jsonl")
    assert case.name in ran.err
    assert cli("verify", case).code == 14
    assert cli("check", path).code == 70
    assert cli("check", path).out.splitlines()[-1] == "2 deals: 1 internal, 1 unsolvable"


def break_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every witness becomes one that removes the first two tiles again and again."""
    from dataclasses import replace

    from pyrsolve.backends.pairing import Pairing
    from pyrsolve.outcome import Solvable

    honest = Pairing.solve

    def solve(self, *args, **kwargs):  # type: ignore[no-untyped-def]
        outcome = honest(self, *args, **kwargs)
        return replace(outcome, moves=((0, 1), (0, 1))) if isinstance(outcome, Solvable) else outcome

    monkeypatch.setattr(Pairing, "solve", solve)


def test_70_for_a_bug(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrsolve import api

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("one by nothing")

    monkeypatch.setattr(api, "solve", broken)
    monkeypatch.delenv("PYRSOLVE_DEBUG", raising=False)
    ran = cli("solve", write(folder / "a.json", SOLVABLE))
    assert ran.code == 70
    assert ran.err == f"{folder / 'a.json'}: internal fault: ZeroDivisionError: one by nothing\n"
    monkeypatch.setenv("PYRSOLVE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli("solve", folder / "a.json")


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_130_and_143_keep_what_was_printed(jobs: str, number: signal.Signals, code: int, tmp_path: Path) -> None:
    deals = write(tmp_path / "a.jsonl", SOLVABLE, UNSOLVABLE, LONG, LONG, LONG)
    arguments = command("check", "--jobs", jobs, "--time-limit", "60", "--journal", tmp_path / "journal.jsonl", deals)
    # unbuffered: a reader that waits for a line must not take more out of the pipe
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), bufsize=0, start_new_session=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        first = [running.stdout.readline(), running.stdout.readline()]
        time.sleep(0.3)
        if number == signal.SIGINT:
            os.killpg(running.pid, number)  # as a terminal does: to the workers too
        else:
            running.send_signal(number)
        began = time.monotonic()
        out, err = running.stdout.read(), running.stderr.read().decode()
        running.wait(timeout=10)
        spent = time.monotonic() - began
    assert running.returncode == code, err
    assert [line.split()[0] for line in first] == [b"solvable", b"unsolvable"]
    assert out == b"2 deals: 1 solvable, 1 unsolvable\n"
    assert err == ("interrupted\n" if number == signal.SIGINT else "terminated\n")
    assert len((tmp_path / "journal.jsonl").read_bytes().splitlines()) == 2
    assert spent < 1.0  # a busy machine's; see the slow test for how quick it is


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["solve"], ["check", "--time-limit", "60"], ["check", "--jobs", "2"]])
def test_ctrl_c_answers_within_a_fifth_of_a_second(arguments: list[str], tmp_path: Path) -> None:
    deals = write(tmp_path / "a.jsonl", LONG, LONG, LONG)
    spent = []
    for _ in range(5):
        with subprocess.Popen(
            command(*arguments, deals), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment()
        ) as running:
            time.sleep(1.5)
            began = time.monotonic()
            running.send_signal(signal.SIGINT)
            running.wait(timeout=10)
            spent.append(time.monotonic() - began)
        assert running.returncode == 130
    assert sorted(spent)[2] < 0.2, spent


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.slow
def test_ctrl_c_while_workers_start_shows_no_traceback_of_theirs(tmp_path: Path) -> None:
    deals = write(tmp_path / "a.jsonl", *[LONG] * 20)
    for delay in range(20, 80, 4):
        with subprocess.Popen(
            command("check", "--jobs", "2", deals),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        ) as running:
            assert running.stderr is not None
            time.sleep(delay / 100)
            os.killpg(running.pid, signal.SIGINT)
            err = running.stderr.read().decode()
        if "in <module>\n    from pyrsolve.cli.main import main" in err:
            continue  # the interpreter had not yet come to the command line
        assert (running.returncode, err) == (130, "interrupted\n")


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is another error there")
@pytest.mark.parametrize("arguments", [["check", "--json"], ["check"], ["solve"], ["check", "--jobs", "2"]])
def test_141_pipe_closed_ends_quietly(arguments: list[str], tmp_path: Path) -> None:
    deals = write(tmp_path / "a.jsonl", *[SOLVABLE] * 500)
    with subprocess.Popen(
        command(*arguments, deals), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), bufsize=0
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 141


def test_a_closed_standard_output_is_no_crash(tmp_path: Path) -> None:
    if os.name == "nt":
        pytest.skip("a POSIX shell's >&-")
    deals = write(tmp_path / "a.json", UNSOLVABLE)
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command("solve", "--json", deals)],
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (11, b"")


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell's <&-")
def test_a_closed_standard_input_is_named() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command("solve", "-")],
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (65, b"-: standard input is closed\n")


def test_a_time_limit_cuts(process: Cli, tmp_path: Path) -> None:
    deals = write(tmp_path / "a.json", LONG)
    began = time.monotonic()
    ran = process("solve", "--time-limit", "0.5", deals)
    assert time.monotonic() - began < 2.5  # with the start of the process
    assert ran.code == 12
    assert "the time limit stopped it" in ran.out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_full_disk_is_no_traceback(tmp_path: Path) -> None:
    deals = write(tmp_path / "a.json", SOLVABLE)
    for more in ([], ["--json"]):
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                command("solve", *more, deals), stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
            )
        assert done.returncode == 70
        assert done.stderr.startswith(b"error: ")
        assert b"Traceback" not in done.stderr


def test_completion_for_shells(process: Cli) -> None:
    ran = process(env={"_PYRSOLVE_COMPLETE": "bash_source"})
    assert ran.code == 0
    assert "_PYRSOLVE_COMPLETE=bash_complete" in ran.out


def test_the_console_script_is_the_same(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("pyrsolve.exe" if os.name == "nt" else "pyrsolve")
    if not script.exists():
        pytest.skip("not installed here")
    deals = write(tmp_path / "a.json", UNSOLVABLE)
    done = subprocess.run([script, "solve", deals], capture_output=True, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (11, b"")


# --- several deals ------------------------------------------------------------------------------------------------
def test_the_numbers() -> None:
    assert {code.name: int(code) for code in Exit} == {
        "DONE": 0,
        "USAGE": 2,
        "UNSOLVABLE": 11,
        "UNDECIDED": 12,
        "UNSUPPORTED": 13,
        "FAILED_CHECK": 14,
        "BAD_DATA": 65,
        "INTERNAL": 70,
        "INTERRUPTED": 130,
        "PIPE_CLOSED": 141,
        "TERMINATED": 143,
    }
    assert set(exits.OF_VERDICT) == {verdict.value for verdict in Verdict}


def test_precedence() -> None:
    order = [130, 143, 70, 65, 14, 13, 11, 12, 0]
    assert [int(code) for code in PRECEDENCE] == order
    for earlier, later in itertools.combinations(PRECEDENCE, 2):
        assert overall([later, earlier, later]) == overall([earlier, later]) == earlier
    assert overall([]) == Exit.DONE


def test_precedence_of_real_deals(cli: Cli, folder: Path) -> None:
    limits = ["--node-limit", "3"]
    assert cli("check", *limits, write(folder / "a.jsonl", SOLVABLE, LONG)).code == 12
    assert cli("check", *limits, write(folder / "b.jsonl", LONG, UNSOLVABLE, SOLVABLE)).code == 11
    assert cli("check", *limits, write(folder / "c.jsonl", LONG, UNSOLVABLE, ODD)).code == 65
    assert cli("solve", *limits, folder / "c.jsonl").code == 65
