"""Decides one item: read, solve, replay, encode. The unit of work of `solve` and `check`, in this process or another."""

from __future__ import annotations

from dataclasses import dataclass, field

from pyrsolve import api, registry
from pyrsolve.batch.journal import Key, key_of
from pyrsolve.batch.recheck import recheck, save_case
from pyrsolve.errors import DataError, DisagreementError, UnsupportedError
from pyrsolve.games.base import Deal
from pyrsolve.inputs import Item, Reading, read_with_record
from pyrsolve.outcome import Limits, Outcome
from pyrsolve.records.encode import encode
from pyrsolve.records.explanation import ExplanationRecord
from pyrsolve.records.fault import Source, fault_record
from pyrsolve.records.result import result_record


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
    """What became of one item: `line`, its record; `verdict`, or ``fault`` or ``unsupported`` with the `messages` why."""

    source: Source
    verdict: str
    line: bytes
    reason: str = ""
    deal_id: str = ""
    seconds: float = 0.0
    messages: tuple[str, ...] = ()


def decide(request: Request, item: Item) -> Decided:
    """Decide an item; a fault of the data comes back as a value. Raises DisagreementError for an unsound backend."""
    try:
        outcome, deal, line = decide_openly(request, item)
    except DataError as error:
        line = encode(fault_record(error, item.source))
        return Decided(item.source, "fault", line, messages=tuple(map(str, error.faults)))
    except UnsupportedError as error:
        line = encode(fault_record(DataError(str(error)), item.source))
        return Decided(item.source, "unsupported", line, messages=(str(error),))
    seconds = outcome.timing.seconds if outcome.timing is not None and request.timing else 0.0
    return Decided(item.source, outcome.verdict.value, line, outcome.reason.value, deal.deal_id, seconds)


def decide_unless_known(request: Request, known: frozenset[Key], item: Item) -> Decided:
    """As `decide`; a deal whose key is in `known` is only read, and comes back with the verdict ``known``."""
    if known and item.error is None:
        try:
            deal_id = read_with_record(item, request.reading)[0].deal_id
        except DataError:
            pass  # decide says so
        else:
            if key_of(item.source, deal_id) in known:
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
