"""A plug-in game and a plug-in backend go the whole way: listed, loaded at use, solved, verified; a broken one is named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = '''
from dataclasses import dataclass
import msgspec
from pyrsolve.errors import DataError, Fault, IllegalMoveError
from pyrsolve.backends.base import CompleteBackend, IncompleteBackend, Stopwatch
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.options import Options, option
from pyrsolve.outcome import Claimed, Solvable, StopReason, Undecided
from pyrsolve.records.deal import DealRecord


@dataclass(frozen=True)
class CountdownOptions(Options):
    largest: int = option(2, (1, 2, 3), reason="the most that a move takes")


class CountdownRecord(DealRecord, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    count: int


@dataclass(frozen=True, kw_only=True)
class CountdownDeal(Deal):
    count: int

    def identity(self):
        return {"count": self.count}


class Countdown(Game):
    """From `count` to exactly 0; 3 must not be stood on."""

    name, title, options, deal_record = "countdown", "Countdown", CountdownOptions, CountdownRecord

    def read(self, record, layout=None, *, allow_odd=False):
        if record.count < 0:
            raise DataError(Fault("below 0", "$.count"))
        options = self.options.make(record.rules, record.preset or "recommended")
        return CountdownDeal(game=self.name, options=options, count=record.count)

    def write(self, deal):
        rules = deal.options.differing()
        return CountdownRecord(schema_="pyrsolve.deal/1", game=self.name, rules=rules, count=deal.count)

    def random_deal(self, layout, number, options, preset="recommended"):
        return CountdownDeal(game=self.name, options=options, count=number)

    def start(self, deal):
        return deal.count, deal.options.largest

    def step(self, position, move):
        count, largest = position
        if not isinstance(move, int) or not 1 <= move <= largest or move > count or count - move == 3:
            raise IllegalMoveError(f"cannot take {move!r} of {count}")
        return count - move, largest

    def moves(self, position):
        count, largest = position
        return [take for take in range(1, largest + 1) if take <= count and count - take != 3]

    def won(self, position):
        return position[0] == 0


class Greedy(IncompleteBackend):
    """Takes as much as it may."""

    name, summary, needs = "greedy", "takes the most", frozenset()

    def solve(self, game, deal, limits, *, proof=True):
        watch, position, line = Stopwatch(), game.start(deal), []
        while not game.won(position):
            moves = list(game.moves(position))
            if not moves:
                return Undecided(reason=StopReason.INCOMPLETE, backend=self.name, timing=watch.timing(), limits=limits)
            line.append(moves[-1])
            position = game.step(position, moves[-1])
        return Solvable(moves=tuple(line), backend=self.name, timing=watch.timing(), limits=limits)


class Liar(CompleteBackend):
    """Says no to everything."""

    name, summary, needs = "liar", "says no", frozenset()

    def solve(self, game, deal, limits, *, proof=True):
        return Claimed(reason=StopReason.EXHAUSTED, backend=self.name, timing=Stopwatch().timing(), limits=limits)
'''
ENTRY_POINTS = """
[pyrsolve.games]
countdown = countdown_plugin:Countdown
broken = countdown_plugin:Missing
[pyrsolve.backends]
greedy = countdown_plugin:Greedy
liar = countdown_plugin:Liar
gone = no_such_module:Backend
"""


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    (tmp_path / "countdown_plugin.py").write_text(MODULE, encoding="utf-8")
    about = tmp_path / "countdown_plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: countdown-plugin\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return tmp_path


def run(plugins: Path, *arguments: str, deal: object = None) -> tuple[int, str, str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(plugins), str(Path(__file__).parents[2])])}
    done = subprocess.run(
        [sys.executable, "-m", "pyrsolve", *arguments],
        input=None if deal is None else json.dumps(deal),
        env=environment,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def countdown(count: int, **rules: object) -> dict[str, object]:
    return {"schema": "pyrsolve.deal/1", "game": "countdown", "count": count, "rules": rules}


def test_listed_with_the_broken_ones(plugins: Path) -> None:
    code, out, _ = run(plugins, "games", "--json")
    assert code == 0
    found = {record["name"]: record for record in map(json.loads, out.splitlines())}
    assert {"mahjong", "countdown", "broken"} <= set(found)
    assert found["countdown"]["options"][0]["name"] == "largest"
    assert "Missing" in json.dumps(found["broken"])
    code, out, _ = run(plugins, "backends", "--json")
    found = {record["name"]: record for record in map(json.loads, out.splitlines())}
    assert "countdown" in found["greedy"]["games"]
    assert found["greedy"]["complete"] is False
    assert "no_such_module" in json.dumps(found["gone"])


def test_solved_and_verified(plugins: Path, tmp_path: Path) -> None:
    code, out, _ = run(plugins, "solve", "-", "--json", "--backend", "greedy", deal=countdown(9, largest=3))
    assert code == 0
    assert json.loads(out)["witness"] == [3, 2, 3, 1]
    (tmp_path / "result.json").write_text(out, encoding="utf-8")
    code, out, error = run(plugins, "verify", str(tmp_path / "result.json"))
    assert (code, error) == (0, "")


def test_a_complete_backend_decides_what_the_plugin_cannot(plugins: Path) -> None:
    code, out, _ = run(plugins, "solve", "-", "--json", "--backend", "greedy", deal=countdown(4, largest=1))
    assert code == 12
    assert json.loads(out)["reason"] == "incomplete"
    code, out, _ = run(plugins, "solve", "-", "--json", "--backend", "brute", deal=countdown(4, largest=1))
    assert code == 11
    assert json.loads(out)["proof"] == "claimed"


def test_unsupported_and_broken(plugins: Path) -> None:
    code, _, error = run(plugins, "solve", "-", "--backend", "pairing", deal=countdown(4))
    assert code == 13
    assert "pairing_problem" in error
    code, _, error = run(plugins, "solve", "-", "--backend", "gone", deal=countdown(4))
    assert code == 2
    assert "no_such_module" in error
    code, _, error = run(plugins, "solve", "-", deal={**countdown(4), "game": "broken"})
    assert code == 65
    assert "does not load" in error


def test_a_contradiction_ends_with_70_and_is_saved(plugins: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(plugins)
    code, out, _ = run(plugins, "check", "-", "--recheck-with", "brute", deal=countdown(9))
    assert (code, out[:8]) == (0, "solvable")
    code, _, error = run(plugins, "check", "-", "--backend", "brute", "--recheck-with", "liar", deal=countdown(9))
    assert code == 70
    assert "brute says solvable, liar says unsolvable" in error
    saved = list(plugins.glob("pyrsolve-case-*.jsonl"))
    assert len(saved) == 1
    code, _, error = run(plugins, "check", "-", "--recheck-with", "nobody", deal=countdown(9))
    assert code == 2
    assert "unknown backend 'nobody'" in error


def test_faults_of_a_plugin_deal_have_places(plugins: Path) -> None:
    code, _, error = run(plugins, "solve", "-", deal={**countdown(-1), "extra": 1})
    assert code == 65
    assert "$.extra" in error
    code, _, error = run(plugins, "solve", "-", deal=countdown(-1))
    assert code == 65
    assert "$.count" in error
