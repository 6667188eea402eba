"""One depth-first search for every game: iterative, over any `SearchState`, each position once while the table lasts.

Exhaustion is a proof. A position is skipped only where the state itself says "lost", or where the table holds all its
words: then its moves have all been tried, or will be, since it lies on the current path (games may lead back). A position
that the table had to give up is searched again. So when the search ends, every position that can be reached, other than
through a lost one, has been looked at. A state whose hints get better as the search goes on may ask for new beginnings:
what was searched to its end stays in the table, and each turn is half as long again as the one before, so that one is the
last.
"""

from __future__ import annotations

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import codes, ints
    from cython.cimports.pyrsolve.kernels.search_state import SearchState
    from cython.cimports.pyrsolve.kernels.transposition import Transposition
else:
    from pyrsolve.kernels.memory import codes, ints
    from pyrsolve.kernels.search_state import SearchState
    from pyrsolve.kernels.transposition import Transposition
from pyrsolve.kernels.memory import CODE, INT, zeros

RUNNING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
FIRST_FRAMES = 16
STACK_SHARE = 8
"""One byte in so many of the budget is for the moves of the current path."""


class DepthFirst:
    """The search from where `state` stands.

    `budget`: bytes for the table and the path together; it never takes more. `prune`: whether to ask the state what is lost.
    One node is one arrival at a position. The state's own memory is not counted.
    """

    def __init__(self, state: SearchState, budget: int, prune: bool = True) -> None:
        self.state = state
        self.pruning = prune
        self.budget = budget
        self.nodes = 0
        self.depth = 0
        self.turn = state.restarts
        self.turned = 0
        self.arriving = True
        self.frame_room = FIRST_FRAMES
        self.next_store = zeros(CODE, FIRST_FRAMES)
        self.end_store = zeros(CODE, FIRST_FRAMES)
        self.spent_store = zeros(CODE, FIRST_FRAMES)
        self.list_room = max(FIRST_FRAMES, state.most_moves)
        self.list_store = zeros(INT, self.list_room)
        self.score_store = zeros(INT, state.most_moves)
        self._point()
        self.table = Transposition(state.key_words, 0)
        self.stack_budget = max(self.stack_bytes(), budget // STACK_SHARE)
        self.table = Transposition(state.key_words, max(0, budget - self.stack_budget))
        self.status = RUNNING if self.table.largest > 0 else FULL

    def _point(self) -> None:
        self.next = codes(self.next_store)
        self.end = codes(self.end_store)
        self.spent = codes(self.spent_store)
        self.listed = ints(self.list_store)
        self.score = ints(self.score_store)

    def run(self, nodes: cython.longlong, until: cython.longlong) -> cython.int:
        """Search until decided, or `nodes` or `until` positions in all have been looked at (both exact). While a large
        table grows, a call ends early: it is to be called until it says something else than 0, or the limit is reached.

        0 = not yet, 1 = solved (the state stands at the goal), 2 = exhausted, 3 = the budget does not hold the current path.
        """
        state: SearchState = self.state
        here: cython.longlong
        while self.status == RUNNING:
            if self.arriving:
                if self.nodes >= nodes or self.nodes >= until:
                    break
                if self.turn and self.nodes - self.turned >= self.turn:
                    self.restart()
                if not self.table.ready():
                    break
                self.nodes += 1
                self.arriving = False
                if self.arrive():
                    continue
            else:
                here = self.depth - 1
                if self.next[here] < self.end[here]:
                    state.apply(self.listed[self.next[here]])
                    self.next[here] += 1
                    self.arriving = True
                    continue
                self.table.close(self.nodes - self.spent[here])
                self.depth = here
            if self.status != RUNNING:
                break
            if self.depth == 0:
                self.status = EXHAUSTED
            else:
                state.undo(self.listed[self.next[self.depth - 1] - 1])
        return self.status

    def restart(self) -> None:
        """Go back to the beginning, to try other moves first. The positions on the path were not searched to the end."""
        while self.depth:
            self.depth -= 1
            self.state.undo(self.listed[self.next[self.depth] - 1])
            self.table.forget()
        self.turned = self.nodes
        self.turn += self.turn // 2

    def arrive(self) -> cython.bint:
        """Look at the position in which the state stands; whether it was opened, to go on from."""
        state: SearchState = self.state
        hashed: cython.ulonglong
        count: cython.int
        k: cython.int
        j: cython.int
        move: cython.int
        score: cython.int
        start: cython.longlong
        if state.goal():
            self.status = SOLVED
            return False
        hashed = state.hash()
        state.write_key()
        if self.table.knows(hashed, state.word):
            return False
        if self.pruning and state.prune():
            return False
        count = state.moves()
        if count == 0:
            return False
        start = self.end[self.depth - 1] if self.depth else 0
        if not self.make_room(start + count) or not self.table.open(hashed, state.word):
            self.status = FULL
            return False
        for k in range(count):  # insertion sort: the lists are short
            move = state.move[k]
            score = state.order(move)
            j = k
            while j > 0 and self.score[j - 1] < score:
                self.score[j] = self.score[j - 1]
                self.listed[start + j] = self.listed[start + j - 1]
                j -= 1
            self.score[j] = score
            self.listed[start + j] = move
        self.next[self.depth] = start
        self.end[self.depth] = start + count
        self.spent[self.depth] = self.nodes - 1
        self.depth += 1
        return True

    def make_room(self, moves: cython.longlong) -> cython.bint:
        """Make room for one more frame and for `moves` moves in all. False: the budget forbids it."""
        more: cython.longlong = 0
        if self.depth == self.frame_room:
            more = 24 * self.frame_room
        if self.table.opened == self.table.path_room:
            more += 8 * self.table.path_room  # the table does that by itself
        if moves > self.list_room:
            more += 4 * moves
        if more == 0:
            return True
        if self.stack_bytes() + 2 * more > self.stack_budget:  # twice, for what is copied from and to
            return False
        if self.depth == self.frame_room:
            for store in (self.next_store, self.end_store, self.spent_store):
                store.extend(zeros(CODE, self.frame_room))
            self.frame_room *= 2
        if moves > self.list_room:
            self.list_store.extend(zeros(INT, moves))
            self.list_room += moves
        self._point()
        return True

    def stack_bytes(self) -> cython.longlong:
        """How many bytes the current path takes."""
        return 24 * self.frame_room + 8 * self.table.path_room + 4 * (self.list_room + self.state.most_moves)

    def bytes(self) -> cython.longlong:
        """How many bytes the table and the current path take now."""
        return self.table.bytes() + self.stack_bytes()

    def line(self) -> list[Any]:
        """After "solved": the moves in the game's codec."""
        return self.state.line()
