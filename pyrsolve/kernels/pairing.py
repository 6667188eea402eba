"""The pairing search: decisions, relaxed closures, deadlocks strengthened into clauses.

`pyrsolve.kernels.learning` has the clause learning, `pyrsolve.kernels.closure` the board. The search is deterministic.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.learning import Learning
    from cython.cimports.pyrsolve.kernels.memory import copy_ints, copy_words, ints, lowest_bit, words
else:
    from pyrsolve.kernels.learning import Learning
    from pyrsolve.kernels.memory import copy_ints, copy_words, ints, lowest_bit, words
from pyrsolve.kernels.memory import INT, WORD, zeros

RUNNING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
REFUTED = cython.declare(cython.int, 2)
PENDING = cython.declare(cython.int, 1)
NEEDED = cython.declare(cython.int, 2)
ENABLED = cython.declare(cython.int, 3)
COVERS = cython.declare(cython.int, 0xFFFF)
LEFT = cython.declare(cython.int, 0xFF0000)
RIGHT = cython.declare(cython.int, 0x1000000)
EQUAL = cython.declare(cython.longlong, 1 << 60)  # a hint of a deadlock: it lists the second pair of this variable


class PairingSearch(Learning):
    """Decides one problem; arguments as `pyrsolve.kernels.closure.Closure`.

    `switch_after`: the number of conflicts after which decisions follow activity instead of play order.
    """

    def __init__(
        self,
        counter: array[int],
        first: array[int],
        target: array[int],
        delta: array[int],
        removed: array[int],
        pairs: array[int],
        switch_after: int = 300,
    ) -> None:
        Learning.__init__(self, counter, first, target, delta, removed, pairs)
        n: cython.int = self.tiles
        self.switch_after = switch_after
        self.nodes = 0
        self.conflicts = 0
        self.deadlocks = 0
        self.words_a_set = (n + 63) // 64
        self.deadlock_room = 64
        self.deadlock_store = zeros(WORD, 64 * self.words_a_set)
        self.deadlock = words(self.deadlock_store)
        self.trial_counter = self.cut_ints(n + 1)
        self.trial_free = self.cut_words(self.groups)
        self.scanned = self.cut_words(self.groups)
        self.trial_gone = self.cut_words(self.groups)
        self.candidate = self.cut_ints(2 * self.variables + 1)
        self.fate = self.cut_ints(2 * self.variables)
        self.candidates = 0
        self.status = RUNNING if self.begin() else REFUTED

    def begin(self) -> cython.bint:
        """Propagate at the root: tiles with a single possible partner. False: no pairing exists."""
        t: cython.int
        for t in range(self.tiles):
            if self.bit[t] and not self.at_least_one(t):
                return False
        return True

    def run(self, nodes: cython.longlong, closures: cython.longlong) -> cython.int:
        """Search until decided, or `nodes` assignments or `closures` closures in all have been looked at.

        0 = not yet, 1 = solved, 2 = refuted. The node limit is exact; that of closures is looked at between nodes.
        """
        choice: cython.int
        while self.status == RUNNING:
            if self.propagate():
                self.settle()
                if self.base_counter[self.tiles] == 0:
                    self.status = SOLVED
                    break
                if self.nodes >= nodes or self.closures >= closures:
                    break
                self.nodes += 1
                if self.relax():
                    if self.conflicts < self.switch_after:
                        choice = self.choose_in_play()
                    else:
                        choice = self.choose_by_activity()
                    self.new_level()
                    self.enqueue(choice, -1)
                    continue
                self.conflict = self.strengthen()
            self.conflicts += 1
            if not self.learn():
                self.status = REFUTED
            elif self.conflicts == self.switch_after:
                self.backjump(0)
        return self.status

    # --- decisions ---------------------------------------------------------------------------------------------
    def choose_in_play(self) -> cython.int:
        """The literal of an open pair that can be removed right now: the best by activity and by how many tiles it frees.

        Freeing one tile counts as much as one bump; the first among equals.
        """
        g: cython.int
        t: cython.int
        v: cython.int
        best: cython.int = -1
        score: cython.double
        highest: cython.double = 0.0
        waiting: cython.ulonglong
        others: cython.ulonglong
        for g in range(self.groups):
            waiting = self.base_free[g] & ~self.base_gone[g]
            while waiting & (waiting - 1):
                t = self.member[self.group_first[g] + lowest_bit(waiting)]
                waiting &= waiting - 1
                others = waiting & self.allowed[t]
                while others:
                    v = self.variable_of[self.variable_first[t] + lowest_bit(others)]
                    if self.value[v] == 0:
                        score = self.frees(t) + self.frees(self.member[self.group_first[g] + lowest_bit(others)])
                        score = self.activity[v] + self.bump_by * score
                        if best < 0 or score > highest:
                            best = v
                            highest = score
                    others &= others - 1
        return 2 * best

    def frees(self, u: cython.int) -> cython.int:
        """How many tiles become free in the base state when tile u goes; one that could go at once counts twice."""
        k: cython.int
        c: cython.int
        t: cython.int
        count: cython.int = 0
        for k in range(self.first[u], self.first[u + 1]):
            c = self.base_counter[self.target[k]] - self.delta[k]
            if (c & COVERS) == 0 and ((c & LEFT) == 0 or c < RIGHT):
                t = self.target[k]
                count += 2 if self.allowed[t] & self.base_free[self.group[t]] else 1
        return count

    def choose_by_activity(self) -> cython.int:
        """The literal of the open variable with the highest activity."""
        v: cython.int
        best: cython.int = -1
        for v in range(self.variables):
            if self.value[v] == 0 and (best < 0 or self.activity[v] > self.activity[best]):
                best = v
        return 2 * best

    # --- deadlocks ---------------------------------------------------------------------------------------------
    def find_candidates(self) -> None:
        """Note the forbidden pairs that hold the work state back and are not noted yet.

        A pair is ``2 v`` or ``2 v + 1``, the first or second of variable v; `fate` says what is known of it.
        """
        g: cython.int
        t: cython.int
        v: cython.int
        waiting: cython.ulonglong
        others: cython.ulonglong
        for g in range(self.groups):
            if self.work_free[g] == self.scanned[g]:
                continue  # a new candidate needs a tile that has become free
            self.scanned[g] = self.work_free[g]
            waiting = self.work_free[g] & ~self.work_gone[g]
            while waiting:
                t = self.member[self.group_first[g] + lowest_bit(waiting)]
                waiting &= waiting - 1
                others = self.partners[t] & self.work_free[g] & ~self.allowed[t]
                while others:
                    v = self.variable_of[self.variable_first[t] + lowest_bit(others)]
                    others &= others - 1
                    v = 2 * v + (self.end[4 * v] != t and self.end[4 * v + 1] != t)
                    if self.fate[v] == 0:
                        self.fate[v] = PENDING
                        self.candidate[self.candidates] = v
                        self.candidates += 1

    def enable(self, pair: cython.int) -> cython.bint:
        """Allow a pair again and continue the closure of the work state; whether that clears the board."""
        a: cython.int = self.end[2 * pair]
        b: cython.int = self.end[2 * pair + 1]
        self.closures += 1
        self.allowed[a] |= self.bit[b]
        self.allowed[b] |= self.bit[a]
        self.stack[0] = a  # both are free or gone: looking at one of them takes both
        self.stack[1] = b
        self.events = 2
        return self.spread(self.work_counter, self.work_free, self.work_gone)

    def forbid(self, pair: cython.int) -> None:
        """Take `enable` back, as far as the masks are concerned."""
        a: cython.int = self.end[2 * pair]
        b: cython.int = self.end[2 * pair + 1]
        self.allowed[a] &= ~self.bit[b]
        self.allowed[b] &= ~self.bit[a]

    def strengthen(self) -> cython.int:
        """Turn the stuck work state into a clause; its number.

        Pairs are allowed again one by one, the deepest decision first, as long as the board is not cleared: what is left
        forbidden is a smallest such clause, and the tiles left standing are its deadlock set. A pair that clears the board
        is marked in `key`: by monotonicity a later closure that takes both its tiles clears the board too, and a pair that
        would take them at once needs no closure to know.
        """
        n: cython.int = self.tiles
        k: cython.int
        v: cython.int
        a: cython.int
        b: cython.int
        deepest: cython.int
        size: cython.int = 0
        both: cython.ulonglong
        out: cython.ulonglong
        wide: cython.longlong
        self.candidates = 0
        for k in range(self.groups):
            self.scanned[k] = 0
        self.find_candidates()
        while True:
            deepest = -1
            for k in range(self.candidates):
                v = self.candidate[k]
                if self.fate[v] == PENDING and (deepest < 0 or self.place[v >> 1] > self.place[deepest >> 1]):
                    deepest = v
            if deepest < 0:
                break
            a = self.end[2 * deepest]
            b = self.end[2 * deepest + 1]
            both = self.bit[a] | self.bit[b]
            out = self.work_gone[self.group[a]]
            if out & both == both:  # they went otherwise: the pair holds nothing back any more
                self.fate[deepest] = ENABLED
                continue
            out |= both
            if (self.key[a] | self.key[b]) & out:
                self.fate[deepest] = NEEDED
                self.key[a] |= self.bit[b]
                self.key[b] |= self.bit[a]
                continue
            copy_ints(self.trial_counter, 0, self.work_counter, 0, n + 1)
            copy_words(self.trial_free, 0, self.work_free, 0, self.groups)
            copy_words(self.trial_gone, 0, self.work_gone, 0, self.groups)
            if self.enable(deepest):
                self.forbid(deepest)
                self.fate[deepest] = NEEDED
                self.key[a] |= self.bit[b]
                self.key[b] |= self.bit[a]
                copy_ints(self.work_counter, 0, self.trial_counter, 0, n + 1)
                copy_words(self.work_free, 0, self.trial_free, 0, self.groups)
                copy_words(self.work_gone, 0, self.trial_gone, 0, self.groups)
            else:
                self.fate[deepest] = ENABLED
                self.find_candidates()
        for k in range(self.candidates):
            v = self.candidate[k]
            if self.fate[v] == NEEDED:
                self.key[self.end[2 * v]] = 0
                self.key[self.end[2 * v + 1]] = 0
                if v & 1:
                    wide = v >> 1
                    self.note_hint(EQUAL | wide)
                if v & 1 == 0 or self.fate[v - 1] != NEEDED:
                    self.queue[size] = v & -2
                    size += 1
            else:
                self.forbid(v)
        for k in range(self.candidates):
            self.fate[self.candidate[k]] = 0
        self.unwatched = self.add_clause(self.queue, size)
        self.axiom[self.unwatched] = self.deadlocks
        self.keep_deadlock()
        return self.unwatched

    def keep_deadlock(self) -> None:
        """Keep the set of tiles standing in the work state."""
        at: cython.int = self.next_deadlock()
        t: cython.int
        one: cython.ulonglong = 1
        for t in range(self.tiles):
            if self.bit[t] & ~self.work_gone[self.group[t]]:
                self.deadlock[at + t // 64] |= one << (t % 64)

    def next_deadlock(self) -> cython.int:
        """Room for one more set, empty; the place of its first word."""
        if self.deadlocks == self.deadlock_room:
            self.deadlock_room *= 2
            self.deadlock_store.extend(zeros(WORD, self.deadlock_room * self.words_a_set - len(self.deadlock_store)))
            self.deadlock = words(self.deadlock_store)
        self.deadlocks += 1
        return (self.deadlocks - 1) * self.words_a_set

    def adopt(self, other: PairingSearch, used: array[int]) -> None:
        """Begin with the deadlocks `used` (indices, ascending) of another search of the same problem as clauses."""
        c: cython.int
        k: cython.int
        size: cython.int
        number: cython.int
        at: cython.int
        place: cython.int = 0
        wanted: cython.p_int = ints(used if len(used) else zeros(INT, 1))
        count: cython.int = len(used)
        for c in range(other.clauses):
            if place == count:
                break
            if other.axiom[c] != wanted[place]:
                continue
            size = other.literals_of(c)
            for k in range(size):
                self.queue[k] = other.lits[k]
            for k in range(other.hint_first[c], other.hint_first[c + 1]):
                self.note_hint(other.hint[k])
            number = self.add_clause(self.queue, size)
            self.axiom[number] = self.deadlocks
            at = self.next_deadlock()
            for k in range(self.words_a_set):
                self.deadlock[at + k] = other.deadlock[wanted[place] * self.words_a_set + k]
            if size > 1:
                self.attach(number)
            elif size == 0 or not self.enqueue(self.queue[0], number):
                self.conflict = number
                self.status = REFUTED
                return
            place += 1

    # --- results -----------------------------------------------------------------------------------------------
    def solved(self) -> bool:
        """Whether the search ended with a line of play."""
        return self.status == SOLVED

    def memory(self) -> int:
        """About how many bytes the clauses, hints, deadlocks and saved states take."""
        level: int = 4 * (self.tiles + 1) + 16 * self.groups
        return (
            4 * self.arena_room
            + 8 * self.hint_room
            + 8 * self.deadlock_room * self.words_a_set
            + self.level_room * level
        )

    def deadlock_tiles(self, index: int) -> list[int]:
        """The tiles of deadlock set `index`."""
        at: int = index * self.words_a_set
        return [tile for tile in range(self.tiles) if self.deadlock_store[at + tile // 64] >> (tile % 64) & 1]

    def line(self) -> list[tuple[int, int]]:
        """After "solved": the pairs in an order in which they can be removed."""
        return [(self.order[k], self.order[k + 1]) for k in range(0, self.ordered, 2)]
