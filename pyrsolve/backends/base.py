"""What a backend is, and what it declares about itself."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Any

from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Claimed, Limits, Outcome, Refuted, Solvable, Timing, Undecided


class Backend(ABC):
    """Common part of complete and incomplete backends."""

    name: str
    summary: str
    needs: frozenset[Form]
    complete: bool
    counts: bool = False
    optimises: bool = False

    def supports(self, game: Game[Any, Any]) -> bool:
        """Whether `game` offers every form that this backend needs."""
        return self.needs <= game.forms()

    def require(self, game: Game[Any, Any]) -> None:
        """Raise UnsupportedError where `supports` is false."""
        lacking = sorted(form.value for form in self.needs - game.forms())
        if lacking:
            raise UnsupportedError(
                f"backend {self.name!r} does not support the game {game.name!r}: it has no {', '.join(lacking)}"
            )

    @abstractmethod
    def solve(self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True) -> Outcome:
        """Decide `deal`. Raises UnsupportedError."""


class CompleteBackend(Backend):
    """A backend whose "no" is a proof: it searches everything or its model is exact."""

    complete = True

    @abstractmethod
    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Refuted | Claimed | Undecided:
        """Decide `deal`."""


class IncompleteBackend(Backend):
    """A backend that may give up: by its return type it cannot claim a "no" without evidence."""

    complete = False

    @abstractmethod
    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Refuted | Undecided:
        """Decide `deal`, or say that this backend cannot."""


class Stopwatch:
    """Wall and CPU time since it was made."""

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._cpu = time.process_time()

    def timing(self) -> Timing:
        """What has passed, and the peak memory of the process so far."""
        return Timing(
            seconds=time.perf_counter() - self._wall,
            cpu_seconds=time.process_time() - self._cpu,
            peak_bytes=peak_bytes(),
        )


def peak_bytes() -> int | None:
    """The peak resident size of this process in bytes; None where the platform does not tell."""
    try:
        import resource
    except ImportError:
        return None
    import sys

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def own_peak_bytes() -> int | None:
    """As `peak_bytes`, without the peak of the process that started this one, which Linux hands down; slower to read."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:  # noqa: PTH123
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return peak_bytes()
