"""Progress: silence at first, then a bar on a terminal, plain lines elsewhere; never in the way of results."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time

import pytest

from pyrsolve.cli import progress
from pyrsolve.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.05)
    monkeypatch.setattr(progress, "BAR_EVERY", 0.02)
    monkeypatch.setattr(progress, "LINE_EVERY", 0.1)
    monkeypatch.delenv("CI", raising=False)


def run(monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO, seconds: float, **options: bool) -> str:
    monkeypatch.setattr(sys, "stderr", stderr)
    with Progress("deal", lambda: 10, **options) as shown:
        for _ in range(4):
            shown.step()
        time.sleep(seconds)
        shown.say("something happened")
        time.sleep(seconds)
    return stderr.getvalue()


def test_nothing_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, io.StringIO(), 0.05) == "something happened\n"


@pytest.mark.usefixtures("_impatient")
def test_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = run(monkeypatch, io.StringIO(), 0.3).splitlines()
    assert lines[0].startswith("4 of 10 deals after 0 s, ")
    assert lines[0].endswith(" s left")
    assert "something happened" in lines
    assert len(lines) > 3


@pytest.mark.usefixtures("_impatient")
def test_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    text = run(monkeypatch, Terminal(), 0.3)
    assert "| 4/10 [" in text
    assert "\nsomething happened\n" in "\n" + text.replace("\r", "\n")
    assert "\x1b[3" not in text  # no colours
    assert text.endswith("\r")  # the bar is gone


@pytest.mark.usefixtures("_impatient")
def test_no_bar_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert "\r" not in run(monkeypatch, Terminal(), 0.3)


@pytest.mark.usefixtures("_impatient")
def test_nothing_where_the_results_are_on_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert run(monkeypatch, Terminal(), 0.3, on_screen=True) == "something happened\n"
    assert "10" in run(monkeypatch, Terminal(), 0.3)


def test_an_unknown_total(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Progress("deal", lambda: None)
    shown.step()
    time.sleep(0.01)
    assert shown.line(None).startswith("1 deals after 0 s, ")
    assert "left" not in shown.line(None)
    assert "left" not in Progress("deal", lambda: 5).line(5)  # nothing is done yet


def test_it_is_imported_only_then() -> None:
    code = (
        "import sys; from pyrsolve.cli.progress import Progress\n"
        "with Progress('x', lambda: 1): pass\n"
        "print('tqdm' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=dict(os.environ), check=True)
    assert done.stdout.split() == [b"False"]
