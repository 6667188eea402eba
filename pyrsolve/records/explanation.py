"""The optional field `explanation` of ``result/1``: what ``solve --explain`` says, as data and in words."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from pyrsolve.records.layout import TileIndex

Tiles = tuple[TileIndex, ...]
Pair = tuple[TileIndex, TileIndex]


class RemovalEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One move of the witness, and the tiles that it frees."""

    move: Any
    frees: Tiles


class CaseEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """With `pairs` taken together, none of the tiles `locked` can be the first of them to go."""

    pairs: tuple[Pair, ...]
    locked: Tiles


class DeadlockEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """While all of `tiles` stand, the first of them to go needs one of `pairs`."""

    tiles: Tiles
    pairs: tuple[Pair, ...]


class ExplanationRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`removals` of a line that wins, or a `lock`, or an `odd_group`; `text` is the same in words.

    A lock: no pairing of the match groups `groups` clears the board, even when only they and `others` stand, and each of
    `others` goes by itself as soon as it is free. `irreducible`: none of them can be spared. `fewest`: no smaller number
    of groups does it. `cases` cover every pairing; absent where they would be too many.
    """

    kind: Literal["removals", "lock", "odd_group"]
    text: tuple[str, ...]
    removals: tuple[RemovalEntry, ...] = ()
    groups: tuple[Tiles, ...] = ()
    others: Tiles = ()
    cases: tuple[CaseEntry, ...] = ()
    deadlocks: tuple[DeadlockEntry, ...] = ()
    irreducible: bool = False
    fewest: bool = False
