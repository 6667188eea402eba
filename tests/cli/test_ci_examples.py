"""The files of examples/ci: their commands run, and say what the files promise."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import ROOT, Cli
from tests.samples import SOLVABLE, UNSOLVABLE, write

CI = ROOT / "examples" / "ci"


def commands(name: str) -> list[list[str]]:
    """The pyrsolve commands of a file, without what the shell adds."""
    text = (CI / name).read_text(encoding="utf-8")
    found = re.findall(r"(?:run:|entry:|^\s+-) (pyrsolve [^\n>]+)", text, re.MULTILINE)
    assert found
    return [shlex.split(line) for line in found]


@pytest.mark.parametrize("name", ["github-actions.yml", "gitlab-ci.yml"])
def test_workflows_report_every_deal(process: Cli, tmp_path: Path, name: str) -> None:
    (tmp_path / "deals").mkdir()
    write(tmp_path / "deals" / "good.json", SOLVABLE)
    ((_, *arguments),) = commands(name)
    ran = process(*arguments)
    assert ran.code == 0, ran.err
    assert len(ElementTree.fromstring(ran.out).findall(".//testcase")) == 1
    write(tmp_path / "deals" / "bad.json", UNSOLVABLE)
    ran = process(*arguments)
    assert ran.code == 11
    assert len(ElementTree.fromstring(ran.out).findall(".//failure")) == 1


def test_hooks(process: Cli, tmp_path: Path) -> None:
    (_, *check), (_, *verify) = commands("pre-commit-hooks.yaml")
    write(tmp_path / "good.json", SOLVABLE)
    write(tmp_path / "bad.json", UNSOLVABLE)
    assert process(*check, "good.json").code == 0
    assert process(*check, "good.json", "bad.json").code == 14
    result = process("solve", "good.json", "--json").out
    (tmp_path / "result.json").write_text(result, encoding="utf-8")
    assert process(*verify, "result.json").code == 0
    value = json.loads(result)
    value["witness"][0] = [0, 0]
    write(tmp_path / "result.json", value)
    assert process(*verify, "result.json").code == 14


def test_hooks_match_the_files_that_they_are_for() -> None:
    patterns = re.findall(r"files: (\S+)", (CI / "pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert re.search(patterns[0], "deals/a/b.json")
    assert re.search(patterns[0], "deals/a.jsonl")
    assert not re.search(patterns[0], "src/deals.py")
