"""Surveys: counts and intervals, stopping rules, journals that survive, executors that agree."""

from __future__ import annotations

import json
import random
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from pyrsolve import catalogue, registry
from pyrsolve.batch.executors import through
from pyrsolve.batch.survey import Question, Survey, SurveyJournal, Tally, compare, decide, read_journal
from pyrsolve.errors import DataError
from pyrsolve.outcome import Limits, StopReason

GAME = registry.game("mahjong")


def question(*layouts: str, **changes: Any) -> Question:
    found = tuple(catalogue.find(name) for name in layouts or ("gate",))
    return Question(game="mahjong", layouts=found, options=GAME.options.make({}), **changes)


def test_counts_are_those_of_the_numbered_deals() -> None:
    record = Survey(question("gate", "bowl", seed=5)).run(40)
    for row in record.strata:
        verdicts = [
            registry.backend("pairing").solve(GAME, deal, Limits()).verdict.value
            for deal in (GAME.random_deal(catalogue.find(row.layout), n, GAME.options.make({})) for n in range(5, 45))
        ]
        assert (row.solvable, row.unsolvable, row.undecided) == (
            verdicts.count("solvable"),
            verdicts.count("unsolvable"),
            0,
        )
        assert row.share == row.solvable / 40
        assert row.interval[0] < row.share < row.interval[1]
    assert record.ended == "count"


def test_what_is_open_counts_against_both_ends() -> None:
    record = Survey(question("turtle", limits=Limits(nodes=0))).run(30)
    (row,) = record.strata
    assert row.undecided == 30
    assert row.interval == (0.0, 1.0)
    assert row.share is None
    tally = Tally({"s": 50, "u": 30, "o": 20})
    assert tally.interval.low < 0.5
    assert tally.interval.high > 0.7


class Slow:
    """A stopper that says stop after some calls."""

    def __init__(self, calls: int) -> None:
        self.calls = calls

    def __call__(self) -> StopReason | None:
        self.calls -= 1
        return StopReason.TIME if self.calls <= 0 else None


def test_time_cuts_it_short() -> None:
    record = Survey(question()).run(100, poll=Slow(7))
    assert record.ended == "time"
    assert record.strata[0].deals == 7
    assert Survey(question()).run(7, poll=Slow(7)).ended == "count"


def test_the_width_is_looked_at_only_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrsolve.batch.survey.FIRST_LOOK", 25)
    for width, deals, ended in ((0.5, 25, "width"), (0.13, 50, "width"), (0.065, 200, "width"), (0.03, 200, "count")):
        record = Survey(question()).run(200, width=width)
        assert (record.strata[0].deals, record.ended) == (deals, ended)


def test_stopping_by_width_covers_as_often_as_it_says() -> None:
    """The rule on simulated deals: looks at n = 1,000 x 2^k, stops at a half-width of 2 %."""
    rng = random.Random(1)
    covered = 0
    runs = 300
    for _ in range(runs):
        share = rng.uniform(0.02, 0.3)
        tally, look = Tally(), 1000
        while True:
            wins = sum(rng.random() < share for _ in range(look - tally.deals))
            missing = look - tally.deals
            tally.counts["s"] += wins
            tally.counts["u"] += missing - wins
            if tally.interval.half_width <= 0.02:
                break
            look *= 2
        covered += share in tally.interval
    assert 0.91 <= covered / runs <= 0.985


def test_two_surveys_compared() -> None:
    one = Survey(question("gate", seed=1)).run(300)
    other = Survey(question("bowl", seed=1)).run(300)
    found, interval = compare(one.strata[0], other.strata[0])
    assert found is not None
    assert interval.low < found < interval.high
    assert compare(one.strata[0], one.strata[0])[0] == 0.0


# --- the journal ------------------------------------------------------------------------------------------------------
def surveyed(path: Path, asked: Question, count: int, resume: bool = False, **how: Any) -> Survey:
    survey = Survey(asked)
    with SurveyJournal(path, resume, asked.parameters(), survey.recall) as journal:
        survey.run(count, journal=journal, **how)
    return survey


