"""Exact counts over every position that a search state can reach: each is looked at once and kept.

Numbers of lines grow beyond any machine word, so they are kept as residues of some primes, and as a double that tells how
many primes are enough. A position is compared by all its words: a hash that collides costs time, never a count.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import codes, doubles, ints, words
    from cython.cimports.pyrsolve.kernels.search_state import SearchState
else:
    from pyrsolve.kernels.memory import codes, doubles, ints, words
    from pyrsolve.kernels.search_state import SearchState
from pyrsolve.kernels.memory import CODE, INT, WORD, reals, zeros

RUNNING = cython.declare(cython.int, 0)
DONE = cython.declare(cython.int, 1)
FULL = cython.declare(cython.int, 3)
CIRCLE = cython.declare(cython.int, 4)
OPEN = cython.declare(cython.int, 1)
LOST = cython.declare(cython.int, 2)
WINNABLE = cython.declare(cython.int, 3)
FIRST_ROOM = 1024
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Positions:
    """Positions by their words, numbered as they are met, with some more words for each: a table that only grows.

    `width`: words a position; `more`: words kept with it. `budget`: bytes that it never takes more than.
    """

    def __init__(self, width: int, more: int, budget: int) -> None:
        self.width = width
        self.stride = width + more
        self.budget = budget
        self.count = 0
        self.room = FIRST_ROOM
        self.store = zeros(WORD, self.room * self.stride)
        self.word = words(self.store)
        self.slots = 4 * FIRST_ROOM
        self.slot_store = zeros(INT, self.slots)
        self.slot = ints(self.slot_store)
        self.fresh = False

    def bytes(self) -> int:
        """Bytes of the table."""
        return 8 * self.room * self.stride + 4 * self.slots

    def home(self, key: cython.p_ulonglong) -> cython.longlong:
        """The first slot in which a position is looked for."""
        k: cython.int
        z: cython.ulonglong = GOLDEN
        for k in range(self.width):
            z = (z ^ key[k]) & MASK
            z = ((z ^ (z >> 30)) * MIX_1) & MASK
            z = ((z ^ (z >> 27)) * MIX_2) & MASK
            z = (z ^ (z >> 31)) & MASK
        return cython.cast(cython.longlong, z & cython.cast(cython.ulonglong, self.slots - 1))

    def find(self, key: cython.p_ulonglong) -> cython.longlong:
        """The number of a position, which is added where it is not there (`fresh`); -1 where there is no room for it."""
        place: cython.longlong = self.home(key)
        at: cython.longlong
        number: cython.longlong
        k: cython.int
        while True:
            number = self.slot[place]
            if number == 0:
                break
            at = (number - 1) * self.stride
            k = 0
            while k < self.width and self.word[at + k] == key[k]:
                k += 1
            if k == self.width:
                self.fresh = False
                return number - 1
            place = (place + 1) & (self.slots - 1)
        if self.count == self.room:
            if not self.grow():
                return -1
            place = self.home(key)
            while self.slot[place]:
                place = (place + 1) & (self.slots - 1)
        at = self.count * self.stride
        for k in range(self.width):
            self.word[at + k] = key[k]
        self.count += 1
        self.slot[place] = cython.cast(cython.int, self.count)
        self.fresh = True
        return self.count - 1

    def grow(self) -> cython.bint:
        """Half as much room again; False where the budget does not allow it (while it grows, old and new slots are there)."""
        room: cython.longlong = self.room + self.room // 2
        slots: cython.longlong = self.slots
        place: cython.longlong
        number: cython.longlong
        if room > slots // 2:
            slots *= 2
        if 8 * room * self.stride + 4 * slots > self.budget or room > 2**31 - 2:
            return False
        self.store.extend(zeros(WORD, (room - self.room) * self.stride))
        self.word = words(self.store)
        self.room = room
        if slots != self.slots:
            self.slots = slots
            self.slot_store = zeros(INT, 1)
            self.slot_store = zeros(INT, slots)
            self.slot = ints(self.slot_store)
            for number in range(self.count):
                place = self.home_of(number)
                while self.slot[place]:
                    place = (place + 1) & (self.slots - 1)
                self.slot[place] = cython.cast(cython.int, number + 1)
        return True

    def home_of(self, number: cython.longlong) -> cython.longlong:
        """As `home`, of a position that is there."""
        k: cython.int
        at: cython.longlong = number * self.stride
        z: cython.ulonglong = GOLDEN
        for k in range(self.width):
            z = (z ^ self.word[at + k]) & MASK
            z = ((z ^ (z >> 30)) * MIX_1) & MASK
            z = ((z ^ (z >> 27)) * MIX_2) & MASK
            z = (z ^ (z >> 31)) & MASK
        return cython.cast(cython.longlong, z & cython.cast(cython.ulonglong, self.slots - 1))


class Counting:
    """Counts from where `state` stands; its moves must be the game's (no reductions).

    `primes`: each below 2^62. `positions`, `dead_ends`, `winnable`, `dead_by_left` (by `SearchState.left`) are exact when the
    status is DONE, and what was met so far before. The game must have no circles: one is found, and ends the search.
    """

    def __init__(self, state: SearchState, budget: int, primes: list[int]) -> None:
        self.state = state
        self.primes = len(primes)
        self.prime_store = array(WORD, primes)
        self.prime = words(self.prime_store)
        # with each position: residues in the table; a double and what is known of it beside it, twelve bytes
        width: int = 8 * (state.key_words + len(primes))
        self.table = Positions(state.key_words, self.primes, budget * (width + 8) // (width + 20))
        self.mark_store = zeros(INT, FIRST_ROOM)
        self.size_store = reals(FIRST_ROOM)
        self.marked = FIRST_ROOM
        self.frame_room = 16
        self.frame_store = zeros(CODE, 4 * self.frame_room)
        self.list_room = max(16, state.most_moves)
        self.list_store = zeros(INT, self.list_room)
        self._point()
        self.depth = 0
        self.dead_ends = 0
        self.winnable = 0
        self.edges = 0
        self.status = RUNNING
        self.dead_store = zeros(CODE, 1)
        self.dead = codes(self.dead_store)
        self.dead_room = 1
        if not self.arrive(-1):
            self.status = DONE if self.status == RUNNING else self.status

    def _point(self) -> None:
        self.mark = ints(self.mark_store)
        self.size = doubles(self.size_store)
        self.frame = codes(self.frame_store)
        self.listed = ints(self.list_store)

    def arrive(self, move: cython.int) -> cython.bint:
        """Look at the position where the state stands, for the first time; whether it has moves, and so a frame of its own.

        `move`: the one that led here. The position must not be in the table.
        """
        state: SearchState = self.state
        number: cython.longlong
        k: cython.int
        left: cython.int
        count: cython.int
        start: cython.longlong
        at: cython.longlong
        state.write_key()
        number = self.table.find(state.word)
        if number < 0:
            self.status = FULL
            return False
        if number >= self.marked:
            self.mark_store.extend(zeros(INT, self.table.room - self.marked))
            self.size_store.extend(reals(self.table.room - self.marked))
            self.marked = self.table.room
            self._point()
        self.reached = number
        if not self.table.fresh:
            return False
        at = number * self.table.stride + self.table.width
        self.size[number] = 0.0
        for k in range(self.primes):
            self.table.word[at + k] = 0
        if state.goal():
            self.mark[number] = WINNABLE
            self.winnable += 1
            self.size[number] = 1.0
            for k in range(self.primes):
                self.table.word[at + k] = 1
            return False
        count = state.moves()
        if count == 0:
            self.mark[number] = LOST
            self.dead_ends += 1
            left = state.left()
            if left >= 0:
                if left >= self.dead_room:
                    self.dead_store.extend(zeros(CODE, left + 1 - self.dead_room))
                    self.dead_room = left + 1
                    self.dead = codes(self.dead_store)
                self.dead[left] += 1
            return False
        self.mark[number] = OPEN
        start = self.frame[4 * self.depth - 2] if self.depth else 0
        if start + count > self.list_room:
            self.list_store.extend(zeros(INT, max(self.list_room, count)))
            self.list_room = len(self.list_store)
            self._point()
        for k in range(count):
            self.listed[start + k] = state.move[k]
        if self.depth + 1 >= self.frame_room:
            self.frame_store.extend(zeros(CODE, 4 * self.frame_room))
            self.frame_room *= 2
            self._point()
        # number, next move, end of moves, the move that led here
        self.frame[4 * self.depth] = number
        self.frame[4 * self.depth + 1] = start
        self.frame[4 * self.depth + 2] = start + count
        self.frame[4 * self.depth + 3] = move
        self.depth += 1
        return True

    def run(self, steps: cython.longlong) -> cython.int:
        """Follow so many moves more; 0 = not finished."""
        state: SearchState = self.state
        top: cython.longlong
        move: cython.int
        while self.depth and self.status == RUNNING and steps > 0:
            steps -= 1
            top = 4 * (self.depth - 1)
            if self.frame[top + 1] < self.frame[top + 2]:
                move = self.listed[self.frame[top + 1]]
                self.frame[top + 1] += 1
                self.edges += 1
                state.apply(move)
                if not self.arrive(move):
                    if self.status == RUNNING:
                        self.add(self.reached)
                    state.undo(move)
                continue
            self.reached = self.frame[top]
            self.mark[self.reached] = WINNABLE if self.size[self.reached] > 0 else LOST
            if self.size[self.reached] > 0:
                self.winnable += 1
            move = cython.cast(cython.int, self.frame[top + 3])
            self.depth -= 1
            if self.depth:
                self.add(self.reached)
                state.undo(move)
            else:
                self.status = DONE
        return self.status

    def add(self, number: cython.longlong) -> None:
        """The lines of a finished position are lines of the one on top of the path."""
        parent: cython.longlong = self.frame[4 * (self.depth - 1)]
        to: cython.longlong = parent * self.table.stride + self.table.width
        at: cython.longlong = number * self.table.stride + self.table.width
        k: cython.int
        total: cython.ulonglong
        if self.mark[number] == OPEN:
            self.status = CIRCLE
            return
        self.size[parent] += self.size[number]
        for k in range(self.primes):
            total = self.table.word[to + k] + self.table.word[at + k]
            if total >= self.prime[k]:
                total -= self.prime[k]
            self.table.word[to + k] = total

    # --- results -----------------------------------------------------------------------------------------------
    def positions(self) -> int:
        """Positions met."""
        return self.table.count

    def residues(self) -> list[int]:
        """The number of lines that win from the start, modulo each prime."""
        at: int = self.table.width
        return [self.table.store[at + k] for k in range(self.primes)]

    def lines(self) -> float:
        """The same, roughly."""
        return self.size_store[0]

    def dead_ends_by_left(self) -> dict[int, int]:
        """Dead ends by how many tiles are left."""
        return {left: count for left, count in enumerate(self.dead_store) if count}

    def bytes(self) -> int:
        """Bytes taken."""
        return self.table.bytes() + 12 * self.marked
