"""Decides one item: read, solve, replay, encode. The unit of work of `solve` and `check`, in this process or another."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from pyrsolve import api, registry
from pyrsolve.batch.recheck import recheck, save_case
from pyrsolve.errors import DataError, DisagreementError, OptionError, UnsupportedError
from pyrsolve.games.base import Deal
from pyrsolve.inputs import Item, Reading, read, read_with_record
from pyrsolve.outcome import Limits, Outcome
from pyrsolve.records.encode import encode
from pyrsolve.records.explanation import ExplanationRecord
from pyrsolve.records.fault import Source, fault_record
from pyrsolve.records.result import result_record

DEBUG = "PYRSOLVE_DEBUG"
"""An environment variable: where it is set, what should not happen is raised, with its traceback."""


@dataclass(frozen=True, slots=True)
class Request:
    """How items are decided."""

    reading: Reading = field(default_factory=Reading)
    backend: str = api.AUTO
    limits: Limits = field(default_factory=Limits)
    proof: bool = True
    timing: bool = True
    with_deal: bool = True
    recheck: str | None = None  # a second backend to ask
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of one item: `line`, its record; `verdict`, or ``fault``, ``unsupported``, ``internal`` or ``known``.

    `messages` say why, where there is no verdict; each has its place in it.
    """

    source: Source
    verdict: str
    line: bytes
    reason: str = ""
    deal_id: str = ""
    seconds: float = 0.0
    messages: tuple[str, ...] = ()


def decide(request: Request, item: Item) -> Decided:
    """Decide an item; whatever goes wrong with it comes back as a value, so that the others go on.

    Raises OptionError where the request does not fit the game.
    """
    try:
        outcome, deal, line = decide_openly(request, item)
    except OptionError:
        raise
    except Exception as error:
        return failure(error, item)
    seconds = outcome.timing.seconds if outcome.timing is not None and request.timing else 0.0
    return Decided(item.source, outcome.verdict.value, line, outcome.reason.value, deal.deal_id, seconds)


def failure(error: Exception, item: Item) -> Decided:
    """What to say of an item that could not be decided: a fault/1 record and messages."""
    if isinstance(error, DataError):
        line = encode(fault_record(error, item.source))
        return Decided(item.source, "fault", line, messages=tuple(map(str, error.faults)))
    if isinstance(error, UnsupportedError):
        return _without_verdict(item, "unsupported", f"unsupported: {error}")
    if isinstance(error, DisagreementError):
        return _without_verdict(item, "internal", f"internal fault: {error}")
    if os.environ.get(DEBUG):
        raise error
    return _without_verdict(item, "internal", f"internal fault: {type(error).__name__}: {error}")


def dead(work: tuple[Item, str | None]) -> Decided:
    """What to say of an item whose process was killed, twice."""
    message = "internal fault: the process that worked on this was killed, twice (out of memory?)"
    return _without_verdict(work[0], "internal", message)


def _without_verdict(item: Item, kind: str, message: str) -> Decided:
    error = DataError(message)
    messages = tuple(map(str, error.at(item.source.file, item.source.line).faults))
    return Decided(item.source, kind, encode(fault_record(error, item.source)), messages=messages)


def decide_unless_known(request: Request, work: tuple[Item, str | None]) -> Decided:
    """As `decide`, of an item and the deal_id that a journal has for its source.

    Where it still is that deal, it is only read, and comes back with the verdict ``known``.
    """
    item, known = work
    if known is not None and item.error is None:
        try:
            deal_id = read(item, request.reading).deal_id
        except DataError:
            pass  # decide says so
        else:
            if deal_id == known:
                return Decided(item.source, "known", b"", deal_id=deal_id)
    return decide(request, item)


def decide_openly(request: Request, item: Item) -> tuple[Outcome, Deal, bytes]:
    """The outcome, the deal and the result record of an item. Raises what `decide` turns into values."""
    deal, record = read_with_record(item, request.reading)
    outcome = api.solve(deal, backend=request.backend, limits=request.limits, proof=request.proof)
    if outcome.witness is not None:
        from pyrsolve.verify.replay import replay

        faults = replay(registry.game(deal.game), deal, outcome.witness)
        if faults:
            path = save_case(deal, [outcome])
            raise DisagreementError(
                f"the witness of backend {outcome.backend!r} does not replay: {faults[0]}; the case is saved in {path}"
            )
    if request.recheck is not None:
        recheck(deal, outcome, request.recheck, request.limits)
    if request.reading.rules or request.reading.preset:
        record = registry.game(deal.game).write(deal)
    line = encode(
        result_record(
            outcome,
            deal,
            source=item.source,
            deal_record=record if request.with_deal else None,
            timing=request.timing,
            explanation=_explanation(deal, outcome) if request.explain else None,
        )
    )
    return outcome, deal, line


def _explanation(deal: Deal, outcome: Outcome) -> ExplanationRecord | None:
    """None where there is nothing to explain, or no way to."""
    from pyrsolve.analysis.explain import explain, record

    game = registry.game(deal.game)
    try:
        return record(game, deal, explain(game, deal, outcome))
    except UnsupportedError:
        return None
