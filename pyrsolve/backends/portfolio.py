"""Several backends one after the other under one deadline; the outcome says which one decided.

The default schedule of a game comes from figures that were measured (``measured.json``, made by ``tests/reach/measure.py``): what
costs least for each deal that it decides comes first, and gets half of what is left of the time; the last gets the rest.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

from pyrsolve import registry
from pyrsolve.backends.base import Backend, CompleteBackend, Stopwatch
from pyrsolve.errors import OptionError, UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Claimed, Limits, Outcome, Refuted, SearchStats, Solvable, StopReason, Undecided

Schedule = tuple[tuple[str, float], ...]
"""Names of backends with their shares of the time, in order; only the proportions of the shares count."""

UNMEASURED = ("pairing", "graph", "dfs", "cpsat", "brute")
"""The order for a game without figures."""
SLICE_SECONDS = 60.0
"""What is shared out where there is no limit; then twice as much among those whom only time stopped, and so on."""


@dataclass(frozen=True)
class Portfolio(CompleteBackend):
    """A schedule of backends; None is the default one of each game. Raises OptionError for one that cannot be followed."""

    schedule: Schedule | None = None

    name = "portfolio"
    summary = "several backends one after the other under one deadline; says which one decided"
    needs: frozenset[Form] = frozenset()

    def __post_init__(self) -> None:
        if self.schedule is not None:
            if not self.schedule or not all(share > 0 for _, share in self.schedule):
                raise OptionError("a schedule names at least one backend, and shares are more than 0")
            for name, _ in self.schedule:
                if name == self.name:
                    raise OptionError("a portfolio cannot be in its own schedule")
                registry.backend(name)

    def members(self, game: Game[Any, Any]) -> list[tuple[Backend, float]]:
        """The backends of the schedule that support `game`, with their shares."""
        schedule = self.schedule or default_schedule(game.name)
        found = [(registry.backend(name), share) for name, share in schedule]
        return [(backend, share) for backend, share in found if backend.supports(game)]

    def supports(self, game: Game[Any, Any]) -> bool:
        """Whether one of the members does."""
        return bool(self.members(game))

    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Refuted | Claimed | Undecided:
        """Decide a deal: the first answer counts. Nodes are those of all members, and shared out as the time is.

        Under a limit of nodes and none of time, the outcome is the same every time.
        """
        members = self.members(game)
        if not members:
            raise UnsupportedError(f"no backend of the portfolio supports the game {game.name!r}")
        watch = Stopwatch()
        left_open: list[Undecided] = []
        for backend, left in _turns(members, limits, left_open):
            outcome = backend.solve(game, deal, left, proof=proof)
            if isinstance(outcome, Solvable | Refuted | Claimed):
                return replace(
                    outcome,
                    backend=self.name,
                    decided_by=outcome.decided_by or backend.name,
                    stats=_sum([*left_open, outcome]),
                    timing=watch.timing(),
                    limits=limits,
                )
            assert isinstance(outcome, Undecided)
            left_open.append(outcome)
        return Undecided(
            reason=_why(left_open), backend=self.name, stats=_sum(left_open), timing=watch.timing(), limits=limits
        )


def _turns(
    members: list[tuple[Backend, float]], limits: Limits, left_open: list[Undecided]
) -> Iterator[tuple[Backend, Limits]]:
    """Whose turn it is, within which limits. The caller adds to `left_open` what the last one gave."""
    began = time.monotonic()
    unlimited = limits.seconds is None and limits.nodes is None
    slice_seconds = SLICE_SECONDS
    while members:
        again = []
        for place, (backend, share) in enumerate(members):
            part = share / sum(later for _, later in members[place:])
            seconds = None
            if limits.seconds is not None:
                seconds = max(0.0, limits.seconds - (time.monotonic() - began)) * part
            elif unlimited:
                seconds = slice_seconds * share / sum(other for _, other in members)
            left = None if limits.nodes is None else round(max(0, limits.nodes - (_sum(left_open).nodes or 0)) * part)
            yield backend, replace(limits, seconds=seconds, nodes=left)
            if left_open[-1].reason is StopReason.INTERRUPTED:
                return
            if left_open[-1].reason is StopReason.TIME and unlimited:
                again.append((backend, share))
        members = again
        slice_seconds *= 2


def _sum(outcomes: Sequence[Outcome]) -> SearchStats:
    """Counter by counter; what no one counted is not counted."""
    added = {}
    for field in fields(SearchStats):
        counts = [count for outcome in outcomes if (count := getattr(outcome.stats, field.name)) is not None]
        added[field.name] = sum(counts) if counts else None
    return SearchStats(**added)


def _why(left_open: Sequence[Undecided]) -> StopReason:
    """Interrupted, else the last limit that cut a member short, else incomplete."""
    reasons = [outcome.reason for outcome in reversed(left_open)]
    if reasons[0] is StopReason.INTERRUPTED:
        return StopReason.INTERRUPTED
    return next((reason for reason in reasons if reason is not StopReason.INCOMPLETE), StopReason.INCOMPLETE)


@dataclass(frozen=True, slots=True)
class Measured:
    """How one backend did on a sample of a game's deals: CPU `mean_ms` a deal, undecided ones included."""

    backend: str
    deals: int
    decided: int
    mean_ms: float


@cache
def measured(game: str) -> tuple[Measured, ...]:
    """The figures of a game; none where it was not measured."""
    table = json.loads(files("pyrsolve.backends").joinpath("measured.json").read_text(encoding="utf-8"))
    return tuple(Measured(**row) for row in table["games"].get(game, {}).get("rows", ()))


@cache
def default_schedule(game: str) -> Schedule:
    """From the figures: by cost for each deal decided, a half to each of what is left. Backends that decided nothing are out."""
    rows = [row for row in measured(game) if row.decided]
    rows.sort(key=lambda row: row.mean_ms * row.deals / row.decided)
    names = [row.backend for row in rows] or list(UNMEASURED)
    shares = [0.5 ** min(place, len(names) - 2) / 2 if len(names) > 1 else 1.0 for place in range(len(names))]
    return tuple(zip(names, shares, strict=True))
