"""Whether a removal deal is won by one pairing only.

A deal has a second winning pairing exactly when it can be won without one of the pairs of the first. So each pair of the first is
forbidden in turn; where that leaves it winnable, its match group is *open*.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Form, Game

if TYPE_CHECKING:
    from pyrsolve.games.removal.pairing import PairingProblem

NO_LIMIT = 2**62
SOLVED = 1


def open_groups(game: Game[Any, Any], deal: Deal, line: Sequence[Any], most: int | None = None) -> int:
    """How many pairs of the winning `line` the deal can be won without; no more than ``most + 1`` are counted.

    Of a match group of four one pair speaks for both. Raises UnsupportedError for games without pairs.
    """
    if Form.PAIRING_PROBLEM not in game.forms():
        raise UnsupportedError(f"the game {game.name!r} has no pairings, so none can be the only one")
    problem = game.pairing_problem(deal)
    partners: dict[int, int] = {}
    for tile in problem.pairs:
        partners[tile] = partners.get(tile, 0) + 1
    found = 0
    spoken_for: set[int] = set()
    for i, j in line:
        if partners.get(i, 0) == 1 or i in spoken_for:
            continue  # it has no other partner
        if partners[i] == 3:
            spoken_for.update(_partners_of(problem, i))
        if _won_without(problem, i, j):
            found += 1
            if most is not None and found > most:
                break
    return found


def _partners_of(problem: PairingProblem, tile: int) -> Iterable[int]:
    ends = zip(problem.pairs[::2], problem.pairs[1::2], strict=True)
    return [j if i == tile else i for i, j in ends if tile in (i, j)]


def _won_without(problem: PairingProblem, i: int, j: int) -> bool:
    from pyrsolve.kernels.pairing import PairingSearch

    one, other = min(i, j), max(i, j)
    kept = array("i")
    for at in range(0, len(problem.pairs), 2):
        if problem.pairs[at] != one or problem.pairs[at + 1] != other:
            kept.extend(problem.pairs[at : at + 2])
    tables = problem.tables
    search = PairingSearch(tables.counter, tables.first, tables.target, tables.delta, array("i", problem.removed), kept)
    return search.run(NO_LIMIT, NO_LIMIT) == SOLVED
