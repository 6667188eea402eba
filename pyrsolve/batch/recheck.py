"""Asks a second backend about the same deal; two that contradict each other are saved as a case and reported."""

from __future__ import annotations

from pathlib import Path

from pyrsolve import api, registry
from pyrsolve.errors import DisagreementError
from pyrsolve.games.base import Deal
from pyrsolve.outcome import Limits, Outcome, Verdict
from pyrsolve.records.encode import encode
from pyrsolve.records.result import result_record


def recheck(deal: Deal, outcome: Outcome, backend: str, limits: Limits) -> Outcome:
    """What `backend` (``auto``: another one than decided) says about a deal that was decided already.

    Raises DisagreementError where both are sure and not of one mind; the case is then in a file of the current folder.
    """
    if backend == api.AUTO:
        backend = registry.another(registry.game(deal.game), outcome.decided_by or outcome.backend)
    second = api.solve(deal, backend=backend, limits=limits)
    verdicts = {outcome.verdict, second.verdict}
    if Verdict.UNDECIDED not in verdicts and len(verdicts) > 1:
        path = save_case(deal, [outcome, second])
        raise DisagreementError(
            f"{outcome.backend} says {outcome.verdict.value}, {second.backend} says {second.verdict.value};"
            f" the case is saved in {path}"
        )
    return second


def save_case(deal: Deal, outcomes: list[Outcome], folder: Path | None = None) -> Path:
    """Write the deal and what was said about it, a result record a line, into `folder` (the current one); the path."""
    path = (folder or Path()) / f"pyrsolve-case-{deal.deal_id[:12]}.jsonl"
    record = registry.game(deal.game).write(deal)
    with path.open("wb") as file:
        for outcome in outcomes:
            file.write(encode(result_record(outcome, deal, deal_record=record)) + b"\n")
    return path
