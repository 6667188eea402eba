"""Random play over any search state: from where it stands, uniformly among its moves, until the goal or until none is left."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import ints
    from cython.cimports.pyrsolve.kernels.search_state import SearchState
else:
    from pyrsolve.kernels.memory import ints
    from pyrsolve.kernels.search_state import SearchState
from pyrsolve.kernels.memory import INT, zeros

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


class Playouts:
    """Counts `wins` of `plays`, and the `moves` made; draws are those of `pyrsolve.splitmix.SplitMix64` of the seed.

    The state must be one whose moves are the game's moves, and whose games end.
    """

    def __init__(self, state: SearchState, seed: int) -> None:
        self.state = state
        self.plays = 0
        self.wins = 0
        self.moves = 0
        self.drawn = seed & 0xFFFFFFFFFFFFFFFF
        self.room = 64
        self.path_store = zeros(INT, 64)
        self.path = ints(self.path_store)

    def below(self, n: cython.ulonglong) -> cython.ulonglong:
        """A uniform number in 0 .. n - 1."""
        z: cython.ulonglong
        rest: cython.ulonglong = (MASK % n + 1) % n  # 2^64 modulo n: the incomplete last block is drawn again
        while True:
            self.drawn = (self.drawn + GOLDEN) & MASK
            z = self.drawn
            z = ((z ^ (z >> 30)) * MIX_1) & MASK
            z = ((z ^ (z >> 27)) * MIX_2) & MASK
            z = z ^ (z >> 31)
            if rest == 0 or z <= MASK - rest:
                return z % n

    def run(self, plays: cython.longlong) -> None:
        """Play so many games more; the state stands where it stood afterwards."""
        k: cython.longlong
        for k in range(plays):  # noqa: B007
            self.plays += 1
            if self.play():
                self.wins += 1

    def play(self) -> cython.bint:
        """One game; whether it was won."""
        state: SearchState = self.state
        depth: cython.longlong = 0
        count: cython.int
        move: cython.int
        won: cython.bint = False
        while True:
            if state.goal():
                won = True
                break
            count = state.moves()
            if count == 0:
                break
            move = state.move[self.below(count)]
            if depth == self.room:
                self.path_store.extend(zeros(INT, self.room))
                self.room *= 2
                self.path = ints(self.path_store)
            self.path[depth] = move
            depth += 1
            state.apply(move)
        self.moves += depth
        while depth:
            depth -= 1
            state.undo(self.path[depth])
        return won
