"""How many pairings clear a board: exact, by inclusion and exclusion over the pairs that can be removed now.

Removing tiles only ever frees others, so what matters of a position is which tiles are gone. Let f(S) be the number of pairings
of the tiles left at S that clear them. Such a pairing uses at least one of the pairs that are free now; and those that use all
of a set T of disjoint free pairs are as many as f(S + T), since they may as well be removed first. So f(S) is the sum over all T
that are not empty of f(S + T), with the sign of an odd or even number of pairs. Where all tiles left of a match group are free,
each of its pairings will do, and the group goes at once: (r - 1)!! ways for r tiles.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.closure import Closure
    from cython.cimports.pyrsolve.kernels.counting import Positions
    from cython.cimports.pyrsolve.kernels.memory import copy_ints, copy_words, ints, lowest_bit, words
else:
    from pyrsolve.kernels.closure import Closure
    from pyrsolve.kernels.counting import Positions
    from pyrsolve.kernels.memory import copy_ints, copy_words, ints, lowest_bit, words
from pyrsolve.kernels.memory import INT, WORD, zeros

RUNNING = cython.declare(cython.int, 0)
DONE = cython.declare(cython.int, 1)
FULL = cython.declare(cython.int, 3)
WIDE = cython.declare(cython.int, 5)
MOST_FREE = 62
"""Pairs free at once in groups that cannot go whole; a position with more of them is given up."""


class PairingCount:
    """Counts the winning pairings of one problem; arguments as `pyrsolve.kernels.closure.Closure`.

    `primes`: below 2^31, for the residues; `budget`: bytes for the table. Every group must be even.
    """

    def __init__(
        self,
        counter: array[int],
        first: array[int],
        target: array[int],
        delta: array[int],
        removed: array[int],
        pairs: array[int],
        budget: int,
        primes: list[int],
    ) -> None:
        n: cython.int = len(counter)
        self.board = Closure(counter, first, target, delta, removed, pairs)
        self.pairs = len(pairs) // 2
        self.pair_store = pairs if len(pairs) else zeros(INT, 2)
        self.pair = ints(self.pair_store)
        self.primes = len(primes)
        self.prime_store = array(WORD, primes)
        self.prime = words(self.prime_store)
        self.key_words = (n + 63) // 64
        self.key_store = zeros(WORD, self.key_words)
        self.key = words(self.key_store)
        self.value_store = zeros(WORD, self.primes)
        self.value = words(self.value_store)
        # with each position: residues, and whether it is finished
        self.table = Positions(self.key_words, self.primes + 1, budget)
        levels: cython.int = n // 2 + 2
        groups: cython.int = self.board.groups
        self.counter_store = zeros(INT, levels * (n + 1))
        self.free_store = zeros(WORD, levels * groups)
        self.gone_store = zeros(WORD, levels * groups)
        self.saved_counter = ints(self.counter_store)
        self.saved_free = words(self.free_store)
        self.saved_gone = words(self.gone_store)
        self.chosen_store = zeros(WORD, levels)
        self.chosen = words(self.chosen_store)
        self.frame_store = zeros(INT, 2 * levels)
        self.frame = ints(self.frame_store)  # number of the position, how many pairs are free in it
        self.option_store = zeros(INT, 2 * MOST_FREE * levels)
        self.option = ints(self.option_store)
        self.clash_store = zeros(WORD, MOST_FREE * levels)
        self.clash = words(self.clash_store)
        self.ways_store = zeros(WORD, 65 * self.primes)
        self.ways = words(self.ways_store)
        self.depth = 0
        self.positions = 0
        self.status = RUNNING
        k: cython.int
        r: cython.int
        for k in range(self.primes):
            self.ways[k] = 1
            for r in range(2, 65, 2):
                self.ways[r * self.primes + k] = self.ways[(r - 2) * self.primes + k] * (r - 1) % self.prime[k]
        self.board.events = 0
        for k in range(self.primes):
            self.value[k] = 1
        self.factor()
        self.first_store = self.value_store[:]  # of what goes at once at the start
        if self.board.base_counter[n] == 0:
            self.status = DONE
        else:
            self.enter()

    def factor(self) -> None:
        """Take off every complete group all of whose tiles are free; `value` is multiplied by its number of pairings."""
        board: Closure = self.board
        g: cython.int
        k: cython.int
        count: cython.int
        rest: cython.ulonglong
        left: cython.ulonglong
        moved: cython.bint = True
        while moved:
            moved = False
            for g in range(board.groups):
                rest = board.everyone[g] & ~board.base_gone[g]
                if rest == 0 or not board.complete[g] or rest & ~board.base_free[g]:
                    continue
                count = 0
                left = rest
                while left:
                    left &= left - 1
                    count += 1
                for k in range(self.primes):
                    self.value[k] = self.value[k] * self.ways[count * self.primes + k] % self.prime[k]
                board.take(board.base_counter, board.base_free, board.base_gone, g, rest)
                board.events = 0
                moved = True

    def write_key(self) -> None:
        """The tiles that are gone, of the base state."""
        board: Closure = self.board
        k: cython.int
        t: cython.int
        one: cython.ulonglong = 1
        for k in range(self.key_words):
            self.key[k] = 0
        for t in range(board.tiles):
            if board.bit[t] & board.base_gone[board.group[t]]:
                self.key[t >> 6] |= one << (t & 63)

    def enter(self) -> cython.bint:
        """Begin with the position of the base state, which nothing can be taken off at once; False where it is known already.

        Where it is, `value` is multiplied by its number of pairings.
        """
        board: Closure = self.board
        n: cython.int = board.tiles
        groups: cython.int = board.groups
        number: cython.longlong
        at: cython.longlong
        k: cython.int
        j: cython.int
        a: cython.int
        b: cython.int
        g: cython.int
        count: cython.int = 0
        base: cython.int
        both: cython.ulonglong
        one: cython.ulonglong = 1
        self.write_key()
        number = self.table.find(self.key)
        if number < 0:
            self.status = FULL
            return False
        at = number * self.table.stride + self.key_words
        if not self.table.fresh:
            for k in range(self.primes):
                self.value[k] = self.value[k] * self.table.word[at + k] % self.prime[k]
            return False
        for k in range(self.primes + 1):
            self.table.word[at + k] = 0
        self.positions += 1
        base = self.depth * MOST_FREE
        board.events = 0
        if board.relax():
            for k in range(self.pairs):
                a = self.pair[2 * k]
                b = self.pair[2 * k + 1]
                g = board.group[a]
                both = board.bit[a] | board.bit[b]
                if (board.base_free[g] & ~board.base_gone[g] & both) == both:
                    if count == MOST_FREE:
                        self.status = WIDE
                        return False
                    self.option[2 * (base + count)] = a
                    self.option[2 * (base + count) + 1] = b
                    self.clash[base + count] = 0
                    for j in range(count):
                        if (
                            self.option[2 * (base + j)] == a
                            or self.option[2 * (base + j)] == b
                            or self.option[2 * (base + j) + 1] == a
                            or self.option[2 * (base + j) + 1] == b
                        ):
                            self.clash[base + count] |= one << j
                            self.clash[base + j] |= one << count
                    count += 1
        board.events = 0
        if count == 0:  # lost
            self.table.word[at + self.primes] = 1
            for k in range(self.primes):
                self.value[k] = 0
            return False
        copy_ints(self.saved_counter, self.depth * (n + 1), board.base_counter, 0, n + 1)
        copy_words(self.saved_free, self.depth * groups, board.base_free, 0, groups)
        copy_words(self.saved_gone, self.depth * groups, board.base_gone, 0, groups)
        self.frame[2 * self.depth] = cython.cast(cython.int, number)
        self.frame[2 * self.depth + 1] = count
        self.chosen[self.depth] = 0
        self.depth += 1
        self.advance()
        return True

    def advance(self) -> cython.bint:
        """The next set of disjoint pairs of the position on top; False where there is none left."""
        top: cython.int = self.depth - 1
        base: cython.int = top * MOST_FREE
        count: cython.int = self.frame[2 * top + 1]
        mask: cython.ulonglong = self.chosen[top]
        one: cython.ulonglong = 1
        at: cython.int = 0
        while at < count and mask >> at:
            at += 1
        while True:
            while at < count:
                if (self.clash[base + at] & mask) == 0:
                    self.chosen[top] = mask | (one << at)
                    return True
                at += 1
            if mask == 0:
                self.chosen[top] = 0
                return False
            at = 0
            while mask >> (at + 1):
                at += 1
            mask &= ~(one << at)
            at += 1

    def run(self, steps: cython.longlong) -> cython.int:
        """So many sets of pairs more; 0 = not finished."""
        board: Closure = self.board
        n: cython.int = board.tiles
        groups: cython.int = board.groups
        top: cython.int
        k: cython.int
        j: cython.int
        a: cython.int
        at: cython.longlong
        left: cython.ulonglong
        even: cython.bint
        total: cython.ulonglong
        while self.depth and self.status == RUNNING and steps > 0:
            steps -= 1
            top = self.depth - 1
            if self.chosen[top] == 0:  # finished
                at = self.frame[2 * top] * cython.cast(cython.longlong, self.table.stride) + self.key_words
                self.table.word[at + self.primes] = 1
                self.depth -= 1
                continue
            copy_ints(board.base_counter, 0, self.saved_counter, top * (n + 1), n + 1)
            copy_words(board.base_free, 0, self.saved_free, top * groups, groups)
            copy_words(board.base_gone, 0, self.saved_gone, top * groups, groups)
            even = True
            left = self.chosen[top]
            while left:
                j = top * MOST_FREE + lowest_bit(left)
                left &= left - 1
                even = not even
                a = self.option[2 * j]
                board.take(
                    board.base_counter,
                    board.base_free,
                    board.base_gone,
                    board.group[a],
                    board.bit[a] | board.bit[self.option[2 * j + 1]],
                )
                board.events = 0
            for k in range(self.primes):
                self.value[k] = 1
            self.factor()
            if board.base_counter[n] and self.enter():
                continue  # it is asked again when it is known
            if self.status != RUNNING:
                break
            at = self.frame[2 * top] * cython.cast(cython.longlong, self.table.stride) + self.key_words
            for k in range(self.primes):
                total = self.table.word[at + k]
                total += self.prime[k] - self.value[k] if even else self.value[k]
                self.table.word[at + k] = total % self.prime[k]
            self.advance()
        if self.depth == 0 and self.status == RUNNING:
            self.status = DONE
        return self.status

    def residues(self) -> list[int]:
        """The number of winning pairings modulo each prime; asked when the status is DONE."""
        if self.table.count == 0:
            return list(self.first_store)
        at: int = self.key_words
        return [self.first_store[k] * self.table.store[at + k] % self.prime_store[k] for k in range(self.primes)]