def test_cut_anywhere_it_ends_the_same(tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl"
    asked = question("gate", "bowl")
    full = surveyed(whole, asked, 30)
    content = whole.read_bytes()
    head = content.index(b"\n") + 1
    rng = random.Random(3)
    for cut in [head, head + 1, len(content) - 1, *(rng.randrange(head, len(content)) for _ in range(20))]:
        path = tmp_path / "torn.jsonl"
        path.write_bytes(content[:cut])
        again = surveyed(path, asked, 30, resume=True)
        assert path.read_bytes() == content
        assert again.record() == full.record()
    assert read_journal(whole).strata == full.record().strata


def test_more_deals_later(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    surveyed(path, question(), 10)
    survey = surveyed(path, question(), 25, resume=True)
    assert survey.record().strata == Survey(question()).run(25).strata
    assert len(path.read_bytes().splitlines()) == 26


@pytest.mark.parametrize("other", [{"seed": 2}, {"backend": "dfs"}, {"limits": Limits(nodes=7)}])
def test_a_journal_of_other_parameters_is_refused_and_left_alone(tmp_path: Path, other: dict[str, Any]) -> None:
    path = tmp_path / "journal.jsonl"
    surveyed(path, question(), 3)
    content = path.read_bytes()
    with pytest.raises(DataError, match="the journal is of another survey"):
        surveyed(path, question(**other), 3, resume=True)
    with pytest.raises(DataError, match="--resume goes on"):
        surveyed(path, question(), 3)
    assert path.read_bytes() == content


def test_two_writers_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    asked = question()
    held = SurveyJournal(path, False, asked.parameters(), lambda line: None)
    with held, pytest.raises(DataError, match="another process writes this journal"):
        SurveyJournal(path, True, asked.parameters(), lambda line: None)
    SurveyJournal(path, True, asked.parameters(), lambda line: None).close()


@pytest.mark.parametrize(
    "line", [b"{}", b"[0,1,2]", b'[0,1,"x",3]', b'[9,1,"s",3]', b'["a",1,"s",3]', b"[" * 10_000, b"\xff"]
)
def test_lines_that_are_none(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    surveyed(path, question(), 2)
    path.write_bytes(path.read_bytes() + line + b"\n")
    content = path.read_bytes()
    with pytest.raises(DataError, match="not a line of a survey's journal"):
        surveyed(path, question(), 4, resume=True)
    with pytest.raises(DataError, match="not a line of a survey's journal"):
        read_journal(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"schema":"pyrsolve.result/1"}\n'])
def test_what_is_no_survey(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError):
        read_journal(path)


# --- executors --------------------------------------------------------------------------------------------------------
def square(number: int) -> int:
    return number * number


class Faulty(ThreadPoolExecutor):
    """Loses its first task, as a cluster whose worker dies."""

    lost = 0

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if self.lost == 0:
            self.lost = 1
            future: Future[Any] = Future()
            future.set_exception(type("KilledWorker", (Exception,), {})("a worker died"))
            return future
        return super().submit(function, *arguments, **named)


def test_any_executor_gives_the_same_in_order() -> None:
    expected = [square(number) for number in range(3000)]
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes, Faulty(2) as faulty:
        for executor in (None, threads, processes, faulty):
            assert list(through(executor, square, range(3000), jobs=2)) == expected
        assert faulty.lost == 1


def broken(number: int) -> int:
    if number == 50:
        raise ZeroDivisionError("at fifty")
    return number


def test_what_the_work_raises_is_raised() -> None:
    with ThreadPoolExecutor(2) as threads, pytest.raises(ZeroDivisionError, match="at fifty"):
        list(through(threads, broken, range(100)))


def test_a_bounded_number_is_under_way() -> None:
    taken = []

    def items() -> Any:
        for number in range(100_000):
            taken.append(number)
            yield number

    with ThreadPoolExecutor(1) as threads:
        results = through(threads, square, items())
        next(results)
        assert len(taken) < 70_000
        results.close()


def test_surveys_agree_on_every_executor() -> None:
    asked = question()
    expected = Survey(asked).run(60)
    with ThreadPoolExecutor(2) as threads:
        assert Survey(asked).run(60, executor=threads) == expected
    assert Survey(asked).run(60, jobs=2) == expected
    assert decide(asked, (0, 3)) == decide(asked, (0, 3))


@pytest.mark.slow
def test_dask_writes_the_same_journal(tmp_path: Path) -> None:
    from pyrsolve.batch.executors import dask

    executor, let_go = dask(None, 2)
    try:
        surveyed(tmp_path / "dask.jsonl", question(), 300, executor=executor)
    finally:
        let_go()
    surveyed(tmp_path / "here.jsonl", question(), 300)
    assert (tmp_path / "dask.jsonl").read_bytes() == (tmp_path / "here.jsonl").read_bytes()


def test_journal_lines_are_small(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    surveyed(path, question(), 20)
    for line in path.read_bytes().splitlines()[1:]:
        assert len(line) < 40
        assert json.loads(line)[2] in "suo"
