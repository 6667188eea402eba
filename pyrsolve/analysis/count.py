"""Counts what can happen in one deal: positions, dead ends, lines and pairings that win. Exact, or cut short and said so."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from pyrsolve.backends.base import Stopwatch
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Limits, StopReason, Timing

if TYPE_CHECKING:
    from pyrsolve.games.removal.pairing import PairingProblem
    from pyrsolve.kernels.counting import Counting
    from pyrsolve.kernels.pairing_count import PairingCount

MEMORY = 1 << 30
"""Bytes where no limit is given."""
STEP = 20_000
"""Moves between two looks at the clock: some milliseconds compiled."""
CIRCLE, FULL = 4, 3
LARGE = 2**61
SMALL = 2**31
MARGIN = 4
"""The primes are enough when their product is so many times the rough number: rounding never comes near."""


@dataclass(kw_only=True)
class Count:
    """What was counted from the deal's start, both it and won positions being positions.

    Exact where `stopped` is None; else what was met before the limit. `winning_sequences`: lines of moves that win;
    `winning_pairings`: ways to pair all tiles so that they clear the board in some order, None where the game has no pairs or
    a limit stopped that count (`pairings_stopped`). `winnable`: positions from which the game can be won.
    """

    positions: int
    dead_ends: int
    dead_ends_by_tiles_left: dict[int, int] = field(default_factory=dict)
    winnable: int | None = None
    winning_sequences: int | None = None
    winning_pairings: int | None = None
    pairings_stopped: StopReason | None = None
    moves: int = 0
    bytes: int = 0
    stopped: StopReason | None = None
    timing: Timing | None = None

    @property
    def lost(self) -> int | None:
        """Positions from which the game cannot be won, dead ends among them."""
        return None if self.winnable is None else self.positions - self.winnable


def count(game: Game[Any, Any], deal: Deal, limits: Limits, *, pairings: bool = True) -> Count:
    """Count a deal. A node is a move followed; `memory` (default 1 GB) bounds the table of positions.

    Raises UnsupportedError for games without a search state, and for such as can come back to a position.
    """
    if Form.SEARCH_STATE not in game.forms():
        raise UnsupportedError(f"the game {game.name!r} has no search state: nothing can be counted")
    watch = Stopwatch()
    poll = limits.stopper()
    primes = 3
    while True:
        counting, stopped = _positions(game, deal, limits, poll, primes)
        if stopped is not None:
            break
        enough = _primes_for(counting.lines(), LARGE)
        if enough <= primes:
            break
        primes = enough
    found = Count(
        positions=counting.positions(),
        dead_ends=counting.dead_ends,
        dead_ends_by_tiles_left=counting.dead_ends_by_left(),
        moves=counting.edges,
        bytes=counting.bytes(),
        stopped=stopped,
    )
    if stopped is None:
        found.winnable = counting.winnable
        found.winning_sequences = _whole(counting.residues(), _primes(LARGE, primes))
        del counting
        if pairings:
            _count_pairings(game, deal, limits, poll, found)
    found.timing = watch.timing()
    return found


def _positions(
    game: Game[Any, Any], deal: Deal, limits: Limits, poll: Callable[[], StopReason | None], primes: int
) -> tuple[Counting, StopReason | None]:
    from pyrsolve.kernels.counting import Counting

    state = game.search_state(deal, reductions=False)
    counting = Counting(state, MEMORY if limits.memory is None else limits.memory, _primes(LARGE, primes))
    stopped = poll()
    while stopped is None and counting.status == 0:
        step = STEP if limits.nodes is None else min(STEP, limits.nodes - counting.edges)
        if step <= 0:
            stopped = StopReason.NODES
        elif counting.run(step) == 0:
            stopped = poll()
    if counting.status == CIRCLE:
        raise UnsupportedError(f"the game {game.name!r} can come back to a position: its lines cannot be counted")
    if counting.status == FULL:
        stopped = StopReason.MEMORY
    return counting, stopped


def winning_pairings(
    problem: PairingProblem, limits: Limits, poll: Callable[[], StopReason | None] | None = None
) -> int | None:
    """The number of pairings that clear the board of a pairing problem; None where the limits do not suffice."""
    if problem.odd:
        return 0
    poll = poll or limits.stopper()
    from pyrsolve.kernels.pairing_count import PairingCount

    tables = problem.tables
    primes = _primes(SMALL, _primes_for(_most_pairings(problem), SMALL))
    counting: PairingCount = PairingCount(
        tables.counter,
        tables.first,
        tables.target,
        tables.delta,
        array("i", problem.removed),
        problem.pairs,
        MEMORY if limits.memory is None else limits.memory,
        primes,
    )
    while counting.status == 0 and poll() is None:
        counting.run(STEP)
    return _whole(counting.residues(), primes) if counting.status == 1 else None


def _count_pairings(
    game: Game[Any, Any], deal: Deal, limits: Limits, poll: Callable[[], StopReason | None], found: Count
) -> None:
    if Form.PAIRING_PROBLEM not in game.forms():
        return
    found.winning_pairings = winning_pairings(game.pairing_problem(deal), limits, poll)
    if found.winning_pairings is None:
        found.pairings_stopped = poll() or StopReason.MEMORY


def _most_pairings(problem: PairingProblem) -> int:
    """No deal has more pairings: the product over the match groups of (r - 1)!!."""
    from pyrsolve.analysis.locks import components

    return prod(prod(range(1, len(group), 2)) for group in components(problem.pairs))


def _primes_for(size: float, below: int) -> int:  # sizes may be integers beyond any float
    """How many primes just below a number tell sizes up to `size` apart."""
    needed, product = 1, below
    while product < MARGIN * size:
        needed += 1
        product *= below // 2
    return needed


def _primes(below: int, wanted: int) -> list[int]:
    """The largest primes below a number."""
    found: list[int] = []
    candidate = below - 1
    while len(found) < wanted:
        if _is_prime(candidate):
            found.append(candidate)
        candidate -= 2
    return found


def _is_prime(n: int) -> bool:
    """Miller-Rabin with the bases that are a proof below 2^64 (Sinclair, 2011)."""
    d, twos = n - 1, 0
    while d % 2 == 0:
        d, twos = d // 2, twos + 1
    for base in (2, 325, 9375, 28178, 450775, 9780504, 1795265022):
        x = pow(base % n, d, n) if base % n else 1
        if x in (0, 1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def _whole(residues: list[int], primes: list[int]) -> int:
    """The number below the product of the primes that has these residues."""
    value, product = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        value += product * ((residue - value) * pow(product, -1, prime) % prime)
        product *= prime
    return value
