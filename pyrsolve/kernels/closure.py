"""The board of a pairing problem, what is certainly gone, and the relaxed closure.

A *state* is three arrays: packed neighbour counters a tile (covers in bits 0-15, left 16-23, right 24-30; one more
entry counts the tiles standing), and two masks a match group, "free or gone" and "gone". The *base* state holds the
removals that are certain under the current assignment; the *work* state is what a closure is run on.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import (
        copy_ints,
        copy_words,
        ints,
        lowest_bit,
        part_ints,
        part_words,
        words,
    )
else:
    from pyrsolve.kernels.memory import copy_ints, copy_words, ints, lowest_bit, part_ints, part_words, words
from pyrsolve.kernels.memory import INT, WORD, zeros

COVERS = cython.declare(cython.int, 0xFFFF)
LEFT = cython.declare(cython.int, 0xFF0000)
RIGHT = cython.declare(cython.int, 0x1000000)
INT_POOL = cython.declare(cython.int, 8192)
WORD_POOL = cython.declare(cython.int, 1024)
NEVER = cython.declare(cython.int, 0x7FFF)


class Closure:
    """Tiles, match groups and states of one problem.

    `counter`, `first`, `target`, `delta`: as in `pyrsolve.games.removal.tables.Tables`; `removed`: tiles gone before the
    deal begins; `pairs`: flat allowed pairs, ``i < j``, ascending. Every group must have an even number of at most 64 tiles.
    """

    def __init__(
        self,
        counter: array[int],
        first: array[int],
        target: array[int],
        delta: array[int],
        removed: array[int],
        pairs: array[int],
    ) -> None:
        n: cython.int = len(counter)
        self.tiles = n
        self.stores = [first, target if len(target) else zeros(INT, 1), delta if len(delta) else zeros(INT, 1)]
        self.first = ints(self.stores[0])
        self.target = ints(self.stores[1])
        self.delta = ints(self.stores[2])
        self.closures = 0
        self.ints_cut = self.int_room = self.words_cut = self.word_room = 0
        self._match_groups(pairs if len(pairs) else zeros(INT, 1), len(pairs) // 2)
        self.base_counter = self.cut_ints(n + 1)
        self.work_counter = self.cut_ints(n + 1)
        self.base_free = self.cut_words(self.groups)
        self.base_gone = self.cut_words(self.groups)
        self.work_free = self.cut_words(self.groups)
        self.work_gone = self.cut_words(self.groups)
        self.order = self.cut_ints(n)
        self.stack = self.cut_ints(2 * n + 2)
        self.ordered = 0
        self.events = 0
        self._deal_out(counter, removed)

    def cut_ints(self, count: cython.int) -> cython.p_int:
        """`count` zeros that live as long as this object, cut from a pool: one allocation serves many arrays."""
        if self.ints_cut + count > self.int_room:
            self.int_room = max(count, INT_POOL)
            self.int_pool = ints(self._keep(zeros(INT, self.int_room)))
            self.ints_cut = 0
        self.ints_cut += count
        return part_ints(self.int_pool, self.ints_cut - count)

    def cut_words(self, count: cython.int) -> cython.p_ulonglong:
        """As `cut_ints`, of 64-bit words."""
        if self.words_cut + count > self.word_room:
            self.word_room = max(count, WORD_POOL)
            self.word_pool = words(self._keep(zeros(WORD, self.word_room)))
            self.words_cut = 0
        self.words_cut += count
        return part_words(self.word_pool, self.words_cut - count)

    def _keep(self, store: array[int]) -> array[int]:
        self.stores.append(store)
        return store

    def _match_groups(self, pairs: array[int], count: int) -> None:
        """Number the connected components of the allowed pairs, and make the masks of partners."""
        n: cython.int = self.tiles
        m: cython.int = count
        pair: cython.p_int = ints(pairs)
        self.group = self.cut_ints(n)
        self.bit = self.cut_words(n)
        self.partners = self.cut_words(n)
        self.allowed = self.cut_words(n)
        self.mate = self.cut_ints(n)
        self.key = self.cut_words(n)
        root: cython.p_int = self.cut_ints(n)
        number: cython.p_int = self.cut_ints(n)
        i: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        for i in range(n):
            root[i] = i
            self.mate[i] = -1
        for k in range(m):  # union by the smaller index, with path halving
            a = pair[2 * k]
            b = pair[2 * k + 1]
            while root[a] != a:
                root[a] = root[root[a]]
                a = root[a]
            while root[b] != b:
                root[b] = root[root[b]]
                b = root[b]
            if a < b:
                root[b] = a
            elif b < a:
                root[a] = b
        paired: cython.p_int = self.cut_ints(n)
        for k in range(2 * m):
            paired[pair[k]] += 1
        groups: cython.int = 0
        for i in range(n):
            a = i
            while root[a] != a:
                a = root[a]
            root[i] = a
            if a == i and paired[i]:
                number[i] = groups
                groups += 1
        self.groups = groups
        self.group_first = self.cut_ints(groups + 1)
        self.everyone = self.cut_words(groups)
        self.complete = self.cut_ints(groups)
        self.member = self.cut_ints(n)
        filled: cython.p_int = self.cut_ints(groups)
        one: cython.ulonglong = 1
        for i in range(n):
            if paired[i]:
                self.group[i] = number[root[i]]
                self.group_first[self.group[i] + 1] += 1
        for k in range(groups):
            self.group_first[k + 1] += self.group_first[k]
        for i in range(n):
            if paired[i]:
                a = self.group[i]
                self.member[self.group_first[a] + filled[a]] = i
                self.bit[i] = one << filled[a]
                self.everyone[a] |= self.bit[i]
                filled[a] += 1
        for k in range(m):
            a = pair[2 * k]
            b = pair[2 * k + 1]
            self.partners[a] |= self.bit[b]
            self.partners[b] |= self.bit[a]
        for k in range(groups):
            self.complete[k] = 1
        for i in range(n):
            self.allowed[i] = self.partners[i]
            if paired[i] and self.partners[i] | self.bit[i] != self.everyone[self.group[i]]:
                self.complete[self.group[i]] = 0

    def _deal_out(self, counter: array[int], removed: array[int]) -> None:
        """Fill the base state: the starting counters, with the tiles `removed` taken off."""
        n: cython.int = self.tiles
        i: cython.int
        k: cython.int
        u: cython.int
        c: cython.p_int = self.base_counter
        copy_ints(c, 0, ints(counter), 0, n)
        for u in removed:
            for k in range(self.first[u], self.first[u + 1]):
                c[self.target[k]] -= self.delta[k]
        for u in removed:
            c[u] = NEVER
        self.standing = n - len(removed)
        c[n] = self.standing
        for i in range(n):
            if self.bit[i] and (c[i] & COVERS) == 0 and ((c[i] & LEFT) == 0 or c[i] < RIGHT):
                self.base_free[self.group[i]] |= self.bit[i]
                c[i] |= NEVER
                self.stack[self.events] = i
                self.events += 1

    def take(
        self,
        counter: cython.p_int,
        free: cython.p_ulonglong,
        gone: cython.p_ulonglong,
        g: cython.int,
        going: cython.ulonglong,
    ) -> None:
        """Take the tiles `going` of group `g` off a state; tiles that become free go onto the stack."""
        first: cython.p_int = self.first
        target: cython.p_int = self.target
        delta: cython.p_int = self.delta
        group: cython.p_int = self.group
        bit: cython.p_ulonglong = self.bit
        stack: cython.p_int = self.stack
        top: cython.int = self.events
        start: cython.int = self.group_first[g]
        k: cython.int
        t: cython.int
        u: cython.int
        c: cython.int
        gone[g] |= going
        while going:
            u = self.member[start + lowest_bit(going)]
            going &= going - 1
            counter[self.tiles] -= 1
            for k in range(first[u], first[u + 1]):
                t = target[k]
                c = counter[t] - delta[k]
                counter[t] = c
                if (c & COVERS) == 0 and ((c & LEFT) == 0 or c < RIGHT):
                    counter[t] = c | NEVER  # so that it is not found free again
                    free[group[t]] |= bit[t]
                    stack[top] = t
                    top += 1
        self.events = top

    def spread(self, counter: cython.p_int, free: cython.p_ulonglong, gone: cython.p_ulonglong) -> cython.bint:
        """The relaxed closure from a state: a tile goes once it is free and some allowed partner is free or gone.

        The stack holds the tiles to look at; it is empty afterwards. True where the board is cleared, or would be: a pair
        marked in `key` is known to clear the board once both its tiles are gone, and the closure stops there.
        This is the hottest loop: `take` is written out in it.
        """
        first: cython.p_int = self.first
        target: cython.p_int = self.target
        delta: cython.p_int = self.delta
        group: cython.p_int = self.group
        group_first: cython.p_int = self.group_first
        member: cython.p_int = self.member
        bit: cython.p_ulonglong = self.bit
        allowed: cython.p_ulonglong = self.allowed
        key: cython.p_ulonglong = self.key
        stack: cython.p_int = self.stack
        top: cython.int = self.events
        left: cython.int = counter[self.tiles]
        k: cython.int
        t: cython.int
        u: cython.int
        g: cython.int
        c: cython.int
        start: cython.int
        going: cython.ulonglong
        out: cython.ulonglong
        self.events = 0
        while top:
            top -= 1
            t = stack[top]
            g = group[t]
            going = allowed[t] & free[g]
            if going == 0:
                continue
            going = (going | bit[t]) & ~gone[g]
            if going == 0:
                continue
            out = gone[g] | going
            gone[g] = out
            start = group_first[g]
            while going:
                u = member[start + lowest_bit(going)]
                if key[u] & out:
                    return True
                going &= going - 1
                left -= 1
                for k in range(first[u], first[u + 1]):
                    t = target[k]
                    c = counter[t] - delta[k]
                    counter[t] = c
                    if (c & COVERS) == 0 and ((c & LEFT) == 0 or c < RIGHT):
                        counter[t] = c | NEVER  # so that it is not found free again
                        free[group[t]] |= bit[t]
                        stack[top] = t
                        top += 1
        counter[self.tiles] = left
        return left == 0

    def settle(self) -> None:
        """Take off the base state what is certain: decided pairs that are free, and groups whose tiles are all free.

        `order` gets the tiles in the order in which they went; consecutive entries are pairs of a line of play.
        """
        t: cython.int
        g: cython.int
        mate: cython.int
        rest: cython.ulonglong
        going: cython.ulonglong
        free: cython.p_ulonglong = self.base_free
        gone: cython.p_ulonglong = self.base_gone
        while self.events:
            self.events -= 1
            t = self.stack[self.events]
            g = self.group[t]
            if (gone[g] & self.bit[t]) or (free[g] & self.bit[t]) == 0:
                continue
            mate = self.mate[t]
            rest = self.everyone[g] & ~gone[g]
            if mate >= 0 and (free[g] & self.bit[mate]):
                self.order[self.ordered] = t
                self.order[self.ordered + 1] = mate
                self.ordered += 2
                self.take(self.base_counter, free, gone, g, self.bit[t] | self.bit[mate])
            elif self.complete[g] and (rest & ~free[g]) == 0:
                going = rest
                while going:
                    self.order[self.ordered] = self.member[self.group_first[g] + lowest_bit(going)]
                    self.ordered += 1
                    going &= going - 1
                self.take(self.base_counter, free, gone, g, rest)

    def relax(self) -> bool:
        """Run the relaxed closure from the base state on the work state; whether it clears the board."""
        n: cython.int = self.tiles
        groups: cython.int = self.groups
        g: cython.int
        t: cython.int
        waiting: cython.ulonglong
        self.closures += 1
        copy_ints(self.work_counter, 0, self.base_counter, 0, n + 1)
        copy_words(self.work_free, 0, self.base_free, 0, groups)
        copy_words(self.work_gone, 0, self.base_gone, 0, groups)
        for g in range(groups):
            waiting = self.work_free[g] & ~self.work_gone[g]
            while waiting:
                t = self.member[self.group_first[g] + lowest_bit(waiting)]
                waiting &= waiting - 1
                if self.allowed[t] & self.work_free[g]:
                    self.stack[self.events] = t
                    self.events += 1
        return self.spread(self.work_counter, self.work_free, self.work_gone)
