"""The command line in this process, for most tests; and as a process of its own, through the installed entry point."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pyrsolve.cli.main import run

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Ran:
    """What a run of the command line gave."""

    code: int
    out: str
    err: str

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


Cli = Callable[..., Ran]


@pytest.fixture
def cli(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run the command line in this process: arguments, and the bytes of standard input."""

    def call(*arguments: str | Path, stdin: bytes | None = None) -> Ran:
        capsysbinary.readouterr()
        with monkeypatch.context() as patch:
            if stdin is not None:
                patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            code = run([str(argument) for argument in arguments])
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return call


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYRSOLVE_LAYOUTS", "CI", "NO_COLOR")}
    kept["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), kept.get("PYTHONPATH")]))
    return kept | changes


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "pyrsolve", *map(str, arguments)]


@pytest.fixture
def process(tmp_path: Path) -> Cli:
    """Run the command line as a process in a folder of its own."""

    def call(*arguments: str | Path, stdin: bytes = b"", env: dict[str, str] | None = None) -> Ran:
        done = subprocess.run(
            command(*arguments),
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment(**(env or {})),
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYRSOLVE_LAYOUTS", raising=False)
    return tmp_path
