"""The contract between games and everything else: a deal, a game, and the forms that backends search.

A game implements the rules part (`start`, `step`, `won`) from its ``rules.py``; `verify` uses nothing else. It offers a
form by overriding its method; a form that is not overridden is unsupported, and the backends that need it say so.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, TypeVar

from pyrsolve.errors import UnsupportedError
from pyrsolve.games.options import Options

if TYPE_CHECKING:
    from networkx import DiGraph
    from ortools.sat.python.cp_model import CpModel

    from pyrsolve.games.play import PlayState
    from pyrsolve.games.removal.pairing import PairingProblem
    from pyrsolve.games.scene import Scene
    from pyrsolve.kernels.search_state import SearchState
    from pyrsolve.records.deal import DealRecord, Made
    from pyrsolve.records.layout import Layout


class Form(StrEnum):
    """What a backend may ask of a game."""

    SEARCH_STATE = "search_state"
    CONSTRAINT_MODEL = "constraint_model"
    DEPENDENCY_GRAPH = "dependency_graph"
    PAIRING_PROBLEM = "pairing_problem"
    PLAY_STATE = "play_state"
    OBJECTIVE = "objective"
    SCENE = "scene"


@dataclass(frozen=True, kw_only=True)
class Deal(ABC):
    """One dealt position of one game, valid and immutable; subclasses add the game's own fields."""

    game: str
    options: Options
    preset: str = "recommended"
    reference: str | None = field(default=None, compare=False)
    made: Made | None = field(default=None, compare=False)

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """The game's own part of `deal_id`: plain JSON values; never name, author, source or `made`."""

    @cached_property
    def deal_id(self) -> str:
        """SHA-256 (hex) of the canonical JSON of game, every effective rule and `identity`."""
        body = {"game": self.game, "rules": self.options.effective(), **self.identity()}
        return hashlib.sha256(
            json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        ).hexdigest()


