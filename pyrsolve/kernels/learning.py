"""Conflict-driven clause learning over pair variables: clauses, propagation, analysis.

Deadlocks come as clauses of positive literals; what is learned from a conflict is its first unique implication point. Every
learned clause notes its hints, the reason codes from which it follows, for `pyrsolve.kernels.proof`.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.assignment import Assignment
    from cython.cimports.pyrsolve.kernels.memory import codes, doubles, ints, lowest_bit
else:
    from pyrsolve.kernels.assignment import Assignment
    from pyrsolve.kernels.memory import codes, doubles, ints, lowest_bit
from pyrsolve.kernels.memory import CODE, INT, reals, zeros

DECISION = cython.declare(cython.longlong, -1)
AMO = cython.declare(cython.longlong, 1 << 62)
UNIT = cython.declare(cython.longlong, 1 << 61)
LOW = cython.declare(cython.longlong, (1 << 31) - 1)
RESCALE = cython.declare(cython.double, 1e100)


class Learning(Assignment):
    """The clauses of one problem; arguments as `Closure`."""

    def __init__(
        self,
        counter: array[int],
        first: array[int],
        target: array[int],
        delta: array[int],
        removed: array[int],
        pairs: array[int],
    ) -> None:
        Assignment.__init__(self, counter, first, target, delta, removed, pairs)
        v: cython.int = self.variables
        self.activity_store = reals(v)
        self.activity = doubles(self.activity_store)
        self.seen = self.cut_ints(v)
        self.lits = self.cut_ints(v + 1)
        self.learned = self.cut_ints(v + 1)
        self.marked = self.cut_ints(2 * v + 2)
        self.queue = self.cut_ints(v + 1)
        self.watch = self.cut_ints(2 * v)
        i: cython.int
        for i in range(2 * v):
            self.watch[i] = -1
        self.bump_by = 1.0
        self.decay = 1.0 / 0.95
        self.resolved = 0
        self.unwatched = -1
        self.arena_store = zeros(INT, 1024)
        self.arena_room = 1024
        self.arena = ints(self.arena_store)
        self.arena_used = 0
        self.clause_store = zeros(INT, 64)
        self.axiom_store = zeros(INT, 64)
        self.axiom = ints(self.axiom_store)
        self.hint_first_store = zeros(INT, 65)
        self.clause_room = 64
        self.clause_at = ints(self.clause_store)
        self.hint_first = ints(self.hint_first_store)
        self.clauses = 0
        self.hint_store = zeros(CODE, 1024)
        self.hint_room = 1024
        self.hint = codes(self.hint_store)
        self.hints = 0

    def propagate(self) -> cython.bint:
        """Unit propagation to the end; False with `conflict` set where it fails."""
        literal: cython.int
        v: cython.int
        k: cython.int
        while self.looked < self.trailed:
            literal = self.trail[self.looked]
            self.looked += 1
            v = literal >> 1
            # the four tiles of a complete group of four have the same variables: one of them speaks for all
            for k in range(1 if self.end[4 * v + 2] >= 0 else 2):
                if literal & 1:
                    if not self.at_least_one(self.end[4 * v + k]):
                        return False
                elif not self.at_most_one(v, self.end[4 * v + k]):
                    return False
            if not self.visit(literal ^ 1):
                return False
        return True

    def visit(self, literal: cython.int) -> cython.bint:
        """Go through the clauses that watch `literal`, which has become false.

        A clause is ``[size, next0, next1, literals...]``; `next` links the clauses watching its first and its second literal.
        """
        arena: cython.p_int = self.arena
        value: cython.p_int = self.value
        link: cython.int = self.watch[literal]
        kept: cython.int = -1  # the arena place of the last link kept, -1 for the head
        at: cython.int
        side: cython.int
        size: cython.int
        other: cython.int
        following: cython.int
        k: cython.int
        candidate: cython.int
        status: cython.int
        moved: cython.bint
        while link >= 0:
            at = link >> 1
            side = link & 1
            following = arena[at + 1 + side]
            other = arena[at + 4 - side]
            status = -value[other >> 1] if other & 1 else value[other >> 1]
            if status <= 0:
                size = arena[at]
                moved = False
                for k in range(at + 5, at + 3 + size):
                    candidate = arena[k]
                    if (-value[candidate >> 1] if candidate & 1 else value[candidate >> 1]) >= 0:
                        arena[k] = literal
                        arena[at + 3 + side] = candidate
                        arena[at + 1 + side] = self.watch[candidate]
                        self.watch[candidate] = link
                        moved = True
                        break
                if moved:
                    if kept < 0:
                        self.watch[literal] = following
                    else:
                        arena[kept] = following
                    link = following
                    continue
                if not self.enqueue(other, arena[at - 1]):
                    return False
            kept = at + 1 + side
            link = following
        return True

    def add_clause(self, source: cython.p_int, size: cython.int) -> cython.int:
        """Store a clause, unwatched; its number. Its hints are what was noted since the last."""
        need: cython.int = self.arena_used + size + 4
        k: cython.int
        at: cython.int
        if need > self.arena_room:
            while self.arena_room < need:
                self.arena_room *= 2
            self.arena_store.extend(zeros(INT, self.arena_room - len(self.arena_store)))
            self.arena = ints(self.arena_store)
        if self.clauses == self.clause_room:
            self.clause_room *= 2
            self.clause_store.extend(zeros(INT, self.clause_room - len(self.clause_store)))
            self.hint_first_store.extend(zeros(INT, self.clause_room + 1 - len(self.hint_first_store)))
            self.axiom_store.extend(zeros(INT, self.clause_room - len(self.axiom_store)))
            self.axiom = ints(self.axiom_store)
            self.clause_at = ints(self.clause_store)
            self.hint_first = ints(self.hint_first_store)
        at = self.arena_used + 1
        self.arena_used = need
        self.arena[at - 1] = self.clauses
        self.arena[at] = size
        for k in range(size):
            self.arena[at + 3 + k] = source[k]
        self.clause_at[self.clauses] = at
        self.axiom[self.clauses] = -1
        self.clauses += 1
        self.close_hints()
        return self.clauses - 1

    def attach(self, c: cython.int) -> None:
        """Watch the first two literals of clause c."""
        at: cython.int = self.clause_at[c]
        k: cython.int
        if self.arena[at] > 1:
            for k in range(2):
                self.arena[at + 1 + k] = self.watch[self.arena[at + 3 + k]]
                self.watch[self.arena[at + 3 + k]] = 2 * at + k

    def note_hint(self, code: cython.longlong) -> None:
        """Note one more reason of the clause that comes next."""
        if self.hints == self.hint_room:
            self.hint_room *= 2
            self.hint_store.extend(zeros(CODE, self.hint_room - len(self.hint_store)))
            self.hint = codes(self.hint_store)
        self.hint[self.hints] = code
        self.hints += 1

    def close_hints(self) -> None:
        """The hints noted so far belong to the clauses so far."""
        self.hint_first[self.clauses] = self.hints

    def literals_of(self, code: cython.longlong) -> cython.int:
        """Write the literals of the clause behind a reason code to `lits`; their number."""
        k: cython.int
        at: cython.int
        size: cython.int
        t: cython.int
        left: cython.ulonglong
        if code >= AMO:
            self.lits[0] = 2 * cython.cast(cython.int, (code >> 31) & LOW) + 1
            self.lits[1] = 2 * cython.cast(cython.int, code & LOW) + 1
            return 2
        if code >= 0:
            at = self.clause_at[code]
            size = self.arena[at]
            for k in range(size):
                self.lits[k] = self.arena[at + 3 + k]
            return size
        t = cython.cast(cython.int, -2 - code)
        left = self.partners[t]
        size = 0
        while left:
            self.lits[size] = 2 * self.variable_of[self.variable_first[t] + lowest_bit(left)]
            left &= left - 1
            size += 1
        return size

    # --- analysis ----------------------------------------------------------------------------------------------
    def bump(self, v: cython.int) -> None:
        """Raise the activity of a variable."""
        k: cython.int
        self.activity[v] += self.bump_by
        if self.activity[v] > RESCALE:
            for k in range(self.variables):
                self.activity[k] /= RESCALE
            self.bump_by /= RESCALE

    def conflict_level(self) -> cython.int:
        """The highest level of a literal of the conflict."""
        highest: cython.int = 0
        k: cython.int
        for k in range(self.literals_of(self.conflict)):
            highest = max(highest, self.level_of[self.lits[k] >> 1])
        return highest

    def learn(self) -> cython.bint:
        """Learn from `conflict`: first unique implication point, backjump, assert. False: refuted at the root.

        A conflict that is a clause not yet watched (a new deadlock) is watched here, and serves as the learned clause itself
        where nothing had to be resolved.
        """
        highest: cython.int = self.conflict_level()
        fresh: cython.int = self.unwatched
        count: cython.int
        back: cython.int
        k: cython.int
        if highest == 0:
            return False
        self.unwatched = -1
        self.backjump(highest)
        count = self.resolve(highest)
        count = self.shrink(count)
        if fresh >= 0 and self.resolved == 0 and self.learned_size == self.arena[self.clause_at[fresh]]:
            back = self.lead_with_deepest(self.learned, 1, self.learned_size)
            for k in range(count):
                self.seen[self.marked[k]] = 0
            self.rewrite(fresh)
        else:
            self.record_hints()
            for k in range(count):
                self.seen[self.marked[k]] = 0
            back = self.lead_with_deepest(self.learned, 1, self.learned_size)
            if fresh >= 0:
                self.watch_deepest(fresh)
            fresh = self.add_clause(self.learned, self.learned_size)
            self.attach(fresh)
        self.backjump(back)
        self.bump_by *= self.decay
        self.enqueue(self.learned[0], fresh)
        return True

    def resolve(self, highest: cython.int) -> cython.int:
        """Resolve `conflict` back to the first unique implication point of level `highest`, into `learned`.

        Leaves `seen` = 1 for what was met and 2 for what was resolved away; the number of variables met, in `marked`.
        """
        code: cython.longlong = self.conflict
        open_here: cython.int = 0
        at: cython.int = self.trailed
        count: cython.int = 0
        k: cython.int
        v: cython.int
        literal: cython.int = -1
        self.learned_size = 1
        self.resolved = 0
        while True:
            for k in range(self.literals_of(code)):
                v = self.lits[k] >> 1
                if self.seen[v]:
                    continue
                self.seen[v] = 1
                self.marked[count] = v
                count += 1
                if self.level_of[v] == 0:
                    continue
                if self.lits[k] & 1 == 0:  # a pair that should have been used
                    self.bump(v)
                if self.level_of[v] == highest:
                    open_here += 1
                else:
                    self.learned[self.learned_size] = self.lits[k]
                    self.learned_size += 1
            while True:
                at -= 1
                literal = self.trail[at]
                if self.seen[literal >> 1]:
                    break
            open_here -= 1
            if open_here == 0:
                break
            code = self.reason[literal >> 1]
            self.seen[literal >> 1] = 2
            self.resolved += 1
        self.learned[0] = literal ^ 1
        return count

    def shrink(self, count: cython.int) -> cython.int:
        """Drop learned literals that the others imply; `seen` = 2 for them. The new number of variables met."""
        kept: cython.int = 1
        k: cython.int
        j: cython.int
        v: cython.int
        u: cython.int
        implied: cython.bint
        for k in range(1, self.learned_size):
            v = self.learned[k] >> 1
            implied = self.reason[v] != DECISION
            if implied:
                for j in range(self.literals_of(self.reason[v])):
                    u = self.lits[j] >> 1
                    if self.seen[u] == 0 and self.level_of[u] > 0:
                        implied = False
                        break
            if implied:
                for j in range(self.literals_of(self.reason[v])):
                    u = self.lits[j] >> 1
                    if self.seen[u] == 0:  # false since the root: its unit is a hint too
                        self.seen[u] = 1
                        self.marked[count] = u
                        count += 1
                self.seen[v] = 2
                self.resolved += 1
            else:
                self.learned[kept] = self.learned[k]
                kept += 1
        self.learned_size = kept
        return count

    def record_hints(self) -> None:
        """Note why the learned clause follows, in an order in which each hint becomes unit: that of the trail."""
        k: cython.int
        v: cython.int
        wide: cython.longlong
        for k in range(self.trailed):
            v = self.trail[k] >> 1
            if self.seen[v] and self.level_of[v] == 0:
                wide = v
                self.note_hint(UNIT | wide)
            elif self.seen[v] == 2:
                self.note_hint(self.reason[v])
        self.note_hint(self.conflict)

    def lead_with_deepest(self, literals: cython.p_int, start: cython.int, size: cython.int) -> cython.int:
        """Swap the literal of the deepest level to place `start`; its level, 0 where there is none."""
        best: cython.int = start
        deepest: cython.int = 0
        k: cython.int
        for k in range(start, size):
            if self.level_of[literals[k] >> 1] > deepest:
                deepest = self.level_of[literals[k] >> 1]
                best = k
        if start < size:
            k = literals[start]
            literals[start] = literals[best]
            literals[best] = k
        return deepest

    def rewrite(self, c: cython.int) -> None:
        """Put the literals of clause c in the order of `learned`, and watch the first two."""
        at: cython.int = self.clause_at[c]
        k: cython.int
        for k in range(self.learned_size):
            self.arena[at + 3 + k] = self.learned[k]
        self.attach(c)

    def watch_deepest(self, c: cython.int) -> None:
        """Watch the two literals of a false clause that backjumping frees first."""
        at: cython.int = self.clause_at[c]
        size: cython.int = self.arena[at]
        k: cython.int
        for k in range(size):
            self.lits[k] = self.arena[at + 3 + k]
        self.lead_with_deepest(self.lits, 0, size)
        self.lead_with_deepest(self.lits, 1, size)
        for k in range(size):
            self.arena[at + 3 + k] = self.lits[k]
        self.attach(c)
