"""The same work on any executor: results in the order of the items, a bounded number under way, chunks of a tenth of a second.

`pyrsolve.batch.pool` is the pool of this machine. Others are `concurrent.futures` executors, such as that of a Dask client.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

from pyrsolve.batch.pool import CHUNK_SECONDS, FIRST_CHUNK, LARGEST_CHUNK, ordered
from pyrsolve.errors import UnsupportedError

T = TypeVar("T")
R = TypeVar("R")
UNDER_WAY = 64
"""Chunks handed out at a time."""
TRIES = 3


def through(
    executor: Executor | None, function: Callable[[T], R], items: Iterable[T], jobs: int = 1
) -> Generator[R, None, None]:
    """``function(item)`` of every item, in order: over `jobs` processes of this machine, or on `executor`.

    A chunk whose worker dies is done again, on an executor that goes on without it (Dask's does). Closing the iterator cancels
    what waits.
    """
    if executor is None:
        yield from ordered(function, items, jobs)
        return
    todo = iter(items)
    size = FIRST_CHUNK
    under_way: deque[tuple[Future[tuple[list[R], float]], list[T], int]] = deque()
    try:
        while True:
            while len(under_way) < UNDER_WAY:
                chunk = list(islice(todo, size))
                if not chunk:
                    break
                under_way.append((executor.submit(_chunk, function, chunk), chunk, 1))
            if not under_way:
                return
            future, chunk, tries = under_way.popleft()
            try:
                results, seconds = future.result()
            except Exception as error:
                if tries >= TRIES or not _is_of_the_worker(error):
                    raise
                under_way.appendleft((executor.submit(_chunk, function, chunk), chunk, tries + 1))
                continue
            if seconds > 0:
                size = max(1, min(LARGEST_CHUNK, int(CHUNK_SECONDS * len(chunk) / seconds) + 1))
            yield from results
    finally:
        for future, _, _ in under_way:
            future.cancel()


def _chunk(function: Callable[[T], R], chunk: list[T]) -> tuple[list[R], float]:
    began = time.perf_counter()
    return [function(item) for item in chunk], time.perf_counter() - began


def _is_of_the_worker(error: Exception) -> bool:
    """Whether an error says that a worker was lost, not that the work failed."""
    return type(error).__name__ in ("KilledWorker", "BrokenProcessPool", "CommClosedError", "FutureCancelledError")


def dask(scheduler: str | None, jobs: int) -> tuple[Executor, Callable[[], None]]:
    """The executor of a Dask cluster, and what lets go of it: at an address, or a local one of `jobs` processes.

    Raises UnsupportedError where Dask is not installed or the scheduler does not answer.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise UnsupportedError("the dask executor needs Dask: pip install 'pyrsolve[cluster]'") from None
    cluster: Any = None
    try:
        if scheduler is None:
            cluster = distributed.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None)
        client = distributed.Client(cluster if scheduler is None else scheduler, timeout=10)
    except (OSError, ValueError) as error:
        raise UnsupportedError(f"no Dask scheduler at {scheduler}: {error}") from None

    def let_go() -> None:
        client.close()
        if cluster is not None:
            cluster.close()

    executor: Executor = client.get_executor(pure=False)
    return executor, let_go
