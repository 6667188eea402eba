"""The games: one folder each. A game says what is legal; it never imports a backend."""

from pyrsolve._callable import make_callable

make_callable(__name__)
