"""The form of games with players, chance and hidden hands: a state that is played, and what each player may see of it.

What a player may know is an object of its own, a `View`, which holds nothing else: an engine, or a person at the terminal, is
given the view and never the state. Two states that differ only in what is hidden from a player give equal views.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyrsolve.games.base import Deal
    from pyrsolve.kernels.search_state import SearchState
    from pyrsolve.splitmix import SplitMix64

CHANCE = -1
OVER = -2
Value = int | Fraction


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a move brought about, by a rule: what a record's reader wants to be told.

    `points`: what `player` (from 0) gains or loses by it; None where it is not about points.
    """

    text: str
    player: int | None = None
    points: int | None = None
    rule: str | None = None


class View(ABC):
    """What one player knows: frozen, equal and hashable by that knowledge alone."""

    player: int

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether nothing is hidden: then `sample` gives the state itself."""

    @abstractmethod
    def text(self) -> list[str]:
        """The position in words, as this player sees it."""

    @abstractmethod
    def sample(self, random: SplitMix64) -> PlayState:
        """A state that looks like this: what is hidden, drawn at random, each way that agrees with the rules as likely."""


class PlayState(ABC):
    """A position in a game that is played: immutable.

    Players count from 0. `low` and `high` bound what any player can return, endless play included; `endless` is what each
    player gets where play never ends.
    """

    players: int
    low: Value
    high: Value
    endless: Value = 0

    @abstractmethod
    def actor(self) -> int:
        """The player to move, `CHANCE`, or `OVER`."""

    @abstractmethod
    def moves(self) -> Sequence[Any]:
        """The legal moves of the actor (JSON values of the game's codec), in a fixed order; never empty while a player acts."""

    def chances(self) -> Sequence[tuple[Any, Fraction]]:
        """The outcomes where the actor is `CHANCE`, with their exact probabilities, which add up to 1."""
        return ()

    @abstractmethod
    def play(self, move: Any) -> tuple[PlayState, tuple[Event, ...]]:
        """The state after a move of the actor or an outcome of chance, and what happened. Raises IllegalMoveError."""

    @abstractmethod
    def returns(self) -> tuple[Value, ...]:
        """What each player has in the end; asked only when the game is over."""

    @abstractmethod
    def view(self, player: int) -> View:
        """What a player may know."""

    @abstractmethod
    def key(self) -> Hashable:
        """Everything that matters from here on: states with equal keys have the same ways on and the same returns."""

    def shows(self, move: Any, player: int) -> bool:
        """Whether `player`, who is not the actor, is told of this move or outcome; games with secret ones say no."""
        return True

    def zero_sum(self) -> bool:
        """Whether there are two players and what one gains the other loses."""
        return False

    def estimate(self) -> tuple[float, ...] | None:
        """A guess at the returns, for searches that cannot reach the end; None is "no idea"."""
        return None

    def deal(self) -> Deal | None:
        """The position as a deal of its own, where the game's solvers can go on from it."""
        return None

    def search_state(self) -> SearchState | None:
        """The rest of the game as a search state, where nothing is hidden and chance has no part in it."""
        return None


def drawn(state: PlayState, random: SplitMix64) -> Any:
    """An outcome of chance, drawn by the exact probabilities."""
    outcomes = state.chances()
    common = lcm(*(share.denominator for _, share in outcomes))
    ticket = random.below(common)
    for outcome, share in outcomes:
        ticket -= int(share * common)
        if ticket < 0:
            return outcome
    raise AssertionError("the probabilities add up to less than 1")
