"""Makes deals that can be won: proves, grades, filters and changes what a game's own dealing made; knows no game."""

from pyrsolve._callable import make_callable

make_callable(__name__)
