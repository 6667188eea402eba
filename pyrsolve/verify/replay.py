"""Replays a witness with the reference rules of its game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pyrsolve.errors import DisagreementError, Fault, IllegalMoveError
from pyrsolve.games.base import Deal, Game


def replay(game: Game[Any, Any], deal: Deal, witness: Iterable[Any]) -> list[Fault]:
    """What is wrong with `witness` as a line that wins `deal`: an illegal move, or a position that is not the goal."""
    position = game.start(deal)
    count = 0
    for count, move in enumerate(witness, start=1):
        try:
            position = game.step(position, move)
        except IllegalMoveError as error:
            return [Fault(f"move {count}: {error}", f"$.witness[{count - 1}]")]
    if not game.won(position):
        return [Fault(f"after the {count} moves of the witness the deal is not won", "$.witness")]
    return []


def confirm(game: Game[Any, Any], deal: Deal, line: Iterable[Any], what: str) -> None:
    """Raise DisagreementError where a line that was found does not win; `what` names it."""
    faults = replay(game, deal, line)
    if faults:
        raise DisagreementError(f"{what} does not win: {faults[0]}")
