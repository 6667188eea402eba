"""The search state of pair removal: which tiles are gone, and which pairs are still to be thought of.

Without reductions a position is the set of tiles that are gone and a move removes a pair: the rules, compiled. With them
the search sees the same game through three facts, all from "removing tiles only ever frees others":

- *A group whose remaining tiles are all free is taken at once*, paired in any way: whatever clears the board, with these
  pairs taken first it still does, since nothing that was free is blocked by it.
- *The order of removals never matters.* If some line wins with the pair {a, b} and both are free, the line with {a, b} first
  wins too. So the question at a position is not which pair to remove next but whether a pair is ever used: it is removed as
  soon as both its tiles are free, or it is forbidden for good. No set of pairs is reached twice in different orders.
- *Every tile is in exactly one pair*: a tile with one partner left is decided, which forbids that partner to all others.
  Four tiles left to be paired have three pairings, so forbidding one pair forbids the pair of the other two.

Lost is what the relaxed closure of `pyrsolve.kernels.closure` cannot clear: a tile goes once it is free and some partner
that is not forbidden is free or gone. It takes away at least what any line of play can.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.closure import Closure
    from cython.cimports.pyrsolve.kernels.memory import doubles, ints, lowest_bit, words
    from cython.cimports.pyrsolve.kernels.search_state import SearchState
else:
    from pyrsolve.kernels.closure import Closure
    from pyrsolve.kernels.memory import doubles, ints, lowest_bit, words
    from pyrsolve.kernels.search_state import SearchState
from pyrsolve.kernels.memory import INT, WORD, reals, zeros

if TYPE_CHECKING:
    from pyrsolve.games.removal.pairing import PairingProblem

COVERS = cython.declare(cython.int, 0xFFFF)
LEFT = cython.declare(cython.int, 0xFF0000)
RIGHT = cython.declare(cython.int, 0x1000000)
NEVER = cython.declare(cython.int, 0x7FFF)
SWITCH_AFTER = cython.declare(cython.int, 300)
GROWTH = cython.declare(cython.double, 1.0526)
LARGE = cython.declare(cython.double, 1e100)
FIRST_TURN = 1000
"""Nodes before the first new beginning."""
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


class RemovalState(SearchState):
    """A removal deal; the arrays are those of `pyrsolve.games.removal.pairing.PairingProblem` and its tables.

    `odd`: whether some match group is odd, so that the deal is lost and only the plain search makes sense. Move ``2 k`` is
    "pair k is used" (without reductions: now), ``2 k + 1`` "pair k is never used".
    """

    def __init__(
        self,
        counter: array[int],
        first: array[int],
        target: array[int],
        delta: array[int],
        removed: array[int],
        pairs: array[int],
        odd: bool = False,
        reductions: bool = True,
    ) -> None:
        n: cython.int = len(counter)
        m: cython.int = len(pairs) // 2
        self.pairs = m
        self.tile_words = (n + 63) // 64
        self.odd = odd
        self.reducing = reductions and not odd
        SearchState.__init__(self, max(2, m), self.tile_words + ((m + 63) // 64 if self.reducing else 0))
        self.board = Closure(counter, first, target, delta, removed, pairs)
        self.stores = [pairs if m else zeros(INT, 2)]
        self.pair = ints(self.stores[0])
        self.seed = words(self._keep(zeros(WORD, n)))
        self.frees = ints(self._keep(zeros(INT, n)))
        self.gone = words(self._keep(zeros(WORD, self.tile_words)))  # kept up to date without reductions only
        self.one = 1
        self.undecided = words(self._keep(zeros(WORD, self.board.groups)))
        self.decided = ints(self._keep(zeros(INT, n)))
        self.trail_tile = ints(self._keep(zeros(INT, 2 * m + n)))
        self.trail_mask = words(self._keep(zeros(WORD, 2 * m + n)))
        self.mark = ints(self._keep(zeros(INT, 3 * (m + 1))))
        self.activity_store = reals(m)
        self.activity = doubles(self.activity_store)
        self.bump = 1.0
        self.conflicts = 0
        self.restarts = FIRST_TURN if self.reducing else 0
        self.decisions = 0
        self.trailed = 0
        self.looked = 0
        self.marks = 0
        self.lost = odd
        self.hashed = 0
        i: cython.int
        state: cython.ulonglong = 0
        for i in range(n):
            state = (state + GOLDEN) & MASK
            self.seed[i] = mixed(state)
            self.hashed ^= mixed(self.seed[i] ^ self.board.allowed[i])
        for i in range(self.board.groups):
            self.undecided[i] = self.board.everyone[i]
        if not self.reducing:
            self.board.events = 0
            return
        for i in range(n):
            if self.board.bit[i]:
                self.look_at(i)
        for i in range(self.board.groups):
            self.square(i)
        self.follow()

    def _keep(self, store: array[int]) -> array[int]:
        self.stores.append(store)
        return store

    # --- moves -------------------------------------------------------------------------------------------------
    def moves(self) -> cython.int:
        """Every pair that can be removed; with reductions, one pair: used, or never used.

        At first it is one that can be removed now: the most active, and freeing a tile counts as much as one bump. After
        `SWITCH_AFTER` lost positions it may be any: the questions that matter come first, and the search begins again.
        """
        board: Closure = self.board
        k: cython.int
        a: cython.int
        b: cython.int
        g: cython.int
        both: cython.ulonglong
        removable: cython.bint
        count: cython.int = 0
        best: cython.int = -1
        score: cython.double
        highest: cython.double = 0
        if self.lost and self.reducing:
            return 0
        if not self.reducing:
            for k in range(self.pairs):
                a = self.pair[2 * k]
                g = board.group[a]
                both = board.bit[a] | board.bit[self.pair[2 * k + 1]]
                if board.base_free[g] & ~board.base_gone[g] & both == both:
                    self.move[count] = 2 * k
                    count += 1
            return count
        for k in range(board.tiles):
            self.frees[k] = -1
        for k in range(self.pairs):
            a = self.pair[2 * k]
            b = self.pair[2 * k + 1]
            g = board.group[a]
            if (board.allowed[a] & board.bit[b]) == 0 or (self.undecided[g] & board.bit[a]) == 0:
                continue
            both = board.bit[a] | board.bit[b]
            removable = (board.base_free[g] & both) == both
            if not removable and self.conflicts < SWITCH_AFTER:
                continue
            score = self.activity[k]
            if removable:
                score += self.bump * (self.freed_by(a) + self.freed_by(b))
            if best < 0 or score > highest:
                best = k
                highest = score
        if best >= 0:
            self.move[0] = 2 * best
            self.move[1] = 2 * best + 1
            count = 2
        return count

    def freed_by(self, u: cython.int) -> cython.int:
        """How many tiles become free when tile u goes; kept until the next `moves`."""
        board: Closure = self.board
        k: cython.int
        c: cython.int
        count: cython.int = 0
        if self.frees[u] < 0 or not self.reducing:
            for k in range(board.first[u], board.first[u + 1]):
                c = board.base_counter[board.target[k]] - board.delta[k]
                if (c & COVERS) == 0 and ((c & LEFT) == 0 or c < RIGHT):
                    count += 1
            self.frees[u] = count
        return self.frees[u]

    def order(self, move: cython.int) -> cython.int:
        """What frees most first, "never used" last."""
        k: cython.int = move >> 1
        if move & 1:
            return -1
        return self.freed_by(self.pair[2 * k]) + self.freed_by(self.pair[2 * k + 1])

    def apply(self, move: cython.int) -> None:
        """Use or forbid a pair, and do whatever follows from it."""
        board: Closure = self.board
        a: cython.int = self.pair[move & -2]
        b: cython.int = self.pair[move | 1]
        self.mark[3 * self.marks] = self.trailed
        self.mark[3 * self.marks + 1] = self.decisions
        self.mark[3 * self.marks + 2] = board.ordered
        self.marks += 1
        if move & 1:
            self.narrow(a, board.allowed[a] & ~board.bit[b])
            self.narrow(b, board.allowed[b] & ~board.bit[a])
            self.square(board.group[a])
        else:
            self.decide(a, b)
        if self.reducing:
            self.follow()
        else:
            board.order[board.ordered] = a
            board.order[board.ordered + 1] = b
            board.ordered += 2
            board.take(
                board.base_counter, board.base_free, board.base_gone, board.group[a], board.bit[a] | board.bit[b]
            )
            board.events = 0
            self.narrow(a, 0)
            self.narrow(b, 0)
            self.gone[a >> 6] |= self.one << (a & 63)
            self.gone[b >> 6] |= self.one << (b & 63)

    def undo(self, move: cython.int) -> None:
        """Take `move` back, with what followed from it."""
        board: Closure = self.board
        t: cython.int
        self.marks -= 1
        while self.trailed > self.mark[3 * self.marks]:
            self.trailed -= 1
            t = self.trail_tile[self.trailed]
            self.hashed ^= mixed(self.seed[t] ^ board.allowed[t]) ^ mixed(self.seed[t] ^ self.trail_mask[self.trailed])
            board.allowed[t] = self.trail_mask[self.trailed]
        while self.decisions > self.mark[3 * self.marks + 1]:
            self.decisions -= 1
            t = self.decided[self.decisions]
            self.undecided[board.group[t]] |= board.bit[t]
            board.mate[t] = -1
        while board.ordered > self.mark[3 * self.marks + 2]:
            board.ordered -= 1
            self.put_back(board.order[board.ordered])
        self.looked = self.trailed
        self.lost = self.odd

    def put_back(self, u: cython.int) -> None:
        """Undo what `Closure.take` did for one tile."""
        board: Closure = self.board
        k: cython.int
        t: cython.int
        c: cython.int
        g: cython.int
        board.base_gone[board.group[u]] &= ~board.bit[u]
        self.gone[u >> 6] &= ~(self.one << (u & 63))
        board.base_counter[board.tiles] += 1
        for k in range(board.first[u], board.first[u + 1]):
            t = board.target[k]
            c = board.base_counter[t] + board.delta[k]
            g = board.group[t]
            if board.base_free[g] & board.bit[t]:
                c = (board.base_counter[t] & ~COVERS) + board.delta[k]  # a free tile has no covers, only the mark
                if (c & COVERS) == 0 and ((c & LEFT) == 0 or c < RIGHT):
                    c |= NEVER
                else:
                    board.base_free[g] &= ~board.bit[t]
            board.base_counter[t] = c

    # --- what follows ------------------------------------------------------------------------------------------
    def narrow(self, t: cython.int, mask: cython.ulonglong) -> None:
        """Leave tile t only the partners in `mask`."""
        board: Closure = self.board
        old: cython.ulonglong = board.allowed[t]
        if old == mask:
            return
        self.trail_tile[self.trailed] = t
        self.trail_mask[self.trailed] = old
        self.trailed += 1
        self.hashed ^= mixed(self.seed[t] ^ old) ^ mixed(self.seed[t] ^ mask)
        board.allowed[t] = mask

    def decide(self, a: cython.int, b: cython.int) -> None:
        """Tiles a and b are paired with each other: nothing else is with either."""
        board: Closure = self.board
        g: cython.int = board.group[a]
        both: cython.ulonglong = board.bit[a] | board.bit[b]
        others: cython.ulonglong
        t: cython.int
        self.decided[self.decisions] = a
        self.decided[self.decisions + 1] = b
        self.decisions += 2
        self.undecided[g] &= ~both
        board.mate[a] = b
        board.mate[b] = a
        self.narrow(a, board.bit[b])
        self.narrow(b, board.bit[a])
        others = self.undecided[g]
        while others:
            t = board.member[board.group_first[g] + lowest_bit(others)]
            others &= others - 1
            self.narrow(t, board.allowed[t] & ~both)
        if self.reducing:
            board.stack[board.events] = a  # for `settle` to take both, if they are free
            board.events += 1
            self.square(g)

    def square(self, g: cython.int) -> None:
        """Where four tiles of a group are undecided, a pair is possible only if the pair of the other two is."""
        board: Closure = self.board
        start: cython.int = board.group_first[g]
        four: cython.ulonglong = self.undecided[g]
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        k: cython.int
        a = lowest_bit(four) if four else 0
        four &= four - 1
        b = lowest_bit(four) if four else 0
        four &= four - 1
        c = lowest_bit(four) if four else 0
        four &= four - 1
        d = lowest_bit(four) if four else 0
        if four == 0 or four & (four - 1):
            return
        a = board.member[start + a]
        b = board.member[start + b]
        c = board.member[start + c]
        d = board.member[start + d]
        for k in range(3):
            if board.allowed[a] & board.bit[b] and (board.allowed[c] & board.bit[d]) == 0:
                self.narrow(a, board.allowed[a] & ~board.bit[b])
                self.narrow(b, board.allowed[b] & ~board.bit[a])
            elif board.allowed[c] & board.bit[d] and (board.allowed[a] & board.bit[b]) == 0:
                self.narrow(c, board.allowed[c] & ~board.bit[d])
                self.narrow(d, board.allowed[d] & ~board.bit[c])
            if k == 0:
                b, c = c, b
            else:
                b, d = d, b

    def look_at(self, t: cython.int) -> None:
        """Decide tile t if it has one partner left; the position is lost if it has none."""
        board: Closure = self.board
        mask: cython.ulonglong = board.allowed[t]
        if (self.undecided[board.group[t]] & board.bit[t]) == 0:
            return
        if mask == 0:
            self.lost = True
        elif mask & (mask - 1) == 0:
            self.decide(t, board.member[board.group_first[board.group[t]] + lowest_bit(mask)])

    def follow(self) -> None:
        """Draw all conclusions from the pairs forbidden since the last time, and take off the board what is certain."""
        board: Closure = self.board
        k: cython.int
        settled: cython.int = board.ordered
        while self.looked < self.trailed and not self.lost:
            self.looked += 1
            self.look_at(self.trail_tile[self.looked - 1])
        self.looked = self.trailed
        if self.lost:
            board.events = 0
            return
        board.settle()
        for k in range(settled, board.ordered):
            self.narrow(board.order[k], 0)  # so that how a tile was paired is forgotten once it is gone
        self.looked = self.trailed

    # --- what the search asks ----------------------------------------------------------------------------------
    def hash(self) -> cython.ulonglong:
        """One SplitMix64 number for every tile and the partners it has left, all of them XORed."""
        return self.hashed

    def write_key(self) -> None:
        """The tiles that are gone; with reductions, the pairs still possible too."""
        board: Closure = self.board
        k: cython.int
        t: cython.int
        one: cython.ulonglong = 1
        at: cython.int = self.tile_words
        if not self.reducing:
            for k in range(self.tile_words):
                self.word[k] = self.gone[k]
            return
        for k in range(self.key_words):
            self.word[k] = 0
        for t in range(board.tiles):
            if board.bit[t] & board.base_gone[board.group[t]]:
                self.word[t >> 6] |= one << (t & 63)
        if self.reducing:
            for k in range(self.pairs):
                if board.allowed[self.pair[2 * k]] & board.bit[self.pair[2 * k + 1]]:
                    self.word[at + (k >> 6)] |= one << (k & 63)

    def goal(self) -> cython.bint:
        """Whether every tile is gone."""
        return self.board.base_counter[self.board.tiles] == 0

    def prune(self) -> cython.bint:
        """Whether the relaxed closure leaves tiles behind."""
        if self.lost:
            return True
        if self.board.relax():
            return False
        if self.reducing:
            self.blame()
        return True

    def blame(self) -> None:
        """Raise the activity of the forbidden pairs that hold the closure back, later ones more."""
        board: Closure = self.board
        k: cython.int
        a: cython.int
        g: cython.int
        both: cython.ulonglong
        self.conflicts += 1
        for k in range(self.pairs):
            a = self.pair[2 * k]
            g = board.group[a]
            both = board.bit[a] | board.bit[self.pair[2 * k + 1]]
            if (
                (board.work_free[g] & ~board.base_gone[g] & both) == both
                and (board.work_gone[g] & both) != both
                and (board.allowed[a] & both) == 0
            ):
                self.activity[k] += self.bump
        self.bump *= GROWTH
        if self.bump > LARGE:
            for k in range(self.pairs):
                self.activity[k] /= LARGE
            self.bump /= LARGE

    def left(self) -> cython.int:
        """The tiles that are still there."""
        return self.board.base_counter[self.board.tiles]

    def bound(self) -> cython.int:
        """Exactly how many pairs are left."""
        return (self.board.base_counter[self.board.tiles] + 1) // 2

    def line(self) -> list[Any]:
        """The pairs ``(i, j)`` removed so far, forced ones among them."""
        order = self.board.order
        return [(order[k], order[k + 1]) for k in range(0, self.board.ordered, 2)]


def mixed(z: cython.ulonglong) -> cython.ulonglong:
    """The finalizer of SplitMix64."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def removal_state(problem: PairingProblem, reductions: bool = True) -> RemovalState:
    """The search state of a pairing problem."""
    made = problem.tables
    removed = array("i", problem.removed)
    odd = bool(problem.odd)
    return RemovalState(made.counter, made.first, made.target, made.delta, removed, problem.pairs, odd, reductions)
