"""A refutation as the kernel gives it: sequences over arrays and masks, turned into sets and tuples only when read."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, overload

from pyrsolve.outcome import Step


class DeadlockSets(Sequence[frozenset[int]]):
    """Sets of tiles, kept as `masks` (bit i is tile i)."""

    def __init__(self, masks: tuple[int, ...]) -> None:
        self.masks = masks

    def __len__(self) -> int:
        return len(self.masks)

    @overload
    def __getitem__(self, place: int) -> frozenset[int]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[frozenset[int], ...]: ...
    def __getitem__(self, place: int | slice) -> frozenset[int] | tuple[frozenset[int], ...]:
        if isinstance(place, slice):
            return tuple(map(tiles_of, self.masks[place]))
        return tiles_of(self.masks[place])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self.masks)

    def __repr__(self) -> str:
        return repr(tuple(self))


class Steps(Sequence[Step]):
    """LRAT steps over flat arrays: literals and hints, and where those of each step begin (one more entry at the end)."""

    def __init__(self, lits: array[int], lits_first: array[int], hints: array[int], hints_first: array[int]) -> None:
        self._arrays = (lits, lits_first, hints, hints_first)

    def __len__(self) -> int:
        return len(self._arrays[1]) - 1

    @overload
    def __getitem__(self, place: int) -> Step: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, place: int | slice) -> Step | tuple[Step, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        lits, lits_first, hints, hints_first = self._arrays
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(place)
        return (
            tuple(lits[lits_first[place] : lits_first[place + 1]]),
            tuple(hints[hints_first[place] : hints_first[place + 1]]),
        )

    def __iter__(self) -> Iterator[Step]:
        lits, lits_first, hints, hints_first = self._arrays
        all_lits, all_hints = tuple(lits), tuple(hints)
        for a, b, c, d in zip(lits_first, lits_first[1:], hints_first, hints_first[1:], strict=False):
            yield all_lits[a:b], all_hints[c:d]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(map(bytes, self._arrays)))

    def __repr__(self) -> str:
        return repr(tuple(self))


def tiles_of(mask: int) -> frozenset[int]:
    """The tiles of a mask."""
    tiles = []
    while mask:
        low = mask & -mask
        tiles.append(low.bit_length() - 1)
        mask ^= low
    return frozenset(tiles)


def masks_of(deadlocks: Sequence[frozenset[int]]) -> Sequence[int]:
    """The masks of any sequence of sets."""
    kept: Any = getattr(deadlocks, "masks", None)
    return kept if kept is not None else [sum(1 << tile for tile in tiles) for tiles in deadlocks]
