"""``analysis/1``: what ``pyrsolve analyse`` finds out about a deal."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pyrsolve.records.deal import Count
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Text
from pyrsolve.records.result import LimitsRecord, Share

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
    mutual_count: Count


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
