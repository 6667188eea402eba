"""Progress on stderr for work of more than two seconds: how many are done, the rate, the time left where the total is known."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import threading
    from types import TracebackType

PATIENCE = 2.0
BAR_EVERY = 0.2
LINE_EVERY = 10.0
JSON_EVERY = 1.0


class Progress:
    """Counts `what`; silent for `PATIENCE` seconds, then a bar on a terminal, or a plain line now and then elsewhere and in CI.

    `form` is ``text``, ``json`` (an object a second, for machines) or ``none``; `note` adds what there is to say.

    `total` is asked once, and only when something is shown. Where the results themselves appear on the same screen there is
    nothing to show.
    """

    def __init__(
        self,
        what: str,
        total: Callable[[], int | None],
        *,
        on_screen: bool = False,
        form: str = "text",
        note: Callable[[], str] = str,
    ) -> None:
        import threading

        self._form, self._note = form, note
        self._what, self._total = what, total
        self._count = 0
        self._began = time.monotonic()
        self._end = threading.Event()
        self._lock = threading.Lock()
        self._bar: Any = None
        self._thread: threading.Thread | None = None
        if form != "none" and not (on_screen and sys.stdout.isatty() and form == "text"):
            self._thread = threading.Thread(target=self._run, name="progress", daemon=True)

    def __enter__(self) -> Progress:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.set()
        if self._thread is not None:
            self._thread.join(0.1)  # it may be counting the records of large files: nobody waits for that

    def step(self) -> None:
        """One more is done."""
        self._count += 1

    def say(self, message: str) -> None:
        """A message on stderr, above the bar where there is one."""
        with self._lock:
            if self._bar is not None:
                self._bar.clear()
            print(message, file=sys.stderr, flush=True)
            if self._bar is not None:
                self._bar.refresh()

    def _run(self) -> None:
        if self._end.wait(PATIENCE if self._form == "text" else 0.0):
            return
        total = self._total()
        if self._form == "json":
            self._run_json(total)
        elif sys.stderr.isatty() and not os.environ.get("CI"):
            self._show_bar(total)
        else:
            while True:
                with self._lock:
                    print(self.line(total), file=sys.stderr, flush=True)
                if self._end.wait(LINE_EVERY):
                    return

    def _run_json(self, total: int | None) -> None:
        """A JSON object a second on stderr, and one at the end."""
        over = False
        while True:
            with self._lock:
                print(self.json_line(total), file=sys.stderr, flush=True)
            if over:
                return
            over = self._end.wait(JSON_EVERY)

    def json_line(self, total: int | None) -> str:
        """``{"done": .., "total": .., "seconds": .., "rate": .., "seconds_left": .., "note": ..}``; absent: not known."""
        import json

        spent = time.monotonic() - self._began
        rate = self._count / spent if spent > 0 else 0.0
        told: dict[str, Any] = {"done": self._count, "seconds": round(spent, 3), "rate": round(rate, 3)}
        if total is not None:
            told["total"] = total
            if self._count:
                told["seconds_left"] = round(max(0, total - self._count) / rate, 1)
        if self._note():
            told["note"] = self._note()
        return json.dumps(told)

    def _show_bar(self, total: int | None) -> None:
        import threading

        from tqdm import tqdm

        tqdm.set_lock(threading.RLock())  # its own would import multiprocessing
        tqdm.monitor_interval = 0
        with self._lock:
            self._bar = tqdm(
                total=total, unit=f" {self._what}s", file=sys.stderr, leave=False, dynamic_ncols=True, mininterval=0
            )
            self._bar.start_t -= time.monotonic() - self._began
        while True:
            with self._lock:
                self._bar.update(self._count - self._bar.n)
                if self._note():
                    self._bar.set_postfix_str(self._note(), refresh=False)
                self._bar.refresh()
            if self._end.wait(BAR_EVERY):
                break
        with self._lock:
            self._bar.close()
            self._bar = None

    def line(self, total: int | None) -> str:
        """The plain form: ``120 of 1000 deals, 45.3 a second, 19 s left``."""
        spent = time.monotonic() - self._began
        rate = self._count / spent
        done = f"{self._count} of {total}" if total is not None else str(self._count)
        left = ""
        if total is not None and self._count:
            left = f", {max(0, total - self._count) / rate:.0f} s left"
        note = f"; {self._note()}" if self._note() else ""
        return f"{done} {self._what}s after {spent:.0f} s, {rate:.1f} a second{left}{note}"
