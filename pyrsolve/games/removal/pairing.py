"""The pairing problem: the form of a removal deal that the pairing search, the models and the graphs read."""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from pyrsolve.games.removal.tables import Tables


@dataclass(frozen=True, slots=True)
class PairingProblem:
    """Geometry tables of all tiles, the tiles already gone, and the allowed pairs of the others.

    `pairs` is flat: ``i, j`` with ``i < j``, in ascending order of ``(i, j)``; variable k of a refutation is pair k, from 1.
    `odd` lists the match groups (connected components of allowed pairs, tiles without a partner included) of odd size:
    empty unless the deal was read with ``allow_odd``.
    """

    tables: Tables
    removed: tuple[int, ...]
    pairs: array[int]
    odd: tuple[tuple[int, ...], ...] = ()
