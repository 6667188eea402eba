"""Audits a game that was played: every move by the reference rules, every point with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pyrsolve.errors import IllegalMoveError
from pyrsolve.games.play import CHANCE, OVER, Event, PlayState, Value

if TYPE_CHECKING:
    from pyrsolve.records.play import GameRecord


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a record: `actor` is a player from 0, or `CHANCE`."""

    actor: int
    move: Any


def moves_of(record: GameRecord) -> list[Move]:
    """The moves of a record."""
    return [Move(CHANCE if entry.actor == "chance" else entry.actor, entry.move) for entry in record.moves]


@dataclass(frozen=True, slots=True)
class Judged:
    """A move and what the rules say of it: `why` it is illegal (None: it is legal), by which `rule`; or what it brought about."""

    actor: int
    move: Any
    why: str | None = None
    rule: str | None = None
    events: tuple[Event, ...] = ()


@dataclass(kw_only=True)
class Audit:
    """The judged moves, the points of each player so far, and the end; `faults`: what does not hold, in words."""

    moves: list[Judged] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    over: bool = False
    returns: tuple[Value, ...] | None = None
    faults: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether the record agrees with the rules."""
        return not self.faults


def audit(start: PlayState, moves: Sequence[Move], returns: Sequence[Any] | None = None) -> Audit:
    """Go through the moves from `start`. An illegal move is left out, and the game goes on from before it.

    `returns`: what the record says that each player has in the end, compared where the game is over.
    """
    found = Audit(points=[0] * start.players)
    state = start
    for number, entry in enumerate(moves, start=1):
        judged, state = judge(state, entry)
        found.moves.append(judged)
        if judged.why is not None:
            rule = f" ({judged.rule})" if judged.rule and judged.rule not in judged.why else ""
            found.faults.append(f"move {number}: {judged.why}{rule}")
        for event in judged.events:
            if event.player is not None and event.points is not None:
                found.points[event.player] += event.points
    found.over = state.actor() == OVER
    if found.over:
        found.returns = state.returns()
    if returns is not None and not found.over:
        found.faults.append("the record says how the game ended, but it has not ended")
    elif returns is not None and found.returns is not None:
        said = [_number(value) for value in returns]
        if said != [Fraction(value) for value in found.returns]:
            told, true = ", ".join(map(str, returns)), ", ".join(map(str, found.returns))
            found.faults.append(f"the record says that the game returned {told}; it returned {true}")
    return found


def judge(state: PlayState, entry: Move) -> tuple[Judged, PlayState]:
    """What the rules say of one move, and the state after it: the same where it is illegal."""
    actor = state.actor()
    if actor == OVER:
        return Judged(entry.actor, entry.move, "the game is over"), state
    if entry.actor != actor:
        turn = "chance decides" if actor == CHANCE else f"it is player {actor + 1}'s turn"
        return Judged(entry.actor, entry.move, f"out of turn: {turn}"), state
    try:
        if actor == CHANCE and entry.move not in [outcome for outcome, _ in state.chances()]:
            raise IllegalMoveError(f"chance has no outcome {entry.move!r} here")
        after, events = state.play(entry.move)
    except IllegalMoveError as error:
        return Judged(entry.actor, entry.move, str(error), error.rule), state
    return Judged(entry.actor, entry.move, events=events), after


def _number(value: Any) -> Fraction | None:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
