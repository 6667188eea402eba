"""Random play: how often a deal is won by picking any legal move, uniformly, until none is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrsolve.analysis.extension import Budget
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Limits

if TYPE_CHECKING:
    from pyrsolve.kernels.playouts import Playouts

SLICE_MOVES = 20_000
"""About how many moves are made between two looks at the clock."""


def random_wins(game: Game[Any, Any], deal: Deal, plays: int, seed: int) -> int:
    """How many of `plays` random games win; the same for the same seed. Raises UnsupportedError without a search state."""
    return play(game, deal, plays, seed, Budget(Limits())).wins


def play(game: Game[Any, Any], deal: Deal, plays: int, seed: int, budget: Budget, *, careful: bool = False) -> Playouts:
    """Play `plays` random games, fewer where `budget` is spent first: `wins` of `plays` is the sample.

    Careful play takes no move after which the state's own bound (for removal games the relaxed closure) says that the game is
    lost, unless every move is one; of the others, any is as likely. Raises UnsupportedError where the game has no search state.
    """
    from pyrsolve.kernels.playouts import Playouts

    if Form.SEARCH_STATE not in game.forms():
        raise UnsupportedError(f"the game {game.name!r} has no search state to play at random in")
    made = Playouts(game.search_state(deal, reductions=False), seed, careful)
    step = 1
    while made.plays < plays and not budget.spent():
        made.run(min(step, plays - made.plays))
        step = max(1, SLICE_MOVES * made.plays // max(1, made.moves))
    return made
