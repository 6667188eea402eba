"""The assignment of pair variables: what is decided, why, and the way back.

One variable a possible pair; in a complete group of four the two pairs of a pairing are one variable. "Exactly one pair a
tile" is kept as masks of allowed partners, never as clauses. Literals are ``2 v`` (the pair is used) and ``2 v + 1``.
A *reason code* says why a literal holds: ``-1`` a decision, ``c >= 0`` clause c, ``-2 - t`` tile t has no other partner left,
and ``AMO | u << 31 | v`` variable u, sharing a tile with v, is true.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.closure import Closure
    from cython.cimports.pyrsolve.kernels.memory import codes, copy_ints, copy_words, ints, lowest_bit, words
else:
    from pyrsolve.kernels.closure import Closure
    from pyrsolve.kernels.memory import codes, copy_ints, copy_words, ints, lowest_bit, words
from pyrsolve.kernels.memory import CODE, INT, WORD, zeros

DECISION = cython.declare(cython.longlong, -1)
AMO = cython.declare(cython.longlong, 1 << 62)


class Assignment(Closure):
    """The variables of one problem and their trail; arguments as `Closure`."""

    def __init__(
        self,
        counter: array[int],
        first: array[int],
        target: array[int],
        delta: array[int],
        removed: array[int],
        pairs: array[int],
    ) -> None:
        Closure.__init__(self, counter, first, target, delta, removed, pairs)
        self._number_variables(pairs)
        v: cython.int = self.variables
        self.value = self.cut_ints(v)
        self.level_of = self.cut_ints(v)
        self.place = self.cut_ints(v)
        self.reason = codes(self._keep(zeros(CODE, v)))
        self.trail = self.cut_ints(v)
        self.trailed = 0
        self.looked = 0
        self.level = 0
        self.jumps = 0
        self.conflict = DECISION
        self.level_room = 0
        self._more_levels()

    def _number_variables(self, pairs: array[int]) -> None:
        """Number the variables in the order of their first pair, and index them by tile and partner."""
        n: cython.int = self.tiles
        i: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        g: cython.int
        size: cython.int
        count: cython.int = 0
        room: cython.int = 0
        self.variable_first = self.cut_ints(n + 1)
        for i in range(n):
            self.variable_first[i] = room
            if self.bit[i]:
                room += self.group_first[self.group[i] + 1] - self.group_first[self.group[i]]
        self.variable_first[n] = room
        self.variable_of = self.cut_ints(room)
        for i in range(room):
            self.variable_of[i] = -1
        m: cython.int = len(pairs) // 2
        self.end = self.cut_ints(4 * m)
        pair: cython.p_int = ints(pairs if m else zeros(INT, 1))
        for k in range(m):
            a = pair[2 * k]
            b = pair[2 * k + 1]
            if self.variable_between(a, b) >= 0:
                continue  # the other half of a pairing of four, numbered already
            self.end[4 * count] = a
            self.end[4 * count + 1] = b
            self.end[4 * count + 2] = -1
            self.end[4 * count + 3] = -1
            g = self.group[a]
            size = self.group_first[g + 1] - self.group_first[g]
            if size == 4 and self.complete[g]:
                i = 2
                for room in range(self.group_first[g], self.group_first[g + 1]):
                    if self.member[room] != a and self.member[room] != b:
                        self.end[4 * count + i] = self.member[room]
                        i += 1
            for i in range(0, 4, 2):
                a = self.end[4 * count + i]
                b = self.end[4 * count + i + 1]
                if a >= 0:
                    self.variable_of[self.variable_first[a] + lowest_bit(self.bit[b])] = count
                    self.variable_of[self.variable_first[b] + lowest_bit(self.bit[a])] = count
            count += 1
        self.variables = count

    def variable_between(self, a: cython.int, b: cython.int) -> cython.int:
        """The variable of the pair {a, b} of one group, or -1 where the pair is not allowed."""
        return self.variable_of[self.variable_first[a] + lowest_bit(self.bit[b])]

    def enqueue(self, literal: cython.int, reason: cython.longlong) -> cython.bint:
        """Make `literal` hold; False (and `conflict` set) where its opposite holds already."""
        v: cython.int = literal >> 1
        wanted: cython.int = -1 if literal & 1 else 1
        k: cython.int
        a: cython.int
        b: cython.int
        if self.value[v]:
            if self.value[v] == wanted:
                return True
            self.conflict = reason
            return False
        self.value[v] = wanted
        self.level_of[v] = self.level
        self.reason[v] = reason
        self.place[v] = self.trailed
        self.trail[self.trailed] = literal
        self.trailed += 1
        for k in range(0, 4, 2):
            a = self.end[4 * v + k]
            if a < 0:
                break
            b = self.end[4 * v + k + 1]
            if wanted > 0:
                self.mate[a] = b
                self.mate[b] = a
                self.stack[self.events] = a
                self.events += 1
            else:
                self.allowed[a] &= ~self.bit[b]
                self.allowed[b] &= ~self.bit[a]
        return True

    def at_least_one(self, t: cython.int) -> cython.bint:
        """Propagate "tile t has a partner" after one was forbidden."""
        left: cython.ulonglong = self.allowed[t]
        if left == 0:
            self.conflict = -2 - t
            return False
        if left & (left - 1):
            return True
        return self.enqueue(2 * self.variable_of[self.variable_first[t] + lowest_bit(left)], -2 - t)

    def at_most_one(self, v: cython.int, t: cython.int) -> cython.bint:
        """Propagate "tile t has one partner" after variable v, a pair of t, became true."""
        others: cython.ulonglong = self.partners[t] & ~self.bit[self.mate[t]]
        u: cython.int
        code: cython.longlong = v
        while others:
            u = self.variable_of[self.variable_first[t] + lowest_bit(others)]
            others &= others - 1
            if u != v and not self.enqueue(2 * u + 1, AMO | (code << 31) | u):
                return False
        return True

    def new_level(self) -> None:
        """Open a decision level: save the base state as it is."""
        if self.level + 1 >= self.level_room:
            self._more_levels()
        at: cython.int = self.level
        copy_ints(self.level_counter, at * (self.tiles + 1), self.base_counter, 0, self.tiles + 1)
        copy_words(self.level_free, at * self.groups, self.base_free, 0, self.groups)
        copy_words(self.level_gone, at * self.groups, self.base_gone, 0, self.groups)
        self.level_trail[at] = self.trailed
        self.level_order[at] = self.ordered
        self.level = at + 1

    def _more_levels(self) -> None:
        room: cython.int = max(16, 2 * self.level_room)
        if self.level_room == 0:
            self.saved_counter = zeros(INT, 0)
            self.saved_free = zeros(WORD, 0)
            self.saved_gone = zeros(WORD, 0)
            self.store_level_trail = zeros(INT, 0)
            self.store_level_order = zeros(INT, 0)
        for store, size in (
            (self.saved_counter, room * (self.tiles + 1)),
            (self.saved_free, room * self.groups),
            (self.saved_gone, room * self.groups),
            (self.store_level_trail, room),
            (self.store_level_order, room),
        ):
            store.extend(zeros(store.typecode, size - len(store)))
        self.level_room = room
        self.level_counter = ints(self.saved_counter)
        self.level_free = words(self.saved_free)
        self.level_gone = words(self.saved_gone)
        self.level_trail = ints(self.store_level_trail)
        self.level_order = ints(self.store_level_order)

    def backjump(self, level: cython.int) -> None:
        """Go back to the end of `level`, base state included."""
        literal: cython.int
        v: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        if level >= self.level:
            return
        copy_ints(self.base_counter, 0, self.level_counter, level * (self.tiles + 1), self.tiles + 1)
        copy_words(self.base_free, 0, self.level_free, level * self.groups, self.groups)
        copy_words(self.base_gone, 0, self.level_gone, level * self.groups, self.groups)
        self.ordered = self.level_order[level]
        while self.trailed > self.level_trail[level]:
            self.trailed -= 1
            literal = self.trail[self.trailed]
            v = literal >> 1
            self.value[v] = 0
            for k in range(0, 4, 2):
                a = self.end[4 * v + k]
                if a < 0:
                    break
                b = self.end[4 * v + k + 1]
                if literal & 1:
                    self.allowed[a] |= self.bit[b]
                    self.allowed[b] |= self.bit[a]
                else:
                    self.mate[a] = -1
                    self.mate[b] = -1
        self.looked = self.trailed
        self.level = level
        self.events = 0
        self.jumps += 1
