"""From a refuted search to LRAT: only the steps that the empty clause rests on, in an order that can be checked.

Variables of the proof are the allowed pairs, from 1 in ``(i < j)`` order. Axioms, numbered from 1: for each tile that is
there, ascending, "one of its pairs", then "not two of them" for each two of its pairs in order; then the clauses of
the deadlocks. A search variable with two pairs is spoken of by its first pair; that the second pair implies the first is
a step of its own where it is needed.
"""

from __future__ import annotations

import sys
from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import codes, ints
    from cython.cimports.pyrsolve.kernels.pairing import PairingSearch
else:
    from pyrsolve.kernels.memory import codes, ints
    from pyrsolve.kernels.pairing import PairingSearch
from pyrsolve.kernels.memory import CODE, INT, zeros

AMO = cython.declare(cython.longlong, 1 << 62)
UNIT = cython.declare(cython.longlong, 1 << 61)
EQUAL = cython.declare(cython.longlong, 1 << 60)
LOW = cython.declare(cython.longlong, (1 << 31) - 1)
FINAL = cython.declare(cython.longlong, (1 << 60) - 1)
NONE = cython.declare(cython.int, -1)


class Proof:
    """The trimmed refutation of a refuted `search`; `pairs` are the flat pairs it was made with.

    `used`: indices of the deadlock sets that it rests on, in order; `arrays` has the steps.
    """

    def __init__(self, search: PairingSearch, pairs: array[int]) -> None:
        self.search = search
        n: cython.int = search.tiles
        i: cython.int
        k: cython.int
        v: cython.int
        self.stores = [zeros(INT, search.variables), zeros(INT, search.variables), zeros(CODE, n + 1)]
        self.lead = ints(self.stores[0])
        self.other = ints(self.stores[1])
        self.base = codes(self.stores[2])
        pair: cython.p_int = ints(pairs if len(pairs) else zeros(INT, 1))
        for k in range(len(pairs) // 2):
            v = search.variable_between(pair[2 * k], pair[2 * k + 1])
            if search.end[4 * v] == pair[2 * k] and search.end[4 * v + 1] == pair[2 * k + 1]:
                self.lead[v] = k + 1
            else:
                self.other[v] = k + 1
        count: cython.longlong = 0
        degree: cython.longlong
        for i in range(n):
            self.base[i] = count + 1
            if search.bit[i]:
                degree = self.rank(i, -1)
                count += 1 + degree * (degree - 1) // 2
        self.axioms = count
        for size in (search.clauses, search.variables, search.variables):
            self.stores.append(array(INT, [NONE]) * max(size, 1))
        self.clause_id = ints(self.stores[3])
        self.unit_id = ints(self.stores[4])
        self.equal_id = ints(self.stores[5])
        self.used = array(INT)
        self._room()
        self.put_task(FINAL)
        code: cython.longlong
        while self.tasks:
            code = self.task[self.tasks - 1]
            if not self.expand(code):
                self.tasks -= 1
                self.emit(code)
        # the numbers of steps follow those of the deadlocks, which are all known only now
        for k in range(self.hint_count):
            if self.hint[k] < 0:
                self.hint[k] = self.axioms + self.deadlocks - self.hint[k]

    def _room(self) -> None:
        """Empty buffers, which grow by doubling: literals, hints, where each step begins in them, tasks."""
        self.lits, self.hints = zeros(INT, 1024), zeros(CODE, 1024)
        self.lits_first, self.hints_first, self.tasks_store = zeros(INT, 257), zeros(INT, 257), zeros(CODE, 256)
        self.lit, self.hint = ints(self.lits), codes(self.hints)
        self.lit_first, self.hint_first = ints(self.lits_first), ints(self.hints_first)
        self.task = codes(self.tasks_store)
        self.lit_count = self.hint_count = self.steps = self.deadlocks = self.tasks = 0

    def put_lit(self, literal: cython.int) -> None:
        """One more literal of the step being written."""
        if self.lit_count == len(self.lits):
            self.lits.extend(zeros(INT, self.lit_count))
            self.lit = ints(self.lits)
        self.lit[self.lit_count] = literal
        self.lit_count += 1

    def put_hint(self, number: cython.longlong) -> None:
        """One more hint of the step being written."""
        if self.hint_count == len(self.hints):
            self.hints.extend(zeros(CODE, self.hint_count))
            self.hint = codes(self.hints)
        self.hint[self.hint_count] = number
        self.hint_count += 1

    def put_task(self, code: cython.longlong) -> None:
        """One more thing to derive."""
        if self.tasks == len(self.tasks_store):
            self.tasks_store.extend(zeros(CODE, self.tasks))
            self.task = codes(self.tasks_store)
        self.task[self.tasks] = code
        self.tasks += 1

    # --- numbers of axioms -------------------------------------------------------------------------------------
    def rank(self, t: cython.int, partner: cython.int) -> cython.int:
        """How many partners of t come before `partner`; all of them for -1."""
        mask: cython.ulonglong = self.search.partners[t]
        count: cython.int = 0
        if partner >= 0:
            mask &= self.search.bit[partner] - 1
        while mask:
            mask &= mask - 1
            count += 1
        return count

    def exclusion(self, t: cython.int, p: cython.int, q: cython.int) -> cython.longlong:
        """The number of the axiom "not both {t, p} and {t, q}"."""
        low: cython.longlong = self.rank(t, p)
        high: cython.longlong = self.rank(t, q)
        degree: cython.longlong = self.rank(t, -1)
        if low > high:
            low, high = high, low
        return self.base[t] + 1 + low * (2 * degree - low - 1) // 2 + high - low - 1

    def amo(self, u: cython.int, v: cython.int) -> cython.longlong:
        """The number of the axiom "not both u and v", whose first pairs share a tile."""
        e: cython.p_int = self.search.end
        k: cython.int
        j: cython.int
        for k in range(2):
            for j in range(2):
                if e[4 * u + k] == e[4 * v + j]:
                    return self.exclusion(e[4 * u + k], e[4 * u + 1 - k], e[4 * v + 1 - j])
        return 0

    def resolve_code(self, code: cython.longlong) -> cython.longlong:
        """The clause number of a reason code; steps as negative numbers, since those of the deadlocks are not settled."""
        if code >= AMO:
            return self.amo(cython.cast(cython.int, (code >> 31) & LOW), cython.cast(cython.int, code & LOW))
        if code >= UNIT:
            return -1 - self.unit_id[code & LOW]
        if code >= EQUAL:
            return -1 - self.equal_id[code & LOW]
        if code >= 0:
            # a deadlock that lists first pairs only is an axiom itself
            return -1 - self.clause_id[code] if self.clause_id[code] >= 0 else self.axioms - 1 - self.clause_id[code]
        return self.base[-2 - code]

    # --- what a step rests on ----------------------------------------------------------------------------------
    def want(self, code: cython.longlong) -> cython.bint:
        """Put `code` on the list if it has to be derived and has not been; whether it was put."""
        if code >= AMO or code < 0:
            return False
        if code >= UNIT:
            if self.unit_id[code & LOW] != NONE:
                return False
        elif code >= EQUAL:
            if self.equal_id[code & LOW] != NONE:
                return False
        elif code != FINAL and self.clause_id[code] != NONE:
            return False
        self.put_task(code)
        return True

    def expand(self, code: cython.longlong) -> cython.bint:
        """Put what `code` rests on, and is not derived yet, on the list; whether there was anything."""
        s: PairingSearch = self.search
        found: cython.bint = False
        k: cython.int
        v: cython.int
        c: cython.int
        wide: cython.longlong
        if code == FINAL:
            found = self.want(s.conflict)
            for k in range(s.literals_of(s.conflict)):
                wide = s.lits[k] >> 1
                if self.want(UNIT | wide):
                    found = True
        elif code >= UNIT:
            v = cython.cast(cython.int, code & LOW)
            if self.unit_id[v] != NONE:
                return False
            found = self.want(s.reason[v])
            for k in range(s.literals_of(s.reason[v])):
                wide = s.lits[k] >> 1
                if wide != v and self.want(UNIT | wide):
                    found = True
        elif code < EQUAL:
            c = cython.cast(cython.int, code)
            if self.clause_id[c] != NONE:
                return False
            for k in range(s.hint_first[c], s.hint_first[c + 1]):
                if self.want(s.hint[k]):
                    found = True
        return found

    # --- writing -----------------------------------------------------------------------------------------------
    def close_step(self) -> None:
        """End the step that was written."""
        self.steps += 1
        if self.steps == len(self.lits_first):
            self.lits_first.extend(zeros(INT, self.steps))
            self.hints_first.extend(zeros(INT, self.steps))
            self.lit_first, self.hint_first = ints(self.lits_first), ints(self.hints_first)
        self.lit_first[self.steps] = self.lit_count
        self.hint_first[self.steps] = self.hint_count

    def signed(self, literal: cython.int) -> cython.int:
        """A search literal as a literal of the proof."""
        return -self.lead[literal >> 1] if literal & 1 else self.lead[literal >> 1]

    def emit(self, code: cython.longlong) -> None:
        """Write the step of `code`, all that it rests on being written."""
        s: PairingSearch = self.search
        k: cython.int
        c: cython.int
        wide: cython.longlong
        if code == FINAL:
            for k in range(s.literals_of(s.conflict)):
                wide = s.lits[k] >> 1
                self.put_hint(self.resolve_code(UNIT | wide))
            self.put_hint(self.resolve_code(s.conflict))
            self.close_step()
        elif code >= UNIT:
            self.emit_unit(cython.cast(cython.int, code & LOW))
        elif code >= EQUAL:
            self.emit_equal(cython.cast(cython.int, code & LOW))
        else:
            c = cython.cast(cython.int, code)
            if self.clause_id[c] != NONE:
                return
            if s.axiom[c] >= 0:
                self.emit_deadlock(c)
                return
            for k in range(s.literals_of(code)):
                self.put_lit(self.signed(s.lits[k]))
            for k in range(s.hint_first[c], s.hint_first[c + 1]):
                self.put_hint(self.resolve_code(s.hint[k]))
            self.clause_id[c] = self.steps
            self.close_step()

    def emit_unit(self, v: cython.int) -> None:
        """A literal that holds since the root."""
        s: PairingSearch = self.search
        k: cython.int
        wide: cython.longlong
        if self.unit_id[v] != NONE:
            return
        self.put_lit(self.lead[v] if s.value[v] > 0 else -self.lead[v])
        for k in range(s.literals_of(s.reason[v])):
            wide = s.lits[k] >> 1
            if wide != v:
                self.put_hint(self.resolve_code(UNIT | wide))
        self.put_hint(self.resolve_code(s.reason[v]))
        self.unit_id[v] = self.steps
        self.close_step()

    def emit_equal(self, v: cython.int) -> None:
        """The second pair {c, d} of variable v implies the first {a, b}: else a has no partner left."""
        e: cython.p_int = self.search.end
        a: cython.int = e[4 * v]
        c: cython.int = e[4 * v + 2]
        d: cython.int = e[4 * v + 3]
        if self.equal_id[v] != NONE:
            return
        self.put_lit(-self.other[v])
        self.put_lit(self.lead[v])
        self.put_hint(self.exclusion(c, a, d))
        self.put_hint(self.exclusion(d, a, c))
        self.put_hint(self.base[a])
        self.equal_id[v] = self.steps
        self.close_step()

    def emit_deadlock(self, c: cython.int) -> None:
        """Number the deadlock of clause c; where it lists second pairs, say it of the first pairs in a step."""
        s: PairingSearch = self.search
        k: cython.int
        number: cython.longlong = self.axioms + 1 + self.deadlocks
        self.used.append(s.axiom[c])
        self.deadlocks += 1
        if s.hint_first[c] == s.hint_first[c + 1]:
            self.clause_id[c] = -1 - self.deadlocks  # an axiom, not a step: see resolve_code
            return
        for k in range(s.literals_of(c)):
            self.put_lit(self.lead[s.lits[k] >> 1])
        for k in range(s.hint_first[c], s.hint_first[c + 1]):
            self.put_hint(self.resolve_code(s.hint[k]))
        self.put_hint(number)
        self.clause_id[c] = self.steps
        self.close_step()

    # --- results -----------------------------------------------------------------------------------------------
    def masks(self) -> tuple[int, ...]:
        """The deadlock sets that the proof rests on, in the order of their clauses: bit i is tile i."""
        width: int = self.search.words_a_set
        store = self.search.deadlock_store
        if sys.byteorder != "little":
            store = store[:]
            store.byteswap()
        return tuple(int.from_bytes(store[k * width : (k + 1) * width].tobytes(), "little") for k in self.used)

    def size(self) -> int:
        """How many numbers the steps hold: a measure of the record's size."""
        return self.lit_count + self.hint_count

    def arrays(self) -> tuple[array[int], array[int], array[int], array[int]]:
        """The steps: literals, where each step's begin (one more entry at the end), hints, where each step's begin."""
        return (
            self.lits[: self.lit_count],
            self.lits_first[: self.steps + 1],
            self.hints[: self.hint_count],
            self.hints_first[: self.steps + 1],
        )
