"""A second opinion: agreement passes, contradiction is an error with the case saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pyrsolve
from pyrsolve import api
from pyrsolve.batch.decide import Request, decide
from pyrsolve.batch.recheck import recheck
from pyrsolve.errors import DisagreementError
from pyrsolve.inputs import Item
from pyrsolve.outcome import Claimed, Limits, StopReason, Undecided, Verdict
from pyrsolve.records.fault import Source

REFERENCE = "pyrsolve:gate:26"


def test_agreement() -> None:
    decided = decide(Request(recheck="pairing"), Item(Source(REFERENCE), reference=REFERENCE))
    assert decided.verdict in ("solvable", "unsolvable")


def test_contradiction_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    deal = pyrsolve.load("pyrsolve:turtle:6")[0]
    assert api.solve(deal).verdict is Verdict.SOLVABLE
    liar = Claimed(reason=StopReason.EXHAUSTED, backend="liar")
    with pytest.raises(DisagreementError, match="liar says unsolvable, pairing says solvable"):
        recheck(deal, liar, "pairing", Limits())
    saved = list(tmp_path.glob("pyrsolve-case-*.jsonl"))
    assert len(saved) == 1
    records = [json.loads(line) for line in saved[0].read_text(encoding="utf-8").splitlines()]
    assert [record["backend"] for record in records] == ["liar", "pairing"]
    assert all(record["deal_id"] == deal.deal_id for record in records)


def test_undecided_contradicts_nobody() -> None:
    deal = pyrsolve.load("pyrsolve:turtle:6")[0]
    recheck(deal, Undecided(reason=StopReason.NODES, backend="x"), "pairing", Limits())


def test_another_backend_is_asked(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from pyrsolve.cli.main import group

    runner = CliRunner()
    checked = runner.invoke(group, ["check", "--recheck", REFERENCE], standalone_mode=False)
    assert checked.return_value == 0
    claimed = runner.invoke(
        group, ["solve", "--json", "--backend", "dfs", "pyrsolve:turtle:1406"], standalone_mode=False
    )
    assert claimed.return_value == 11
    path = tmp_path / "claimed.json"
    path.write_text(claimed.stdout, encoding="utf-8")
    assert runner.invoke(group, ["verify", str(path)], standalone_mode=False).return_value == 12
    again = runner.invoke(group, ["verify", "--recheck", str(path)], standalone_mode=False)
    assert again.return_value == 0
    assert "refutation checked" in again.stdout
