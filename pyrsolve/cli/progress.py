"""Progress on stderr for work of more than two seconds: rate and time left where the total is known."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

PATIENCE = 2.0
LINE_EVERY = 10.0


class Progress:
    """Counts items; silent for `PATIENCE` seconds. Where `CI` is set, or stderr is no terminal, plain lines now and then."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what, self._total = what, total
        self._began = self._said = time.monotonic()
        self._count = 0
        self._bar: Any = None

    def step(self) -> None:
        """One more is done."""
        self._count += 1
        now = time.monotonic()
        if now - self._began < PATIENCE:
            return
        if sys.stderr.isatty() and not os.environ.get("CI"):
            if self._bar is None:
                from tqdm import tqdm

                self._bar = tqdm(total=self._total, initial=self._count, unit=self._what, file=sys.stderr, leave=False)
                self._bar.start_t -= now - self._began
            else:
                self._bar.update(1)
        elif now - self._said > LINE_EVERY:
            self._said = now
            rate = self._count / (now - self._began)
            left = ""
            if self._total is not None:
                left = f" of {self._total}, {(self._total - self._count) / rate:.0f} s left"
            print(f"{self._count}{left} {self._what}s, {rate:.1f} a second", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
