"""Many items over a pool of processes: results in the order of the items, whatever the number of workers.

Chunks hold at least `CHUNK_SECONDS` of work once the pace is known; a bounded number of them is under way; a worker that
dies is replaced and its chunk is done again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")
CHUNK_SECONDS = 0.1
FIRST_CHUNK = 8
LARGEST_CHUNK = 1024
ATTEMPTS = 3


def ordered(function: Callable[[T], R], items: Iterable[T], jobs: int = 1) -> Iterator[R]:
    """``function(item)`` of every item, in order. `function` and the items are pickled where `jobs` is above 1.

    What `function` raises is raised here. Raises RuntimeError where one chunk kills its worker `ATTEMPTS` times.
    """
    if jobs <= 1:
        yield from map(function, items)
    else:
        yield from _in_processes(function, iter(items), jobs)


def _in_processes(function: Callable[[T], R], items: Iterator[T], jobs: int) -> Iterator[R]:
    from concurrent.futures.process import BrokenProcessPool

    first = list(islice(items, FIRST_CHUNK))
    if len(first) < FIRST_CHUNK:  # not worth a pool
        yield from map(function, first)
        return
    waiting: deque[tuple[list[T], int]] = deque([(first, 0)])
    running: deque[tuple[Future[tuple[list[R], float]], list[T], int]] = deque()
    size = FIRST_CHUNK
    pool = _pool(jobs)
    finished = False
    try:
        while True:
            while len(running) < 2 * jobs + 2:
                if not waiting:
                    chunk = list(islice(items, size))
                    if not chunk:
                        break
                    waiting.append((chunk, 0))
                chunk, attempts = waiting.popleft()
                running.append((pool.submit(_chunk, function, chunk), chunk, attempts))
            if not running:
                finished = True
                return
            future, chunk, attempts = running[0]
            try:
                results, seconds = future.result()
            except BrokenProcessPool:
                if attempts + 1 >= ATTEMPTS:
                    raise RuntimeError(f"a worker died {ATTEMPTS} times on the same {len(chunk)} items") from None
                waiting.extendleft(
                    (again, tries + (place == 0)) for place, (_, again, tries) in reversed(list(enumerate(running)))
                )
                running.clear()
                pool.shutdown(wait=False)
                pool = _pool(jobs)
                continue
            running.popleft()
            pace = seconds / len(chunk)
            size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS / pace) + 1)) if pace > 0 else LARGEST_CHUNK
            yield from results
    finally:
        if finished:
            pool.shutdown(wait=True)
        else:  # interrupted, or the caller wants no more: what runs is of no use
            pool.shutdown(wait=False, cancel_futures=True)
            _kill_workers()


def _pool(jobs: int) -> ProcessPoolExecutor:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        context.set_forkserver_preload(["pyrsolve.batch.warm"])
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_quiet)


def _quiet() -> None:
    """Workers leave Ctrl-C to the parent, which ends them."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _kill_workers() -> None:
    import multiprocessing

    for process in multiprocessing.active_children():
        process.terminate()


def _chunk(function: Callable[[T], R], chunk: list[T]) -> tuple[list[R], float]:
    began = time.perf_counter()
    return [function(item) for item in chunk], time.perf_counter() - began
