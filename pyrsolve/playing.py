"""A game that is being played: its history, undo, saving, the seats and who sits on them. Prints nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pyrsolve import registry
from pyrsolve.backends.engine import Evaluation
from pyrsolve.errors import IllegalMoveError, UnsupportedError
from pyrsolve.games.base import Deal
from pyrsolve.games.play import CHANCE, OVER, Event, PlayState, drawn
from pyrsolve.outcome import Limits
from pyrsolve.records.encode import encode
from pyrsolve.records.play import GameRecord, MoveRecord
from pyrsolve.splitmix import SplitMix64
from pyrsolve.verify.audit import Move

HUMAN = "human"


@dataclass(frozen=True, slots=True)
class Done:
    """A move that was made, and the state before it."""

    actor: int
    move: Any
    before: PlayState
    events: tuple[Event, ...]


@dataclass
class Session:
    """One game: `seats` name who plays for each player, `HUMAN` or an engine; `seed` decides all chance and all engines.

    What chance does depends on the seed and the number of moves made before: taking a move back does not draw anew.
    """

    deal: Deal
    start: PlayState
    seats: tuple[str, ...]
    seed: int = 1
    limits: Limits = field(default_factory=lambda: Limits(seconds=1.0))
    names: tuple[str, ...] = ()
    history: list[Done] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = self.start

    def make(self, move: Any) -> tuple[Event, ...]:
        """Make a move of the actor. Raises IllegalMoveError."""
        actor = self.state.actor()
        after, events = self.state.play(move)
        self.history.append(Done(actor, move, self.state, events))
        self.state = after
        return events

    def go_on(self) -> Done | None:
        """One move of chance or of an engine; None where a person is to move or the game is over."""
        actor = self.state.actor()
        if actor == OVER:
            return None
        if actor == CHANCE:
            self.make(drawn(self.state, SplitMix64(self.own_seed("chance"))))
        elif self.seats[actor] != HUMAN:
            move = self.advice(actor, self.seats[actor]).move
            if move is None:  # cut off before it knew anything
                move = self.state.moves()[0]
            self.make(move)
        else:
            return None
        return self.history[-1]

    def own_seed(self, what: str) -> int:
        """A seed for this place in the game."""
        digest = hashlib.sha256(f"{self.seed}|{what}|{len(self.history)}".encode()).digest()
        return int.from_bytes(digest[:8], "big")

    def advice(self, player: int, engine: str) -> Evaluation:
        """What an engine says to a player; it is given that player's view."""
        chosen = registry.engine(engine)
        return chosen.evaluate(self.state.view(player), self.limits, self.own_seed(engine))

    def undo(self) -> bool:
        """Back to the last decision of a person; whether there was one."""
        for place in range(len(self.history) - 1, -1, -1):
            done = self.history[place]
            if done.actor >= 0 and self.seats[done.actor] == HUMAN:
                self.state = done.before
                del self.history[place:]
                return True
        return False

    def record(self) -> GameRecord:
        """The game so far."""
        import msgspec

        over = self.state.actor() == OVER
        return GameRecord(
            schema_="pyrsolve.record/1",
            deal=msgspec.to_builtins(registry.game(self.deal.game).write(self.deal)),
            players=self.names,
            moves=tuple(
                MoveRecord(actor="chance" if done.actor == CHANCE else done.actor, move=done.move)
                for done in self.history
            ),
            returns=tuple(value if isinstance(value, int) else str(value) for value in self.state.returns())
            if over
            else None,
        )

    def save(self, path: Path) -> None:
        """Write the record; an older file is replaced only when the new one is whole. Raises OSError."""
        draft = path.with_name(f"{path.name}.new")
        draft.write_bytes(encode(self.record()) + b"\n")
        draft.replace(path)

    def restore(self, moves: Sequence[Move]) -> None:
        """Make the moves of a record from the start. Raises IllegalMoveError naming the one that is not legal."""
        self.state, self.history = self.start, []
        for number, entry in enumerate(moves, start=1):
            if entry.actor != self.state.actor():
                raise IllegalMoveError(f"move {number}: out of turn")
            try:
                self.make(entry.move)
            except IllegalMoveError as error:
                raise IllegalMoveError(f"move {number}: {error}") from None


def engine_for(state: PlayState) -> str:
    """The engine to ask where none is named: what fits the kind of game, as far as a look at its start tells."""
    complete = all(state.view(player).complete for player in range(state.players))
    if not complete or state.actor() == CHANCE:
        return "mcts"
    return "adversarial"


def read_move(state: PlayState, text: str) -> Any:
    """The move that a person means: JSON, or its number in the list of moves (from 1), or its words.

    Raises IllegalMoveError where it is none of these.
    """
    moves = list(state.moves())
    words = text.replace(",", " ").replace("-", " ").split()
    if len(words) == 1 and words[0].isdigit():
        number = int(words[0])
        if 1 <= number <= len(moves):
            return moves[number - 1]
        raise IllegalMoveError(f"there is no move {number}: the list has {len(moves)}")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    for move in moves:
        if words == _words_of(move):
            return move
    if words and all(word.isdigit() for word in words):
        return [int(word) for word in words]  # let the rules say what is wrong with it
    raise IllegalMoveError(f"{text!r} is no move; 'moves' lists them, 'help' says what else there is")


def _words_of(move: Any) -> list[str]:
    parts = move if isinstance(move, list | tuple) else [move]
    return [word for part in parts for word in str(part).replace("-", " ").split()]


def solver_hint(state: PlayState) -> tuple[Any, str] | None:
    """A move that keeps a game for one winnable, by its solver; None where it has no solver or is not known to be winnable."""
    from pyrsolve import api
    from pyrsolve.outcome import Verdict

    deal = state.deal()
    if deal is None or state.players > 1:
        return None
    try:
        outcome = api.solve(deal, limits=Limits(seconds=5.0), proof=False)
    except UnsupportedError:
        return None
    if outcome.witness:
        first = outcome.witness[0]
        move = list(first) if isinstance(first, tuple) else first
        return move, f"the game can still be won: {len(outcome.witness)} moves, found by {outcome.backend}"
    if outcome.verdict is Verdict.UNSOLVABLE:
        return None, "the game can no longer be won (undo, or see how far you get)"
    return None
