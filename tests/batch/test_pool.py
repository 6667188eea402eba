"""The pool: order, bounds, errors, dead workers, and an end that does not wait."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from pyrsolve.batch import pool
from pyrsolve.batch.pool import WorkerDiedError, ordered
from tests.batch import work


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    yield
    deadline = time.monotonic() + 5
    while multiprocessing.active_children() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 8, 9, 1000])
def test_order(jobs: int, length: int) -> None:
    assert list(ordered(work.double, range(length), jobs)) == list(range(0, 2 * length, 2))


def test_order_when_some_are_slow() -> None:
    assert list(ordered(work.unequal, range(300), 3)) == list(range(300))


def test_every_worker_works() -> None:
    pids = set(ordered(work.process_of, range(100), 3))
    assert len(pids) == 3


def test_slow_items_are_shared_out() -> None:
    """Four seconds of work in one first chunk: two workers are busy with it."""
    began = time.monotonic()
    assert list(ordered(work.sleep, [0.5] * 8, 2)) == [0.5] * 8
    assert time.monotonic() - began < 3.5


def test_results_before_a_slow_item_are_there_at_once() -> None:
    results = ordered(work.sleep_at_2, range(6), 2)
    began = time.monotonic()
    assert list(islice(results, 2)) == [0, 1]
    assert time.monotonic() - began < 10
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 1


def test_large_results_and_items() -> None:
    assert [(len(part), part[0]) for part in ordered(work.big, range(20), 2)] == [(1_000_000, n) for n in range(20)]
    assert list(ordered(len, [bytes(1_000_000)] * 12, 2)) == [1_000_000] * 12


def test_only_so_many_are_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of endless items no more are read than may be under way."""
    monkeypatch.setattr(pool, "ITEMS_A_WORKER", 100)
    read = 0

    def endless() -> Iterator[int]:
        nonlocal read
        for number in count():
            read += 1
            yield number

    results = ordered(work.double, endless(), 2)
    assert list(islice(results, 10)) == list(range(0, 20, 2))
    assert read <= 200 + pool.LARGEST_CHUNK
    results.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_the_function_raises_comes_after_the_results_before_it(jobs: int) -> None:
    seen: list[int] = []
    with pytest.raises(LookupError, match="thirty"):
        seen.extend(ordered(work.fail_at_30, range(100), jobs))
    assert seen == list(range(30))


def test_an_error_that_cannot_be_sent() -> None:
    with pytest.raises(RuntimeError, match="StubbornError: at 0"):
        list(ordered(work.fail_stubbornly, range(20), 2))


@pytest.mark.parametrize("items", [range(10, 16), range(200), [13, 13], [0, 13]])
def test_the_item_that_kills_is_given_up_and_the_others_are_done(items: Iterable[int]) -> None:
    wanted = [-1 if number == 13 else number for number in items]
    assert list(ordered(work.die_of_13, items, 2, lambda _: -1)) == wanted


def test_without_an_answer_for_the_dead() -> None:
    seen: list[int] = []
    with pytest.raises(WorkerDiedError):
        seen.extend(ordered(work.die_of_13, range(100), 2))
    assert seen == list(range(13))


def test_a_worker_killed_once_costs_nothing(tmp_path: Path) -> None:
    items = [(number, str(tmp_path / "died")) for number in range(40)]
    assert list(ordered(work.die_once, items, 2)) == list(range(40))
    assert (tmp_path / "died").exists()


def test_an_idle_worker_that_dies_is_replaced() -> None:
    def items() -> Iterator[int]:
        yield from range(8)
        while not multiprocessing.active_children():
            time.sleep(0.01)
        for child in multiprocessing.active_children():
            child.kill()
            child.join()
        yield from range(8, 40)

    assert list(ordered(work.double, items(), 2)) == list(range(0, 80, 2))


def test_items_that_raise() -> None:
    def items() -> Iterator[int]:
        yield from range(20)
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(ordered(work.double, items(), 2))


@pytest.mark.parametrize("ending", ["close", "raise"])
def test_ends_at_once(ending: str) -> None:
    def consume(results: Any) -> None:
        for _ in results:
            raise KeyboardInterrupt

    results = ordered(work.sleep_at_2, range(8), 2)
    began = 0.0
    if ending == "close":
        next(results)
        began = time.monotonic()
        results.close()
    else:
        with pytest.raises(KeyboardInterrupt):
            consume(results)
        began = time.monotonic()
        results.close()
    assert time.monotonic() - began < 1


def test_the_function_may_be_a_partial() -> None:
    from functools import partial

    add: Callable[[int], int] = partial(max, 5)
    assert list(ordered(add, range(10), 2)) == [5, 5, 5, 5, 5, 5, 6, 7, 8, 9]
