"""``analysis/1``: what ``pyrsolve analyse`` finds out about a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from pyrsolve._version import __version__
from pyrsolve.games.base import Deal
from pyrsolve.records.deal import Count
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text
from pyrsolve.records.result import LimitsRecord, Share

if TYPE_CHECKING:
    from pyrsolve.analysis.analyse import Analysis, Recorded
    from pyrsolve.analysis.difficulty import Difficulty
    from pyrsolve.analysis.forced import Pairings
    from pyrsolve.analysis.structure import Structure
    from pyrsolve.analysis.traps import Step

Tiles = tuple[Count, ...]
Pairs = tuple[Tiles, ...]
Moves = tuple[Any, ...]


class _Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What all parts share."""


class ChokeEntry(_Entry, frozen=True, kw_only=True):
    """`tile` must go before each of `waiting`, whatever is paired."""

    tile: Count
    waiting: Tiles


class StructureEntry(_Entry, frozen=True, kw_only=True):
    """The fields of `pyrsolve.analysis.structure.Structure`; lists may be cut, `mutual_count` is how many there are in all."""

    tiles: Count
    cover_chain: Tiles
    wait_chain: Tiles
    chokes: tuple[ChokeEntry, ...]
    stuck: Tiles
    impossible: Pairs
    mutual_blocks: tuple[tuple[Tiles, Tiles], ...]
    mutual_count: Count | None = None


class PairingsEntry(_Entry, frozen=True, kw_only=True):
    """Pairs that are in every winning pairing, in some, in none; `undecided` ones a limit left open."""

    forced: Pairs
    free: Pairs
    never: Pairs
    undecided: Pairs = ()


class StepEntry(_Entry, frozen=True, kw_only=True):
    """One position of a line: its legal moves are safe, losing, or left undecided by a limit; `move` is the one made."""

    move: Any
    safe: Moves
    losing: Moves
    undecided: Moves = ()


class TrapsEntry(_Entry, frozen=True, kw_only=True):
    """The traps along a line: the witness, or the line that was given. `density` = `losing` / (`safe` + `losing`)."""

    line: Literal["witness", "record"]
    safe: Count
    losing: Count
    undecided: Count
    density: Share | None = None
    steps: tuple[StepEntry, ...]


class FirstLosingEntry(_Entry, frozen=True, kw_only=True):
    """The first move, counted from 1, after which the deal is lost while it was not before; `safe`: what kept it."""

    number: Count
    move: Any
    safe: Moves


class RecordedEntry(_Entry, frozen=True, kw_only=True):
    """A line that was played. `sure` is false where a limit left open whether it was lost earlier, or at all.

    `outcome`: ``won``; ``winnable`` at its end; ``lost`` by `first_losing`; ``lost_from_the_start``; ``undecided``.
    """

    moves: Count
    outcome: Literal["won", "winnable", "lost", "lost_from_the_start", "undecided"]
    sure: bool
    first_losing: FirstLosingEntry | None = None


class QuantileEntry(_Entry, frozen=True, kw_only=True):
    """Among `deals` fair deals of the layout (of `dealt`), by wins in `plays` random games of each.

    `harder_than`: the share of them that random play wins more often than this one, ties counting half, with its interval.
    """

    deals: Count
    dealt: Count
    plays: Count
    wins: Count
    harder_than: Share
    interval: tuple[Share, Share]


class DifficultyEntry(_Entry, frozen=True, kw_only=True):
    """`wins` of `plays` random games; `interval` is Wilson's, of the win rate; `trap_density` that along the witness."""

    plays: Count
    wins: Count
    win_rate: Share
    interval: tuple[Share, Share]
    trap_density: Share | None = None
    winning_pairings: int | None = None
    quantile: QuantileEntry | None = None


class AnalysisRecord(_Entry, frozen=True, kw_only=True):
    """The analysis of one deal; for each part that is missing, `absent` has the reason. `stopped`: the limit that cut it."""

    schema_: Literal["pyrsolve.analysis/1"] = msgspec.field(name="schema")
    deal_id: Text
    source: Source | None = None
    verdict: Literal["solvable", "unsolvable", "undecided"]
    reason: Text
    backend: Text
    witness: Moves | None = None
    structure: StructureEntry | None = None
    pairings: PairingsEntry | None = None
    traps: TrapsEntry | None = None
    record: RecordedEntry | None = None
    difficulty: DifficultyEntry | None = None
    absent: dict[str, Text] = {}
    stopped: Text | None = None
    limits: LimitsRecord
    rules: dict[str, bool | int | str]
    version: Text


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
    from pyrsolve.analysis.analyse import density

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
