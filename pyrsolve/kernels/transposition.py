"""A set of positions already searched, within a budget of bytes: the transposition table.

Open addressing over entries of ``hash, mark, key words``. A position is looked for in `reach` places from its home, and a
table that may not grow any more replaces the one among those that was cheapest to search. Positions are compared by all
their words: hashes that collide cost time, never an answer. A position is *open* while the search is below it, last opened
first closed; open ones are never replaced. What was replaced is unknown again, to be searched again.
"""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import codes, words
else:
    from pyrsolve.kernels.memory import codes, words
from pyrsolve.kernels.memory import CODE, WORD, zeros

FIRST_ROOM = 1024
"""At most so many entries at first: the table grows with the search, so that small deals cost nothing."""
MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
FIRST_PATH = 16
MOST = 2**32 - 1
"""The most entries that `home` can tell apart."""
BATCH = cython.declare(cython.longlong, 1 << 16)
WINDOW = cython.declare(cython.longlong, 8)


class Transposition:
    """The table. `states` counts the positions in it, `evictions` those that were replaced.

    Growing needs the old table and one twice its size at once, so that the largest has two thirds of the `budget`. The list of
    what is open comes on top: `path_room` words, twice as many whenever more are open.
    """

    def __init__(self, key_words: int, budget: int) -> None:
        self.key_words = key_words
        self.stride = key_words + 2
        self.largest = min(budget * 2 // 3 // (8 * self.stride), MOST)
        room: int = self.largest
        doublings: int = 0
        while room > FIRST_ROOM:
            room //= 2
            doublings += 1
        self.largest = room << doublings
        self.first_room = room
        self.room = room
        self.reach = min(WINDOW, room)
        self.store = zeros(WORD, room * self.stride)
        self.entry = words(self.store)
        self.old_store = self.store
        self.old_entry = self.entry
        self.old_room = room
        self.moved = -1
        self.states = 0
        self.evictions = 0
        self.opened = 0
        self.path_room = FIRST_PATH
        self.path_store = zeros(CODE, self.path_room)
        self.path = codes(self.path_store)

    def home(self, hashed: cython.ulonglong) -> cython.longlong:
        """The first place in which a position is looked for."""
        high: cython.ulonglong = hashed >> 32
        size: cython.ulonglong = self.room  # at most `MOST`
        return (high * size) >> 32

    def knows(self, hashed: cython.ulonglong, key: cython.p_ulonglong) -> cython.bint:
        """Whether the position is in the table, open or closed."""
        place: cython.longlong = self.home(hashed)
        step: cython.longlong
        at: cython.longlong
        k: cython.int
        for step in range(self.reach):  # noqa: B007
            at = place * self.stride
            if self.entry[at + 1] == 0:
                return False  # nothing is ever deleted, so nothing lies behind a gap
            if self.entry[at] == hashed:
                k = 0
                while k < self.key_words and self.entry[at + 2 + k] == key[k]:
                    k += 1
                if k == self.key_words:
                    return True
            place += 1
            if place == self.room:
                place = 0
        return False

    def open(self, hashed: cython.ulonglong, key: cython.p_ulonglong) -> cython.bint:
        """Put in a position that the table does not know, as open. False: every entry is open, there is no room left.

        `ready` must have said True since the last time.
        """
        k: cython.int
        at: cython.longlong
        place: cython.longlong
        if self.opened == self.path_room:
            self.path_store.extend(zeros(CODE, self.path_room))
            self.path_room *= 2
            self.path = codes(self.path_store)
        place = self.place_for(hashed, self.room == self.largest)
        if place < 0:
            return False
        at = place * self.stride
        if self.entry[at + 1]:
            self.evictions += 1
        else:
            self.states += 1
        self.entry[at] = hashed
        self.entry[at + 1] = 2 * self.opened + 1
        for k in range(self.key_words):
            self.entry[at + 2 + k] = key[k]
        self.path[self.opened] = place
        self.opened += 1
        return True

    def close(self, effort: cython.longlong) -> None:
        """Close the position opened last, which cost `effort` nodes (at least 1) to search."""
        self.opened -= 1
        self.entry[self.path[self.opened] * self.stride + 1] = 2 * effort

    def forget(self) -> None:
        """Take back the last `open`: nothing was found out about the position."""
        at: cython.longlong
        self.opened -= 1
        at = self.path[self.opened] * self.stride
        self.entry[at] = ~self.entry[at] & MASK
        self.entry[at + 1] = 2

    def place_for(self, hashed: cython.ulonglong, replacing: cython.bint) -> cython.longlong:
        """An empty place or, if `replacing`, that of the cheapest closed position within reach; -1 where there is none.

        Reach grows where nothing in it can be had.
        """
        place: cython.longlong = self.home(hashed)
        best: cython.longlong = -1
        mark: cython.ulonglong
        lowest: cython.ulonglong = 0
        step: cython.longlong = 0
        while step < self.reach or (best < 0 and step < self.room):
            step += 1
            mark = self.entry[place * self.stride + 1]
            if mark == 0:
                best = place
                break
            if replacing and mark & 1 == 0 and (best < 0 or mark < lowest):
                best = place
                lowest = mark
            place += 1
            if place == self.room:
                place = 0
        if step > self.reach:
            self.reach = step
        return best

    def ready(self) -> cython.bint:
        """Make room for one more position, by growing if need be. False: not done yet, call again; meanwhile ask nothing else.

        One call moves `BATCH` entries at most, so that a search can look at the clock while a large table grows.
        """
        if self.moved < 0:
            if 2 * (self.states + 1) <= self.room or self.room == self.largest:
                return True
            self.old_store = self.store
            self.old_entry = self.entry
            self.old_room = self.room
            self.room *= 2
            # a long array repeated: repeating a single zero takes several times as long
            self.store = zeros(WORD, self.first_room * self.stride) * (self.room // self.first_room)
            self.entry = words(self.store)
            self.reach = min(WINDOW, self.room)
            self.moved = 0
        self.move_some()
        return self.moved < 0

    def move_some(self) -> None:
        """Move the next entries from the old table."""
        source: cython.p_ulonglong = self.old_entry
        end: cython.longlong = min(self.moved + BATCH, self.old_room)
        i: cython.longlong
        k: cython.int
        at: cython.longlong
        place: cython.longlong
        for i in range(self.moved, end):
            at = i * self.stride
            if source[at + 1] == 0:
                continue
            place = self.place_for(source[at], False)
            if source[at + 1] & 1:
                self.path[source[at + 1] >> 1] = place
            for k in range(self.stride):
                self.entry[place * self.stride + k] = source[at + k]
        self.moved = end
        if end == self.old_room:
            self.moved = -1
            self.old_entry = self.entry
            self.old_store = self.store

    def bytes(self) -> cython.longlong:
        """How many bytes the entries take now."""
        return 8 * self.room * self.stride
