"""Many items over processes: results in the order of the items, whatever the number of workers.

Items go out in chunks of about `CHUNK_SECONDS` of work once the pace is known; results come back one by one, so that those
before a slow item are there at once. A worker that meets slow items gives the rest of its chunk back, so that others take
them. A bounded number of items is under way. A worker that is killed is replaced; an item that was being worked on when
that happened twice is given up.

The pool is our own because only it can be ended at once: ``concurrent.futures`` joins its threads when the interpreter
ends, and fails everything that runs when one process dies.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
R = TypeVar("R")

CHUNK_SECONDS = 0.1
PATIENCE = 3  # chunks that take so many times as long are cut
FIRST_CHUNK = 8
LARGEST_CHUNK = 1024
CHUNKS_A_WORKER = 64
ITEMS_A_WORKER = 8192
TRIES = 2


class WorkerDiedError(RuntimeError):
    """An item killed the process that worked on it, `TRIES` times."""


def ordered(
    function: Callable[[T], R], items: Iterable[T], jobs: int = 1, on_death: Callable[[T], R] | None = None
) -> Generator[R, None, None]:
    """``function(item)`` of every item, in order. `function`, items and results are pickled where `jobs` is above 1.

    What `function` raises is raised here, after the results before it. `on_death` makes the result of an item that killed
    its process twice; without it WorkerDiedError is raised. Closing the iterator ends the processes at once.
    """
    if jobs > 1:
        return _Pool(function, iter(items), jobs, on_death).run()
    return (function(item) for item in items)


@dataclass(eq=False, slots=True)
class _Slot(Generic[T, R]):
    """A chunk in its place in the order, and its results as they come."""

    chunk: list[T]
    deaths: int = 0  # of workers, while they had the first item
    count: int = 0  # of results that came
    results: deque[R] = field(default_factory=deque)
    finished: bool = False
    error: Exception | None = None


@dataclass(eq=False, slots=True)
class _Worker(Generic[T, R]):
    process: BaseProcess
    pipe: Connection
    slot: _Slot[T, R] | None = None


@dataclass(frozen=True, slots=True)
class _End:
    """What a worker says behind the results of a chunk; with fewer results than items, it gives the rest back."""

    seconds: float
    error: Exception | None = None


@dataclass(eq=False)
class _Pool(Generic[T, R]):
    function: Callable[[T], R]
    items: Iterator[T]
    jobs: int
    on_death: Callable[[T], R] | None
    size: int = FIRST_CHUNK
    line: deque[_Slot[T, R]] = field(default_factory=deque)
    """Everything under way, in order."""
    waiting: deque[_Slot[T, R]] = field(default_factory=deque)
    """Of these, what no worker has."""
    workers: list[_Worker[T, R]] = field(default_factory=list)
    exhausted: bool = False

    def run(self) -> Generator[R, None, None]:
        """The results in order."""
        first = list(islice(self.items, 2))
        if len(first) < 2:  # not worth a process
            yield from map(self.function, first)
            return
        self._add([*first, *islice(self.items, FIRST_CHUNK - 2)])
        finished = False
        try:
            while True:
                self._hand_out()
                if not self.line:
                    break
                head = self.line[0]
                if not head.results and not head.finished:
                    self._wait()
                while head.results:
                    yield head.results.popleft()
                if head.error is not None:
                    raise head.error
                if head.finished:
                    self.line.popleft()
            finished = True
        finally:
            self._end(at_once=not finished)

    def _add(self, chunk: list[T]) -> None:
        slot: _Slot[T, R] = _Slot(chunk)
        self.line.append(slot)
        self.waiting.append(slot)

    def _hand_out(self) -> None:
        """Give every idle worker something to do; start workers while there is more to do than there are."""
        while self.waiting or self._read_chunk():
            worker = next((worker for worker in self.workers if worker.slot is None), None)
            if worker is None:
                if len(self.workers) >= self.jobs:
                    return
                worker = self._start()
            worker.slot = self.waiting.popleft()
            try:
                worker.pipe.send(worker.slot.chunk)
            except OSError:  # it died while it was idle
                self._bury(worker)

    def _read_chunk(self) -> bool:
        under_way = sum(len(slot.chunk) for slot in self.line)
        if self.exhausted or len(self.line) >= CHUNKS_A_WORKER * self.jobs or under_way >= ITEMS_A_WORKER * self.jobs:
            return False
        chunk = list(islice(self.items, self.size))
        self.exhausted = len(chunk) < self.size
        if chunk:
            self._add(chunk)
        return bool(chunk)

    def _wait(self) -> None:
        """Until something comes from a worker, or one dies."""
        from multiprocessing.connection import wait

        ready = set(wait([worker.pipe for worker in self.workers] + [w.process.sentinel for w in self.workers]))
        for worker in list(self.workers):
            if worker.pipe in ready:
                try:
                    message = worker.pipe.recv()
                except (EOFError, OSError, pickle.UnpicklingError):
                    self._bury(worker)
                else:
                    self._take(worker, message)
            elif worker.process.sentinel in ready:
                self._bury(worker)

    def _take(self, worker: _Worker[T, R], message: Any) -> None:
        """A result of the chunk that a worker has, or its end."""
        slot = worker.slot
        assert slot is not None
        if not isinstance(message, _End):
            slot.results.append(message)
            slot.count += 1
            return
        worker.slot = None
        slot.finished, slot.error = True, message.error
        if slot.count:
            pace = message.seconds / slot.count
            self.size = min(LARGEST_CHUNK, int(CHUNK_SECONDS / pace) + 1) if pace > 0 else LARGEST_CHUNK
        if slot.error is None:
            self._again(slot, slot.chunk[slot.count :])

    def _bury(self, worker: _Worker[T, R]) -> None:
        """Forget a dead worker; what it had not done is done again, first of all the item that it died of, alone."""
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join(1)
        slot = worker.slot
        if slot is None:
            return
        slot.finished = True
        left = slot.chunk[slot.count :]
        deaths = 1 + (slot.deaths if slot.count == 0 else 0)
        if not left:
            return
        self._again(slot, left[1:])
        if deaths < TRIES:
            self._again(slot, left[:1], deaths)
        elif self.on_death is not None:
            slot.results.append(self.on_death(left[0]))
        else:
            slot.error = WorkerDiedError(f"the same item killed {TRIES} processes")

    def _again(self, slot: _Slot[T, R], items: list[T], deaths: int = 0) -> None:
        """Put items back in line behind `slot`, in chunks of the present size, to be taken first."""
        slots: list[_Slot[T, R]] = [_Slot(items[at : at + self.size], deaths) for at in range(0, len(items), self.size)]
        place = self.line.index(slot) + 1
        for offset, new in enumerate(slots):
            self.line.insert(place + offset, new)
        self.waiting.extendleft(reversed(slots))

    def _start(self) -> _Worker[T, R]:
        import multiprocessing

        methods = multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            context.set_forkserver_preload(["pyrsolve.batch.warm"])
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self.function), daemon=True)
        with _no_interrupts():
            process.start()
        theirs.close()
        worker: _Worker[T, R] = _Worker(process, ours)
        self.workers.append(worker)
        return worker

    def _end(self, at_once: bool) -> None:
        for worker in self.workers:
            if at_once:
                worker.process.kill()
            worker.pipe.close()  # an idle worker ends by itself
        for worker in self.workers:
            worker.process.join(1)
        self.workers.clear()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Block SIGINT where that can be done: a new process keeps it blocked, so that Ctrl-C is the parent's alone."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # when it starts it unblocks SIGINT: now, not between us and the server of forks
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(pipe: Connection, function: Callable[[Any], Any]) -> None:
    """The loop of a worker: a list of items in; results and an end out."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not be blocked
    with suppress(EOFError, OSError):  # the parent is gone, or wants no more
        while True:
            pipe.send(_through(function, pipe.recv(), pipe.send))


def _through(function: Callable[[T], R], chunk: list[T], send: Callable[[R], None]) -> _End:
    """Send the results of as many items as there is patience for; at least of one."""
    began = time.perf_counter()
    for item in chunk:
        try:
            result = function(item)
        except Exception as error:
            return _End(time.perf_counter() - began, _portable(error))
        send(result)
        if time.perf_counter() - began > PATIENCE * CHUNK_SECONDS:
            break
    return _End(time.perf_counter() - began)


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same and can be sent."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
