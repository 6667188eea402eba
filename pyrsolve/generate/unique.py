"""Whether a removal deal is won by one pairing only.

A deal has a second winning pairing exactly when it can be won without one of the pairs of the first. So each pair of the first is
forbidden in turn; where that leaves it winnable, its match group is *open*.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyrsolve.analysis.extension import Budget, Extensions
from pyrsolve.analysis.traps import normal
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Limits


def open_groups(game: Game[Any, Any], deal: Deal, line: Sequence[Any], most: int | None = None) -> int:
    """How many pairs of the winning `line` the deal can be won without; no more than ``most + 1`` are counted.

    Of a match group of four one pair speaks for both. Raises UnsupportedError for games without pairs.
    """
    if Form.PAIRING_PROBLEM not in game.forms():
        raise UnsupportedError(f"the game {game.name!r} has no pairings, so none can be the only one")
    extensions = Extensions(game, deal, Budget(Limits()))
    pairs = normal(line)
    extensions.learn_of(pairs)
    found = 0
    spoken_for: set[int] = set()
    for i, j in pairs:
        partners = extensions.partners[i]
        if len(partners) == 1 or i in spoken_for:
            continue  # it has no other partner, or the other pair of its four was asked about
        if len(partners) == 3:
            spoken_for.update(partners)
        if extensions.winnable((), without=(i, j)):
            found += 1
            if most is not None and found > most:
                break
    return found
