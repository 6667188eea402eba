"""How fast this machine is at the moment: CPU time of a piece of work that never changes."""

from __future__ import annotations

import time
from typing import Any

from pyrsolve.games.base import Deal, Game

CLOSURES = 10_000
RUNS = 3
LONG = 0.5  # seconds: uncompiled, one run says enough


def calibrate(game: Game[Any, Any], deal: Deal) -> float:
    """CPU milliseconds of `CLOSURES` closures of the board of a removal deal: the best of some runs.

    Raises RuntimeError where a closure leaves a tile: then it is other work, and no figure to compare with.
    """
    from pyrsolve.kernels.calibration import closures

    tables = game.pairing_problem(deal).tables
    best = float("inf")
    for _ in range(RUNS):
        began = time.process_time()
        went = closures(tables.counter, tables.first, tables.target, tables.delta, CLOSURES)
        best = min(best, time.process_time() - began)
        if went != CLOSURES * len(tables.counter):
            raise RuntimeError(f"{CLOSURES} closures removed {went} tiles, not all of them")
        if best > LONG:
            break
    return 1000 * best
