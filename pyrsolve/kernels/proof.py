"""From a refuted search to LRAT: only the steps that the empty clause rests on, in an order that can be checked.

Variables of the proof are the allowed pairs, from 1 in ``(i < j)`` order. Axioms, numbered from 1: for each tile that is
there, ascending, "one of its pairs", then "not two of them" for each two of its pairs in order; then the clauses of
the deadlocks. A search variable with two pairs is spoken of by its first pair; that the second pair implies the first is
a step of its own where it is needed.
"""

from __future__ import annotations

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

    `used`: indices of the deadlock sets that it rests on, in order. Step k has the literals
    ``lits[lits_first[k]:lits_first[k + 1]]`` and the hints ``hints[hints_first[k]:hints_first[k + 1]]`` (clause numbers).
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
        self.lits, self.lits_first = array(INT), array(INT, [0])
        self.hints, self.hints_first = array(CODE), array(INT, [0])
        self.steps = 0
        self.deadlocks = 0
        self.todo = [FINAL]
        code: cython.longlong
        while self.todo:
            code = self.todo[len(self.todo) - 1]
            if not self.expand(code):
                self.todo.pop()
                self.emit(code)
        # the numbers of steps follow those of the deadlocks, which are all known only now
        for k in range(len(self.hints)):
            if self.hints[k] < 0:
                self.hints[k] = self.axioms + self.deadlocks - self.hints[k]

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
        self.todo.append(code)
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
        self.lits_first.append(len(self.lits))
        self.hints_first.append(len(self.hints))
        self.steps += 1

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
                self.hints.append(self.resolve_code(UNIT | wide))
            self.hints.append(self.resolve_code(s.conflict))
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
                self.lits.append(self.signed(s.lits[k]))
            for k in range(s.hint_first[c], s.hint_first[c + 1]):
                self.hints.append(self.resolve_code(s.hint[k]))
            self.clause_id[c] = self.steps
            self.close_step()

    def emit_unit(self, v: cython.int) -> None:
        """A literal that holds since the root."""
        s: PairingSearch = self.search
        k: cython.int
        wide: cython.longlong
        if self.unit_id[v] != NONE:
            return
        self.lits.append(self.lead[v] if s.value[v] > 0 else -self.lead[v])
        for k in range(s.literals_of(s.reason[v])):
            wide = s.lits[k] >> 1
            if wide != v:
                self.hints.append(self.resolve_code(UNIT | wide))
        self.hints.append(self.resolve_code(s.reason[v]))
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
        self.lits.append(-self.other[v])
        self.lits.append(self.lead[v])
        self.hints.append(self.exclusion(c, a, d))
        self.hints.append(self.exclusion(d, a, c))
        self.hints.append(self.base[a])
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
            self.lits.append(self.lead[s.lits[k] >> 1])
        for k in range(s.hint_first[c], s.hint_first[c + 1]):
            self.hints.append(self.resolve_code(s.hint[k]))
        self.hints.append(number)
        self.clause_id[c] = self.steps
        self.close_step()

    # --- results -----------------------------------------------------------------------------------------------
    def sets(self) -> list[frozenset[int]]:
        """The deadlock sets that the proof rests on, in the order of their clauses."""
        return [frozenset(self.search.deadlock_tiles(k)) for k in self.used]

    def lrat(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The steps: literals and hints of each."""
        lits, hints = tuple(self.lits), tuple(self.hints)
        return [
            (lits[a:b], hints[c:d])
            for a, b, c, d in zip(
                self.lits_first, self.lits_first[1:], self.hints_first, self.hints_first[1:], strict=False
            )
        ]
