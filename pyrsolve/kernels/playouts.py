"""Random games over any search state: how many are won, and what Knuth's estimates make of them.

Each game walks from where the state stands to where no move is left. Its *weight* is the product of the numbers of moves that
it had to choose from: the expected sum of the weights along the way is the number of lines of play. Knuth, "Estimating the
efficiency of backtrack programs", Mathematics of Computation 29 (1975).
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import codes, doubles, ints
    from cython.cimports.pyrsolve.kernels.search_state import SearchState
else:
    from pyrsolve.kernels.memory import codes, doubles, ints
    from pyrsolve.kernels.search_state import SearchState
from pyrsolve.kernels.memory import CODE, INT, reals, zeros

MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
NODES = cython.declare(cython.int, 0)
ENDS = cython.declare(cython.int, 1)
WINS = cython.declare(cython.int, 2)


class Playouts:
    """Counts `wins` of `plays`, and the `moves` made; draws are those of `pyrsolve.splitmix.SplitMix64` of the seed.

    The state must be one whose moves are the game's moves, and whose games end. `careful`: no move after which the state
    knows that the game is lost, unless there is no other.
    """

    def __init__(self, state: SearchState, seed: int, careful: bool = False) -> None:
        self.state = state
        self.careful = careful
        self.random = seed & 0xFFFFFFFFFFFFFFFF
        self.plays = 0
        self.wins = 0
        self.moves = 0
        self.line_room = 64
        self.line_store = zeros(INT, self.line_room)
        self.line = ints(self.line_store)
        self.choice_store = zeros(INT, state.most_moves)
        self.choice = ints(self.choice_store)
        self.sum_store = reals(6)
        self.sums = doubles(self.sum_store)
        self.left_room = 1
        self.left_store = zeros(CODE, 1)
        self.left = codes(self.left_store)

    def below(self, n: cython.int) -> cython.int:
        """A uniform number from 0 to n - 1."""
        size: cython.ulonglong = n
        rest: cython.ulonglong = (MASK % size + 1) % size  # 2^64 modulo n: the incomplete last block is drawn again
        z: cython.ulonglong
        while True:
            self.random = (self.random + GOLDEN) & MASK
            z = self.random
            z = ((z ^ (z >> 30)) * MIX_1) & MASK
            z = ((z ^ (z >> 27)) * MIX_2) & MASK
            z = (z ^ (z >> 31)) & MASK
            if rest == 0 or z <= MASK - rest:
                return cython.cast(cython.int, z % size)

    def run(self, plays: cython.longlong) -> None:
        """Play so many games more; the state stands where it stood afterwards."""
        state: SearchState = self.state
        depth: cython.int
        count: cython.int
        move: cython.int
        k: cython.int
        left: cython.int
        weight: cython.double
        nodes: cython.double
        won: cython.bint
        while plays > 0:
            plays -= 1
            depth = 0
            weight = 1.0
            nodes = 1.0
            while True:
                won = state.goal()
                count = 0 if won else state.moves()
                if count == 0:
                    break
                for k in range(count):
                    self.choice[k] = state.move[k]
                if self.careful:
                    move = self.careful_choice(count)
                else:
                    move = self.choice[self.below(count)]
                    weight *= count
                    nodes += weight
                state.apply(move)
                if depth == self.line_room:
                    self.line_store.extend(zeros(INT, self.line_room))
                    self.line_room *= 2
                    self.line = ints(self.line_store)
                self.line[depth] = move
                depth += 1
            self.plays += 1
            if won:
                self.wins += 1
            else:
                left = state.left()
                if left >= 0:
                    if left >= self.left_room:
                        self.left_store.extend(zeros(CODE, left + 1 - self.left_room))
                        self.left_room = left + 1
                        self.left = codes(self.left_store)
                    self.left[left] += 1
            self.sums[NODES] += nodes
            self.sums[ENDS] += weight
            self.sums[3 + NODES] += nodes * nodes
            self.sums[3 + ENDS] += weight * weight
            if won:
                self.sums[WINS] += weight
                self.sums[3 + WINS] += weight * weight
            self.moves += depth
            while depth:
                depth -= 1
                state.undo(self.line[depth])

    def careful_choice(self, count: cython.int) -> cython.int:
        """A random one of the moves after which nothing is known to be lost; any where there is none."""
        state: SearchState = self.state
        tried: cython.int = 0
        k: cython.int
        move: cython.int
        lost: cython.bint
        while tried < count:
            k = tried + self.below(count - tried)
            move = self.choice[k]
            self.choice[k] = self.choice[tried]
            self.choice[tried] = move
            tried += 1
            state.apply(move)
            lost = state.prune()
            state.undo(move)
            if not lost:
                return move
        return self.choice[self.below(count)]

    def sums_and_squares(self) -> list[float]:
        """Sums of the three estimates, then their squares'."""
        return list(self.sum_store)

    def lost_by_left(self) -> dict[int, int]:
        """Lost games by how much was left."""
        return {left: count for left, count in enumerate(self.left_store) if count}
