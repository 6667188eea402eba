"""What somebody does who knows only the README: its two commands, and then everything that README and docs show."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.docs import blocks
from tests.tree import copy_to

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(blocks.shell() is None, reason="the README's commands are for a POSIX shell; bash is not here"),
]


def run(command: str, folder: Path, **variables: str) -> str:
    """What a command of the README prints; standard input is closed, and nothing of this run's environment is passed on."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYRSOLVE_", "PYTHON", "PYTEST_")) and name not in ("CI", "VIRTUAL_ENV")
    }
    done = subprocess.run(
        [str(blocks.shell()), "-c", command],
        cwd=folder,
        env=kept | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def test_the_two_commands_and_then_every_page(tmp_path: Path) -> None:
    clone = copy_to(tmp_path / "clone")
    install, test = blocks.blocks_of(clone / "README.md")[0].lines

    solved = run(install, clone)
    assert "examples/turtle-easy.json: solvable" in solved
    assert "72 moves, replayed" in solved

    # with the plain installation, anywhere: the data came along
    wrong = []
    for place, name in enumerate(blocks.documents()):
        desk = tmp_path / f"desk-{place}"
        desk.mkdir()
        blocks.provide(desk)
        wrong += blocks.run_document(blocks.blocks_of(clone / name), desk, clone / ".venv" / "bin")
    assert not wrong, "\n\n".join(map(str, wrong))

    # the second command, but for the running of the tests: they would run this one
    collected = run(test, clone, PYTEST_ADDOPTS="--collect-only")
    assert "kernels compiled: " in collected
    assert "kernels plain" not in collected
    assert re.search(r"\d+(/\d+)? tests collected", collected.splitlines()[-1])


def test_a_layout_of_kmahjongg_is_solved_by_what_the_readme_says(corpus: Path, tmp_path: Path) -> None:
    """The README's pipeline with a real file in the place of ``my.layout``."""
    [pipeline] = [
        command.text
        for block in blocks.blocks_of(blocks.ROOT / "README.md")
        if block.kind == "console"
        for command in blocks.commands_of(block)
        if command.text.startswith("pyrsolve deal --layout my.layout --seed 1 |") and command.text.endswith("solve -")
    ]
    for name in ("default", "cat", "X_shaped", "dragon"):
        source = corpus / "layouts" / "kmahjongg" / f"{name}.layout"
        (tmp_path / "my.layout").write_bytes(source.read_bytes())
        done = subprocess.run(
            [str(blocks.shell()), "-c", pipeline],
            cwd=tmp_path,
            env=blocks.environment(blocks.own_binaries()),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        assert done.returncode in (0, 11), done.stderr
        assert "solvable" in done.stdout
