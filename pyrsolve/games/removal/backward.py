"""Deals that are built backwards: the bare board is peeled pair by pair, and each pair gets two faces that match.

Such a deal is won by the line that built it. It is also easier than a fair one: a line that random peeling finds is one that
random play finds too.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyrsolve.errors import DataError
from pyrsolve.games.removal.tables import Tables
from pyrsolve.splitmix import SplitMix64

COVERS, LEFT, RIGHT = 0xFFFF, 0xFF0000, 0x1000000
TRIES = 1000
"""Peelings that end with tiles that cannot go are given up and begun again, so many times."""


def peel(tables: Tables, random: SplitMix64, removed: Sequence[int] = ()) -> list[tuple[int, int]]:
    """A random order in which pairs of free tiles clear the bare board, each pair ``i < j``; of the free ones any two are as
    likely. `removed` tiles are gone before. Raises DataError where none is found: an odd number of tiles, or a shape
    that hardly any order clears.
    """
    if (len(tables.counter) - len(removed)) % 2:
        raise DataError("the layout has an odd number of tiles: no deal on it can be cleared")
    for _ in range(TRIES):
        line = _peel_once(tables, random, removed)
        if line is not None:
            return line
    raise DataError(
        f"the layout could not be taken apart in pairs in {TRIES} random tries: no deal is built on it backwards"
    )


def _peel_once(tables: Tables, random: SplitMix64, removed: Sequence[int]) -> list[tuple[int, int]] | None:
    counter = list(tables.counter)
    for tile in removed:
        for at in range(tables.first[tile], tables.first[tile + 1]):
            counter[tables.target[at]] -= tables.delta[at]
    gone = set(removed)
    free = [tile for tile, count in enumerate(counter) if _is_free(count) and tile not in gone]
    line = []
    while len(free) > 1:
        one = free.pop(random.below(len(free)))
        other = free.pop(random.below(len(free)))
        line.append((min(one, other), max(one, other)))
        gone.update((one, other))
        for tile in (one, other):
            for at in range(tables.first[tile], tables.first[tile + 1]):
                target = tables.target[at]
                before = counter[target]
                counter[target] -= tables.delta[at]
                if _is_free(counter[target]) and not _is_free(before) and target not in gone:
                    free.append(target)
    return line if len(gone) == len(counter) else None


def _is_free(count: int) -> bool:
    return count & COVERS == 0 and (count & LEFT == 0 or count < RIGHT)


def laid(line: Sequence[tuple[int, int]], pairs: Sequence[tuple[str, str]], random: SplitMix64) -> dict[int, str]:
    """The face of each tile of a board that `line` clears: the `pairs` of matching faces laid along it at random."""
    mixed = list(pairs)
    random.shuffle(mixed)
    faces = {}
    for (i, j), (one, other) in zip(line, mixed, strict=True):
        if random.below(2):
            one, other = other, one
        faces[i], faces[j] = one, other
    return faces
