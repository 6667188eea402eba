"""The record of an analysis."""

from __future__ import annotations

from pyrsolve._version import __version__
from pyrsolve.analysis.analyse import Analysis, Recorded
from pyrsolve.analysis.difficulty import Difficulty
from pyrsolve.analysis.forced import Pairings
from pyrsolve.analysis.structure import Structure
from pyrsolve.analysis.traps import Step, density
from pyrsolve.games.base import Deal
from pyrsolve.records.analysis import (
    AnalysisRecord,
    ChokeEntry,
    DifficultyEntry,
    FirstLosingEntry,
    PairingsEntry,
    QuantileEntry,
    RecordedEntry,
    StepEntry,
    StructureEntry,
    TrapsEntry,
)
from pyrsolve.records.fault import Source
from pyrsolve.records.result import LimitsRecord


def analysis_record(found: Analysis, deal: Deal, limits: LimitsRecord, source: Source | None = None) -> AnalysisRecord:
    """The record of an analysis."""
    outcome = found.outcome
    return AnalysisRecord(
        schema_="pyrsolve.analysis/1",
        deal_id=deal.deal_id,
        source=source,
        verdict=outcome.verdict.value,
        reason=outcome.reason.value,
        backend=outcome.backend,
        witness=outcome.witness,
        structure=_structure(found.structure) if found.structure else None,
        pairings=_pairings(found.pairings) if found.pairings else None,
        traps=_traps(found),
        record=_recorded(found.recorded) if found.recorded else None,
        difficulty=_difficulty(found.difficulty) if found.difficulty else None,
        absent=dict(found.absent),
        stopped=found.stopped.value if found.stopped else None,
        limits=limits,
        rules=deal.options.effective(),
        version=__version__,
    )


def _structure(found: Structure) -> StructureEntry:
    return StructureEntry(
        tiles=found.tiles,
        cover_chain=found.cover_chain,
        wait_chain=found.wait_chain,
        chokes=tuple(ChokeEntry(tile=choke.tile, waiting=choke.waiting) for choke in found.chokes),
        stuck=found.stuck,
        impossible=found.impossible,
        mutual_blocks=found.mutual_blocks,
        mutual_count=found.mutual_count,
    )


def _pairings(found: Pairings) -> PairingsEntry:
    return PairingsEntry(forced=found.forced, free=found.free, never=found.never, undecided=found.undecided)


def _traps(found: Analysis) -> TrapsEntry | None:
    steps = found.steps if found.recorded_steps is None else found.recorded_steps
    if steps is None:
        return None
    return TrapsEntry(
        line="witness" if found.recorded_steps is None else "record",
        safe=sum(len(step.safe) for step in steps),
        losing=sum(len(step.losing) for step in steps),
        undecided=sum(len(step.undecided) for step in steps),
        density=density(steps),
        steps=tuple(map(_step, steps)),
    )


def _step(step: Step) -> StepEntry:
    return StepEntry(move=step.move, safe=step.safe, losing=step.losing, undecided=step.undecided)


def _recorded(found: Recorded) -> RecordedEntry:
    first = None
    if found.step is not None and found.first_losing:
        first = FirstLosingEntry(number=found.first_losing, move=found.step.move, safe=found.step.safe)
    return RecordedEntry(moves=len(found.moves), outcome=found.outcome, sure=found.sure, first_losing=first)


def _difficulty(found: Difficulty) -> DifficultyEntry:
    compared = found.quantile
    return DifficultyEntry(
        plays=found.plays,
        wins=found.wins,
        win_rate=found.win_rate,
        interval=(found.interval.low, found.interval.high),
        trap_density=found.trap_density,
        winning_pairings=found.winning_pairings,
        quantile=None
        if compared is None
        else QuantileEntry(
            deals=compared.deals,
            dealt=compared.dealt,
            plays=compared.plays,
            wins=compared.wins,
            harder_than=compared.harder_than,
            interval=(compared.interval.low, compared.interval.high),
        ),
    )