@dataclass(frozen=True, slots=True)
class ConstraintModel:
    """A CP-SAT model that has a solution exactly when the deal can be won, and the way back.

    `moves` is given a function that tells the value of a variable of the model in a solution; it returns the line that
    wins, in the codec of the game.
    """

    model: CpModel
    moves: Callable[[Callable[[Any], int]], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class ObjectiveModel:
    """A CP-SAT model with an objective, and the way back: as `ConstraintModel`, but every solution is a line of legal moves."""

    model: CpModel
    moves: Callable[[Callable[[Any], int]], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class DependencyGraph:
    """What must come before what: an AND/OR graph in which something is chosen for every goal.

    Nodes are texts; an edge leads from what comes first. Node attributes: `gate` (``and``: all that lead here must hold
    first, ``or``: one of them), `type`, and `index` (a number from 0) for goals or `variable` (a number from 1) for choices.
    A choice leads to the goals that it serves by edges of the type ``choice``; of the choices of a goal exactly one is made,
    and the deal is won by choices with which every goal is reached. `moves[k - 1]` is the move of choice k.
    """

    graph: DiGraph[str]
    moves: tuple[Any, ...]


def do_nothing() -> None:
    """What is called where a caller does not want to be."""


D = TypeVar("D", bound=Deal)
P = TypeVar("P")


class Game(ABC, Generic[D, P]):
    """A game: deals of type `D`, positions of type `P`."""

    name: str
    title: str
    options: type[Options]
    deal_record: type[DealRecord]

    # --- records -----------------------------------------------------------------------------------------------
    @abstractmethod
    def read(self, record: DealRecord, layout: Layout | None = None, *, allow_odd: bool = False) -> D:
        """The deal of a decoded record whose layout, if it names one, was found. Raises DataError with every fault."""

    @abstractmethod
    def write(self, deal: D) -> DealRecord:
        """The record of a deal; `read` of it gives an equal deal."""

    @abstractmethod
    def random_deal(self, layout: Layout, number: int, options: Options, preset: str = "recommended") -> D:
        """Deal `number` on `layout`: plain random, proves nothing, the same for ever."""

    def canonical_id(self, deal: D) -> str:
        """The same for deals that play alike: for "no duplicates", never for matching records. Here, the `deal_id`."""
        return deal.deal_id

    # --- what generators need ----------------------------------------------------------------------------------
    def backward_deal(
        self, layout: Layout, number: int, options: Options, preset: str = "recommended", faces: Sequence[str] = ()
    ) -> tuple[D, tuple[Any, ...]]:
        """Deal `number` of those that are built backwards, and the line that wins it; `faces` instead of the game's deck.

        Raises UnsupportedError where the game cannot, DataError where nothing can be built on the layout.
        """
        raise UnsupportedError(f"the game {self.name!r} builds no deals backwards")

    def deal_from(
        self, layout: Layout, number: int, options: Options, faces: Sequence[str], preset: str = "recommended"
    ) -> D:
        """As `random_deal`, of the given faces instead of the game's deck. Raises UnsupportedError where the game cannot."""
        raise UnsupportedError(f"the game {self.name!r} deals no other deck than its own")

    def swapped(self, deal: D, i: int, j: int) -> D:
        """The deal with what lies at places i and j exchanged. Raises UnsupportedError where the game cannot."""
        raise UnsupportedError(f"the game {self.name!r} has no deals that differ by a swap")

    def swappable(self, deal: D) -> tuple[tuple[int, ...], ...]:
        """The places whose faces may be swapped, in classes: a swap within a class changes nothing."""
        raise UnsupportedError(f"the game {self.name!r} has no deals that differ by a swap")

    def reshuffled(self, deal: D, number: int) -> D:
        """The deal with what is left of it laid anew, reshuffle `number`. Raises UnsupportedError where the game cannot."""
        raise UnsupportedError(f"the game {self.name!r} has nothing to reshuffle")

    def reshuffled_backward(self, deal: D, number: int) -> tuple[D, tuple[Any, ...]]:
        """As `reshuffled`, built backwards, with the line that wins. Raises DataError where none is found."""
        raise UnsupportedError(f"the game {self.name!r} has nothing to reshuffle")

    # --- rules -------------------------------------------------------------------------------------------------
    @abstractmethod
    def start(self, deal: D) -> P:
        """The position in which the deal begins."""

    @abstractmethod
    def step(self, position: P, move: Any) -> P:
        """The position after `move` (a decoded JSON value of the game's codec). Raises IllegalMoveError."""

    @abstractmethod
    def moves(self, position: P) -> Iterable[Any]:
        """Every legal move, in a fixed order."""

    @abstractmethod
    def won(self, position: P) -> bool:
        """Whether the position is the goal."""

    # --- forms -------------------------------------------------------------------------------------------------
    def search_state(self, deal: D, *, reductions: bool = True) -> SearchState:
        """The deal as a state that general searches move in.

        `reductions`: whether its moves may leave out what some proof says cannot matter; without, they are the game's moves.
        """
        self._lacks(Form.SEARCH_STATE)

    def pairing_problem(self, deal: D) -> PairingProblem:
        """Tiles, covers, sides and allowed pairs as arrays."""
        self._lacks(Form.PAIRING_PROBLEM)

    def constraint_model(self, deal: D, check: Callable[[], None] = do_nothing) -> ConstraintModel:
        """A CP-SAT model, with the way back from its solution to moves.

        A large one takes seconds to make: `check` is called all the while, and gives up by raising.
        """
        self._lacks(Form.CONSTRAINT_MODEL)

    def dependency_graph(self, deal: D) -> DependencyGraph:
        """An AND/OR graph of what must come before what."""
        self._lacks(Form.DEPENDENCY_GRAPH)

    def play_state(self, deal: D) -> PlayState:
        """The deal as a game that is played: players, chance, what each may see, returns."""
        self._lacks(Form.PLAY_STATE)

    def scene(self, position: P, deal: D, *, locked: Collection[int] = (), last: Collection[int] = ()) -> Scene:
        """A position of a deal as something to draw; pieces with the numbers in `locked` and `last` are marked."""
        self._lacks(Form.SCENE)

    def objective(self, deal: D, name: str, check: Callable[[], None] = do_nothing) -> ObjectiveModel:
        """What `best` optimises, as a model; `objectives` names them. `check` as in `constraint_model`."""
        self._lacks(Form.OBJECTIVE)

    objectives: ClassVar[Mapping[str, str]] = {}
    """The names of the objectives that have a model, and what each means."""

    def forms(self) -> frozenset[Form]:
        """The forms that this game offers: those whose method it overrides."""
        return _forms_of(type(self))

    def _lacks(self, form: Form) -> NoReturn:
        raise UnsupportedError(f"the game {self.name!r} has no {form.value.replace('_', ' ')}")


@cache
def _forms_of(game: type[Game[Any, Any]]) -> frozenset[Form]:
    return frozenset(form for form in Form if getattr(game, form.value, None) is not getattr(Game, form.value, None))
