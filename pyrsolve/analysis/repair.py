"""Makes a deal winnable: by the fewest swaps of faces, or by a reshuffle of what is left.

A lock (`pyrsolve.analysis.locks`) depends on where the tiles of its match groups lie, and on nothing else about faces: so any
sequence of swaps that helps moves one of these tiles. A permutation that moves a tile is a shortest product of swaps whose first
swap moves it. So it suffices to try, at every deal on the way, the swaps that touch its lock: where none of a length helps, the
fewest are more, and that is a proof.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pyrsolve import api
from pyrsolve.analysis.explain import explain
from pyrsolve.analysis.explanation import Kind
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Limits, Outcome, StopReason, Verdict
from pyrsolve.records.caps import MAX_GROUP
from pyrsolve.verify.replay import confirm

Swap = tuple[int, int]
LOCK_SECONDS = 0.5
"""For the lock of a deal on the way: the longer, the smaller, the fewer swaps to try."""
SHUFFLES = 2000
"""Random reshuffles tried before one is built backwards."""
EFFORT = 20_000
"""Closures for the question whether the shape can be cleared at all."""
REFUTED = 2


class OutOfTimeError(Exception):
    """The time for repairing is over."""


@dataclass(kw_only=True)
class Repair:
    """What was found: `deal` and its `witness`, or neither; `at_least` so many swaps are needed, proved.

    `possible` is False where no order of these faces can be won; `stopped`: a limit ended the search.
    """

    swaps: tuple[Swap, ...] = ()
    deal: Deal | None = None
    witness: tuple[Any, ...] | None = None
    at_least: int = 0
    tried: int = 0
    possible: bool = True
    stopped: StopReason | None = None

    @property
    def fewest(self) -> bool:
        """Whether no fewer swaps will do."""
        return self.deal is not None and len(self.swaps) == self.at_least


@dataclass
class _Search:
    game: Game[Any, Any]
    limits: Limits
    began: float = field(default_factory=time.monotonic)
    tried: int = 0
    stopped: StopReason | None = field(default=None)

    def decide(self, deal: Deal, proof: bool = False) -> Outcome:
        left = self.limits.since(self.began)
        self.stopped = left.stopper()()
        if self.stopped is not None:
            raise OutOfTimeError
        self.tried += 1
        outcome = api.solve(deal, limits=left, proof=proof)
        if outcome.verdict is Verdict.UNDECIDED:
            self.stopped = outcome.reason
            raise OutOfTimeError
        return outcome

    def find(self, deal: Deal, outcome: Outcome, depth: int) -> tuple[tuple[Swap, ...], Deal, Outcome] | None:
        """A shortest repair by exactly `depth` swaps of a lost deal that fewer do not repair; None where there is none."""
        for swap in swaps_at(self.game, deal, locked_places(self.game, deal, outcome)):
            changed = self.game.swapped(deal, *swap)
            decided = self.decide(changed, proof=depth > 1)
            if decided.verdict is Verdict.SOLVABLE:
                return (swap,), changed, decided
            if depth > 1:
                found = self.find(changed, decided, depth - 1)
                if found is not None:
                    return (swap, *found[0]), *found[1:]
        return None


def repair(game: Game[Any, Any], deal: Deal, limits: Limits, *, most: int = 3) -> Repair:
    """The fewest swaps of faces (at most `most`) with which the deal can be won; `limits` holds for all of it.

    Raises UnsupportedError for games whose deals have no faces to swap.
    """
    game.swappable(deal)  # or it says that this game has none
    search = _Search(game, limits)
    found = Repair()
    try:
        outcome = search.decide(deal, proof=True)
        if outcome.verdict is Verdict.SOLVABLE:
            found.deal, found.witness = deal, outcome.witness
        elif not can_be_won(game, deal):
            found.possible = False
        else:
            for depth in range(1, most + 1):
                found.at_least = depth
                best = search.find(deal, outcome, depth)
                if best is not None:
                    found.swaps, found.deal, found.witness = best[0], best[1], best[2].witness
                    break
            else:
                found.at_least = most + 1
    except OutOfTimeError:
        found.stopped = search.stopped
    found.tried = search.tried
    return _replayed(game, found)


def reshuffle(game: Game[Any, Any], deal: Deal, limits: Limits, seed: int = 1) -> Repair:
    """The faces of what is left laid anew at random, until it can be won: every winnable order is as likely.

    Where chance finds none, an order is built backwards. Raises UnsupportedError for games that have no faces to lay.
    """
    game.swappable(deal)
    search = _Search(game, limits)
    found = Repair()
    try:
        if not can_be_won(game, deal):
            found.possible = False
            return found
        for number in range(seed, seed + SHUFFLES):
            mixed: Deal = game.reshuffled(deal, number)
            outcome = search.decide(mixed)
            if outcome.verdict is Verdict.SOLVABLE:
                found.deal, found.witness = mixed, outcome.witness
                break
        else:
            found.deal, found.witness = game.reshuffled_backward(deal, seed)
    except OutOfTimeError:
        found.stopped = search.stopped
    found.tried = search.tried
    return _replayed(game, found)


def _replayed(game: Game[Any, Any], found: Repair) -> Repair:
    """What was found, its witness replayed by the reference rules."""
    if found.deal is not None and found.witness is not None:
        confirm(game, found.deal, found.witness, "the line found for the repaired deal")
    return found


def can_be_won(game: Game[Any, Any], deal: Deal) -> bool:
    """False only where no order of the faces can be won, proved: an odd match group, or a shape that no pairs clear.

    Some order can be won exactly when the board is cleared with all its tiles alike.
    """
    if Form.PAIRING_PROBLEM not in game.forms():
        return True
    from pyrsolve.kernels.pairing import PairingSearch
    from pyrsolve.kernels.pairs import all_pairs

    problem = game.pairing_problem(deal)
    if problem.odd:
        return False
    left = array("i", sorted(set(problem.pairs)))
    if len(left) > MAX_GROUP:
        return True
    tables, pairs = problem.tables, all_pairs(left, array("i", [len(left)]), len(problem.tables.counter))
    search = PairingSearch(
        tables.counter, tables.first, tables.target, tables.delta, array("i", problem.removed), pairs
    )
    return search.run(EFFORT, EFFORT) != REFUTED


def locked_places(game: Game[Any, Any], deal: Deal, outcome: Outcome) -> frozenset[int] | None:
    """The places of which a swap that helps must move one; None where that is not known."""
    try:
        lock = explain(game, deal, outcome, seconds=LOCK_SECONDS)
    except UnsupportedError:
        return None
    return frozenset(tile for group in lock.groups for tile in group) if lock.kind is Kind.LOCK else None


def swaps_at(game: Game[Any, Any], deal: Deal, places: frozenset[int] | None) -> Iterator[Swap]:
    """The swaps that change the deal and move one of `places` (None: any), those within the places first."""
    classes = game.swappable(deal)
    kind = {place: number for number, members in enumerate(classes) for place in members}
    chosen = sorted(kind if places is None else places)
    rest = sorted(set(kind) - set(chosen))
    for number, one in enumerate(chosen):
        for other in (*chosen[number + 1 :], *rest):
            if kind[one] != kind[other]:
                yield min(one, other), max(one, other)
