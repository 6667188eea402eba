"""The public verbs: the same names as on the command line; nothing prints, exits or touches global state."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import pyrsolve
from pyrsolve import CancelToken, Limits, Verdict, catalogue
from pyrsolve.errors import OptionError, UnsupportedError
from pyrsolve.outcome import Claimed, Solvable, StopReason
from tests.samples import FLOATING, LONG, SOLVABLE, UNSOLVABLE, write


def test_load_solve_verify(tmp_path: Path) -> None:
    won, lost = pyrsolve.load(write(tmp_path / "a.jsonl", SOLVABLE, UNSOLVABLE))
    yes, no = pyrsolve.solve(won), pyrsolve.solve(lost, backend="pairing")
    assert (yes.verdict, no.verdict) == (Verdict.SOLVABLE, Verdict.UNSOLVABLE)
    assert pyrsolve.verify(yes, won) == []
    assert pyrsolve.verify(no, lost) == []


def test_verify_names_what_is_wrong(tmp_path: Path) -> None:
    won, lost = pyrsolve.load(write(tmp_path / "a.jsonl", SOLVABLE, UNSOLVABLE))
    yes = pyrsolve.solve(won)
    assert isinstance(yes, Solvable)
    (fault,) = pyrsolve.verify(replace(yes, moves=yes.moves[:-1]), won)
    assert "not won" in fault.message
    assert pyrsolve.verify(pyrsolve.solve(lost), won)
    claimed = pyrsolve.solve(lost, proof=False)
    assert isinstance(claimed, Claimed)
    (fault,) = pyrsolve.verify(claimed, lost)
    assert fault.message == "nothing to check: the outcome is claimed without a refutation"
    (long,) = pyrsolve.load(write(tmp_path / "b.json", LONG))
    (fault,) = pyrsolve.verify(pyrsolve.solve(long, limits=Limits(nodes=3)), long)
    assert fault.message == "nothing to check: the outcome is undecided"


def test_rules_and_layouts(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", {**FLOATING, "layout": "mine"})
    write(tmp_path / "mine.json", FLOATING["layout"])
    (deal,) = pyrsolve.load(path, layouts=[tmp_path], rules={"cover": "any"})
    assert deal.options.effective()["cover"] == "any"
    with pytest.raises(pyrsolve.DataError, match="no layout 'mine'"):
        pyrsolve.load(path)
    with pytest.raises(OptionError, match="unknown rule 'covers'"):
        pyrsolve.load(path, layouts=[tmp_path], rules={"covers": "any"})


def test_deals_by_number() -> None:
    deals = pyrsolve.deal("gate", 5, 3, rules={"cover": "any"})
    assert [deal.reference for deal in deals] == [f"pyrsolve:mahjong/gate:{n}" for n in (5, 6, 7)]
    layout = catalogue.find("gate")
    assert [deal.deal_id for deal in pyrsolve.deal(layout, 5)] == [pyrsolve.load("pyrsolve:gate:5")[0].deal_id]
    with pytest.raises(LookupError, match="no layout"):
        pyrsolve.deal("gaet", 1)


def test_names() -> None:
    assert "mahjong" in pyrsolve.games()
    assert {"pairing", "brute"} <= set(pyrsolve.backends())
    (deal,) = pyrsolve.deal("gate", 5)
    with pytest.raises(OptionError, match="unknown backend 'magic'"):
        pyrsolve.solve(deal, backend="magic")


def test_a_cancelled_search(tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    (deal,) = pyrsolve.load(write(tmp_path / "a.json", LONG))
    assert pyrsolve.solve(deal, limits=Limits(cancel=token)).reason is StopReason.INTERRUPTED


def test_threads_do_not_disturb_each_other() -> None:
    deals = list(pyrsolve.deal("gate", 1, 40))
    alone = [pyrsolve.solve(deal) for deal in deals]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(pyrsolve.solve, deals))
    assert [(one.verdict, one.witness, one.stats) for one in alone] == [
        (one.verdict, one.witness, one.stats) for one in together
    ]


def test_nothing_is_printed_or_changed(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    before = (dict(os.environ), Path.cwd(), list(sys.path))
    (deal,) = pyrsolve.load(write(tmp_path / "a.json", UNSOLVABLE))
    pyrsolve.verify(pyrsolve.solve(deal), deal)
    with pytest.raises(pyrsolve.DataError):
        pyrsolve.load(tmp_path / "no.json")
    assert capfd.readouterr() == ("", "")
    assert before == (dict(os.environ), Path.cwd(), list(sys.path))


def test_unsupported_is_said_and_nothing_else_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrsolve.backends.base import Backend

    (deal,) = pyrsolve.deal("gate", 5)
    monkeypatch.setattr(Backend, "supports", lambda self, game: False)
    with pytest.raises(UnsupportedError):
        pyrsolve.solve(deal)
