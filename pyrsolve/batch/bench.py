"""Backends side by side on files of deals: CPU time a deal in this process, parsing apart."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, exp, fsum, log
from statistics import fmean, median

from pyrsolve import api, registry
from pyrsolve._version import __version__
from pyrsolve.errors import DataError, DisagreementError, UnsupportedError
from pyrsolve.games.base import Deal
from pyrsolve.inputs import Item, Reading, read
from pyrsolve.outcome import Limits, Outcome, Verdict
from pyrsolve.records.bench import BenchRecord, BenchRow, BenchTotal

SMALLEST_MS = 1e-6  # a mean of zero has no logarithm


@dataclass(frozen=True, slots=True)
class Plan:
    """What is timed: `backends` in order, the first `limit` deals of a file, `limits` and `proof` of every search."""

    reading: Reading = field(default_factory=Reading)
    backends: tuple[str, ...] = (api.AUTO,)
    limits: Limits = field(default_factory=Limits)
    proof: bool = True
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """What could not be timed: bad records of a file (a DataError), or a backend that cannot do this."""

    file: str
    error: DataError | UnsupportedError


def rows(plan: Plan, items: Iterable[Item]) -> Iterator[BenchRow | Trouble]:
    """A row for every file and backend, in the order of the items; consecutive items of one file are one file.

    Raises DisagreementError where two backends contradict each other, OptionError for an unknown backend.
    """
    warm: set[str] = set()
    for file, group in groupby(items, key=lambda item: item.source.file):
        deals: list[tuple[str, Deal]] = []
        for item in group:
            if plan.limit is not None and len(deals) >= plan.limit:
                continue  # the rest of the file is passed over unread
            try:
                line = "" if item.source.line is None else f":{item.source.line}"
                deals.append((file + line, read(item, plan.reading)))
            except DataError as error:
                yield Trouble(file, error)
        if deals:
            yield from _file(plan, file, deals, warm)


def _file(plan: Plan, file: str, deals: list[tuple[str, Deal]], warm: set[str]) -> Iterator[BenchRow | Trouble]:
    verdicts: dict[str, tuple[Verdict, str]] = {}
    for name in plan.backends:
        try:
            timed = _timed(plan, name, [deal for _, deal in deals], warm)
        except UnsupportedError as error:
            yield Trouble(file, error)
            continue
        for (where, _), (outcome, _) in zip(deals, timed, strict=True):
            _compare(where, outcome, verdicts)
        yield _row(file, name, timed)


def _timed(plan: Plan, name: str, deals: Sequence[Deal], warm: set[str]) -> list[tuple[Outcome, float]]:
    """The outcome and the CPU seconds of every deal."""
    found = []
    for deal in deals:
        game = registry.game(deal.game)
        chosen = registry.automatic(game) if name == api.AUTO else name
        backend = registry.backend(chosen)
        if chosen not in warm:  # what a backend imports at first use is no part of deciding
            backend.solve(game, deal, Limits(seconds=plan.limits.seconds, nodes=1), proof=plan.proof)
            warm.add(chosen)
        began = time.process_time()
        outcome = backend.solve(game, deal, plan.limits, proof=plan.proof)
        found.append((outcome, time.process_time() - began))
    return found


def _compare(where: str, outcome: Outcome, verdicts: dict[str, tuple[Verdict, str]]) -> None:
    if outcome.verdict is Verdict.UNDECIDED:
        return
    said, by = verdicts.setdefault(where, (outcome.verdict, outcome.backend))
    if said is not outcome.verdict:
        raise DisagreementError(
            f"{where}: backend {by!r} says {said.value}, backend {outcome.backend!r} says {outcome.verdict.value}"
        )


def _row(file: str, name: str, timed: list[tuple[Outcome, float]]) -> BenchRow:
    outcomes = [outcome for outcome, _ in timed]
    spent = sorted(1000 * seconds for _, seconds in timed)
    verdicts = [outcome.verdict for outcome in outcomes]
    return BenchRow(
        file=file,
        backend=outcomes[0].backend if name == api.AUTO else name,
        deals=len(timed),
        solvable=verdicts.count(Verdict.SOLVABLE),
        unsolvable=verdicts.count(Verdict.UNSOLVABLE),
        undecided=verdicts.count(Verdict.UNDECIDED),
        mean_ms=_rounded(fmean(spent)),
        median_ms=_rounded(median(spent)),
        p99_ms=_rounded(percentile(spent, 99)),
        max_ms=_rounded(spent[-1]),
        closures=_total([outcome.stats.closures for outcome in outcomes]),
        conflicts=_total([outcome.stats.conflicts for outcome in outcomes]),
    )


def percentile(ascending: Sequence[float], percent: int) -> float:
    """The smallest value that at least `percent` of a hundred do not exceed (nearest rank)."""
    return ascending[max(0, ceil(len(ascending) * percent / 100) - 1)]


def _total(counts: list[int | None]) -> int | None:
    """The sum; None where no backend counted."""
    counted = [count for count in counts if count is not None]
    return sum(counted) if counted else None


def _rounded(milliseconds: float) -> float:
    return round(milliseconds, 4)


def totals(found: Sequence[BenchRow]) -> tuple[BenchTotal, ...]:
    """Sum and geometric mean of the files' means, a backend."""
    names = dict.fromkeys(row.backend for row in found)
    made = []
    for name in names:
        means = [row.mean_ms for row in found if row.backend == name]
        geometric = exp(fmean(log(max(mean, SMALLEST_MS)) for mean in means))
        made.append(
            BenchTotal(
                backend=name,
                files=len(means),
                sum_of_means_ms=_rounded(fsum(means)),
                geometric_mean_ms=_rounded(geometric),
            )
        )
    return tuple(made)


def bench(
    plan: Plan, items: Iterable[Item], calibrate: Callable[[], float], on_row: Callable[[BenchRow | Trouble], None]
) -> BenchRecord:
    """Time everything; `on_row` is told of each row or trouble as it comes; `calibrate` gives milliseconds, before and after."""
    before = calibrate()
    found = []
    for row in rows(plan, items):
        on_row(row)
        if isinstance(row, BenchRow):
            found.append(row)
    after = calibrate()
    return BenchRecord(
        schema_="pyrsolve.bench/1",
        calibration_ms=_rounded((before + after) / 2),
        rows=tuple(found),
        calibration_before_ms=_rounded(before),
        calibration_after_ms=_rounded(after),
        totals=totals(found),
        proofs=plan.proof,
        version=__version__,
    )
