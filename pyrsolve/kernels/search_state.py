"""The form that general searches run on: a position that moves are applied to and taken back from.

A game derives its state from `SearchState`, in Python or (with a ``.pxd`` of its own) compiled; nothing here knows any
game. Moves are numbers that only the state understands. They need not be the game's moves: a state may take forced moves
by itself, or split the ways on from a position by any other question, as long as `moves` covers all of them.
"""

from __future__ import annotations

from typing import Any

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import ints, words
else:
    from pyrsolve.kernels.memory import ints, words
from pyrsolve.kernels.memory import INT, WORD, zeros


class SearchState:
    """A position, changed in place. A search gives moves only from `moves`, and undoes them last first.

    `most_moves`: no position has more of them; `key_words`: how many 64-bit words tell two positions apart.
    `listed` and `key` are the arrays (``i`` and ``Q``) that `moves` and `write_key` fill; compiled subclasses write through
    the pointers `move` and `word` to the same memory. Neither may be replaced or resized. `restarts`: a state whose moves and
    hints change with what the search has met sets the number of nodes after which it should begin again; 0 is never.
    """

    def __init__(self, most_moves: int, key_words: int) -> None:
        self.most_moves = most_moves
        self.key_words = key_words
        self.restarts = 0
        self.listed = zeros(INT, most_moves)
        self.key = zeros(WORD, key_words)
        self.move = ints(self.listed)
        self.word = words(self.key)

    # --- what every state must say -----------------------------------------------------------------------------
    def moves(self) -> cython.int:
        """Write the moves of this position to ``listed[0:count]``; the count, at most `most_moves`.

        If the goal can be reached from here, it can be reached by at least one of them.
        """
        raise NotImplementedError

    def apply(self, move: cython.int) -> None:
        """Make a move that `moves` gave for this position."""
        raise NotImplementedError

    def undo(self, move: cython.int) -> None:
        """Take back `move`, the last one made."""
        raise NotImplementedError

    def hash(self) -> cython.ulonglong:
        """64 bits (0 to 2^64 - 1), the same whenever the position is; different positions should differ."""
        raise NotImplementedError

    def write_key(self) -> None:
        """Write the position to ``key[0:key_words]``: two positions with the same words have the same ways on."""
        raise NotImplementedError

    def goal(self) -> cython.bint:
        """Whether this position is won."""
        raise NotImplementedError

    def line(self) -> list[Any]:
        """The moves in the game's codec that lead from the deal to this position."""
        raise NotImplementedError

    # --- what a state may know ---------------------------------------------------------------------------------
    def prune(self) -> cython.bint:
        """True only where the goal cannot be reached from here; False says nothing."""
        return False

    def bound(self) -> cython.int:
        """The goal is never nearer than so many of the game's moves: for searches that optimise."""
        return 0

    def left(self) -> cython.int:
        """How many tiles (or whatever a game has to get rid of) are left; -1 where that means nothing."""
        return -1

    def order(self, move: cython.int) -> cython.int:
        """A hint: moves with higher numbers are tried first, equal ones in the order of `moves`."""
        return 0
