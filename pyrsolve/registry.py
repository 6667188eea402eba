"""The built-in games, backends and engines, in tables of dotted paths; loaded at use.

Others come by entry point (groups ``pyrsolve.games``, ``pyrsolve.backends`` and ``pyrsolve.engines``, each naming a class
without arguments);
`importlib.metadata` is imported only when a name is not built in, or when everything is listed.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from pyrsolve.errors import OptionError, UnsupportedError

if TYPE_CHECKING:
    from pyrsolve.backends.base import Backend
    from pyrsolve.backends.engine import Engine
    from pyrsolve.games.base import Game

GAMES = {
    "mahjong": "pyrsolve.games.mahjong.game:Mahjong",
}
BACKENDS = {
    "pairing": "pyrsolve.backends.pairing:Pairing",
    "cpsat": "pyrsolve.backends.cpsat:CpSat",
    "dfs": "pyrsolve.backends.dfs:Dfs",
    "graph": "pyrsolve.backends.graph:Graph",
    "brute": "pyrsolve.backends.brute:Brute",
    "portfolio": "pyrsolve.backends.portfolio:Portfolio",
}
ENGINES = {
    "adversarial": "pyrsolve.backends.adversarial:Adversarial",
    "stochastic": "pyrsolve.backends.stochastic:Stochastic",
    "mcts": "pyrsolve.backends.mcts:Mcts",
}
TABLES = {"game": GAMES, "backend": BACKENDS, "engine": ENGINES}


@cache
def game(name: str) -> Game[Any, Any]:
    """The game called `name`. Raises OptionError for an unknown one."""
    return cast("Game[Any, Any]", _load("game", GAMES, name))


@cache
def backend(name: str) -> Backend:
    """The backend called `name`. Raises OptionError for an unknown one."""
    return cast("Backend", _load("backend", BACKENDS, name))


@cache
def engine(name: str) -> Engine:
    """The engine called `name`. Raises OptionError for an unknown one."""
    return cast("Engine", _load("engine", ENGINES, name))


def automatic(played: Game[Any, Any]) -> str:
    """The backend that ``auto`` stands for with a game: the first in the order of the table that supports it."""
    for name in BACKENDS:
        if backend(name).supports(played):
            return name
    raise UnsupportedError(f"no backend supports the game {played.name!r}")


def another(played: Game[Any, Any], name: str) -> str:
    """The backend to ask for a second opinion: the first complete one beside `name` that supports the game.

    Raises UnsupportedError where there is none.
    """
    for other in BACKENDS:
        if other != name and backend(other).complete and backend(other).supports(played):
            return other
    raise UnsupportedError(f"no other backend decides the game {played.name!r}")


def names(kind: str) -> dict[str, str]:
    """Name -> dotted path of every ``"game"``, ``"backend"`` or ``"engine"``, plug-ins included; imports none of them."""
    return dict(TABLES[kind]) | {point.name: point.value for point in _entry_points(kind)}


def _load(kind: str, table: dict[str, str], name: str) -> Any:
    path = table.get(name) or next((point.value for point in _entry_points(kind) if point.name == name), None)
    if path is None:
        raise OptionError(f"unknown {kind} {name!r}; there are: {', '.join(names(kind))}")
    module, _, attribute = path.partition(":")
    try:
        return getattr(import_module(module), attribute)()
    except Exception as error:
        if name in table:
            raise
        raise OptionError(f"the {kind} plug-in {name!r} ({path}) does not load: {error}") from error


def _entry_points(kind: str) -> list[Any]:
    from importlib.metadata import entry_points

    return list(entry_points(group=f"pyrsolve.{kind}s"))
