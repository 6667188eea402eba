"""Verdicts, limits and outcomes: what every backend takes and gives.

An outcome is one of four types, so that a type checker and the constructor hold what may be claimed:
`Solvable` has a witness, `Refuted` has a refutation that anyone can check, `Claimed` is a "no" of a complete
backend without one, `Undecided` is everything else. An incomplete backend's ``solve`` is typed to return
``Solvable | Refuted | Undecided``: it cannot claim.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar

Step = tuple[tuple[int, ...], tuple[int, ...]]
"""One step of a refutation: the literals of a clause, and the numbers of the clauses that it follows from."""


class Verdict(StrEnum):
    """What was decided about a deal."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


class StopReason(StrEnum):
    """Why the search ended."""

    GOAL = "goal"
    REFUTED = "refuted"
    STRUCTURAL = "structural"
    EXHAUSTED = "exhausted"
    INFEASIBLE = "infeasible"
    TIME = "time"
    NODES = "nodes"
    MEMORY = "memory"
    INCOMPLETE = "incomplete"
    INTERRUPTED = "interrupted"


class Proof(StrEnum):
    """What stands behind an "unsolvable": something to check, or a backend's word."""

    CHECKED = "checked"
    CLAIMED = "claimed"


class CancelToken:
    """Set from any thread to stop a search soon; the outcome is then `Undecided` with reason `interrupted`."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        """Ask the search to stop."""
        self._event.set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a search must stop: wall `seconds`, search `nodes` (exactly), `memory` in bytes; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None
    cancel: CancelToken | None = field(default=None, compare=False)

    def since(self, began: float) -> Limits:
        """The same limits for what comes next of a work that began at a reading of `time.monotonic`: less of the seconds."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(0.0, self.seconds - (time.monotonic() - began)))

    def stopper(self) -> Callable[[], StopReason | None]:
        """A function to poll: the reason to stop now (time or cancellation), or None. The clock starts here."""
        deadline = None if self.seconds is None else time.monotonic() + self.seconds
        cancel = self.cancel

        def poll() -> StopReason | None:
            if cancel is not None and cancel.cancelled:
                return StopReason.INTERRUPTED
            if deadline is not None and time.monotonic() >= deadline:
                return StopReason.TIME
            return None

        return poll


@dataclass(frozen=True, slots=True)
class SearchStats:
    """Counters with the same names in every backend; None is "not counted"."""

    nodes: int | None = None
    closures: int | None = None
    conflicts: int | None = None
    states: int | None = None
    evictions: int | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """Wall and CPU seconds, and the peak of the process's memory where the platform tells."""

    seconds: float
    cpu_seconds: float
    peak_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Refutation:
    """Why no pairing clears a removal deal, for `pyrsolve.verify.refutation` to check.

    `deadlocks`: sets of tile indices; the clause of each is recomputed by the checker. `steps`: LRAT, each a clause over
    variables = allowed pairs numbered from 1 in (i<j) order, and the hints; the last clause is empty. `odd_group`, alone,
    is a set of an odd number of tiles that match nothing outside it.
    """

    deadlocks: Sequence[frozenset[int]] = ()
    steps: Sequence[Step] = ()
    odd_group: frozenset[int] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a backend found out about one deal."""

    verdict: ClassVar[Verdict]
    reason: StopReason
    backend: str
    decided_by: str | None = None
    stats: SearchStats = field(default_factory=SearchStats)
    timing: Timing | None = None
    limits: Limits = field(default_factory=Limits)

    @property
    def proof(self) -> Proof | None:
        """What stands behind an "unsolvable"; None for the other verdicts."""
        return None

    @property
    def witness(self) -> tuple[Any, ...] | None:
        """The moves that win, in the codec of the game; None where there are none."""
        return None

    @property
    def refutation(self) -> Refutation | None:
        """What `verify` can check of an "unsolvable"."""
        return None


@dataclass(frozen=True, kw_only=True)
class Solvable(Outcome):
    """The deal is won by `moves`."""

    verdict: ClassVar[Verdict] = Verdict.SOLVABLE
    reason: StopReason = StopReason.GOAL
    moves: tuple[Any, ...]

    @property
    def witness(self) -> tuple[Any, ...]:
        """The moves that win."""
        return self.moves


@dataclass(frozen=True, kw_only=True)
class Refuted(Outcome):
    """The deal cannot be won, and `evidence` can be checked by anyone."""

    verdict: ClassVar[Verdict] = Verdict.UNSOLVABLE
    reason: StopReason = StopReason.REFUTED
    evidence: Refutation

    @property
    def proof(self) -> Proof:
        """Always `checked`."""
        return Proof.CHECKED

    @property
    def refutation(self) -> Refutation:
        """The evidence."""
        return self.evidence


@dataclass(frozen=True, kw_only=True)
class Claimed(Outcome):
    """A complete backend says that the deal cannot be won; there is nothing to check."""

    verdict: ClassVar[Verdict] = Verdict.UNSOLVABLE
    reason: StopReason

    @property
    def proof(self) -> Proof:
        """Always `claimed`."""
        return Proof.CLAIMED


@dataclass(frozen=True, kw_only=True)
class Undecided(Outcome):
    """A limit stopped the search, or the backend is incomplete."""

    verdict: ClassVar[Verdict] = Verdict.UNDECIDED
    reason: StopReason
