"""What an engine is: it chooses moves in games that are played, and says what they are worth.

An engine is given a view, never a state, so it cannot look at what the player may not see.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from pyrsolve.errors import UnsupportedError
from pyrsolve.games.play import OVER, PlayState, View
from pyrsolve.outcome import Limits, SearchStats, StopReason
from pyrsolve.splitmix import SplitMix64


@dataclass(frozen=True, slots=True)
class Worth:
    """What is known of a value: it lies between `low` and `high`; or, with an `error`, it is an estimate about their mean.

    `error` is the standard error of an estimate; None where the bounds are proved.
    """

    low: float
    high: float
    error: float | None = None

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.error is None and self.low == self.high

    @property
    def middle(self) -> float:
        """The estimate, or the middle of the bounds."""
        return self.low + (self.high - self.low) / 2

    def __str__(self) -> str:
        if self.error is not None:
            return f"about {self.middle:.4g} (standard error {self.error:.2g})"
        return f"{float(self.low):g}" if self.exact else f"between {float(self.low):g} and {float(self.high):g}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What an engine says of a position, for the player whose view it was.

    `move` is the best known move (None where it is not this player's turn, or the game is over); `moves` has what each
    is worth, the best first; `values`: what each player gets, where that is known exactly. `stopped`: the limit that ended it.
    """

    worth: Worth
    move: Any = None
    moves: tuple[tuple[Any, Worth], ...] = ()
    values: tuple[Any, ...] | None = None
    stats: SearchStats = field(default_factory=SearchStats)
    stopped: StopReason | None = None


class Engine(ABC):
    """A way to evaluate positions; `hidden`: also such as have something hidden; `proves`: its bounds are proved."""

    name: str
    summary: str
    hidden: bool = False
    proves: bool = True

    @abstractmethod
    def evaluate(self, view: View, limits: Limits, seed: int = 1) -> Evaluation:
        """Evaluate the position that `view` shows. The same seed and node limit give the same answer.

        Raises UnsupportedError where the engine cannot: something is hidden, or the kind of game is not its own.
        """

    def state_of(self, view: View) -> PlayState:
        """The state behind a view with nothing hidden. Raises UnsupportedError for others."""
        if not view.complete:
            raise UnsupportedError(f"the engine {self.name!r} needs to see everything; here something is hidden")
        return view.sample(SplitMix64(0))


def final(state: PlayState, player: int) -> Evaluation | None:
    """The evaluation of a game that is over; None where it goes on."""
    if state.actor() != OVER:
        return None
    values = state.returns()
    mine = values[player]
    return Evaluation(worth=Worth(mine, mine), values=values)  # type: ignore[arg-type]
