"""Nim for two or more players: whoever takes the last stick wins; nothing hidden, no chance."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from pyrsolve.errors import IllegalMoveError
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.options import Options, option
from pyrsolve.games.play import OVER, Event, PlayState, View
from pyrsolve.records.deal import DealRecord


@dataclass(frozen=True)
class NimOptions(Options):
    last: str = option("wins", ("wins", "loses"), reason="what taking the last stick does")


class NimRecord(DealRecord, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    piles: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class NimDeal(Deal):
    piles: tuple[int, ...]
    players: int = 2

    def identity(self) -> dict[str, Any]:
        return {"piles": self.piles, "players": self.players}


@dataclass(frozen=True)
class NimView(View):
    player: int
    state: NimState

    @property
    def complete(self) -> bool:
        return True

    def text(self) -> list[str]:
        return [f"pile {number}: {'|' * pile}" for number, pile in enumerate(self.state.piles)]

    def sample(self, random: Any) -> NimState:
        return self.state


@dataclass(frozen=True)
class NimState(PlayState):
    piles: tuple[int, ...]
    turn: int
    players: int
    last_wins: bool
    low = -1
    high = 1

    def actor(self) -> int:
        return self.turn if any(self.piles) else OVER

    def moves(self) -> list[list[int]]:
        return [[pile, take] for pile, left in enumerate(self.piles) for take in range(1, left + 1)]

    def play(self, move: Any) -> tuple[NimState, tuple[Event, ...]]:
        if move not in self.moves():
            raise IllegalMoveError(f"{move!r} is not [pile, sticks] of what is there", "NIM-1")
        pile, take = move
        piles = tuple(left - take * (number == pile) for number, left in enumerate(self.piles))
        after = NimState(piles, (self.turn + 1) % self.players, self.players, self.last_wins)
        return after, (Event(f"{take} of pile {pile}", self.turn, take, "NIM-1"),)

    def returns(self) -> tuple[int, ...]:
        last = (self.turn - 1) % self.players
        mark = 1 if self.last_wins else -1
        if self.players == 2:
            return tuple(mark if player == last else -mark for player in range(2))
        return tuple(mark if player == last else 0 for player in range(self.players))

    def view(self, player: int) -> NimView:
        return NimView(player, self)

    def key(self) -> Hashable:
        return self.piles, self.turn

    def zero_sum(self) -> bool:
        return self.players == 2


class Nim(Game[NimDeal, Any]):
    name, title, options, deal_record = "nim", "Nim", NimOptions, NimRecord

    def read(self, record: Any, layout: Any = None, *, allow_odd: bool = False) -> NimDeal:
        options = self.options.make(record.rules, record.preset or "recommended")
        return NimDeal(game=self.name, options=options, piles=record.piles, players=record.players or 2)

    def write(self, deal: NimDeal) -> NimRecord:
        return NimRecord(
            schema_="pyrsolve.deal/1",
            game=self.name,
            rules=deal.options.differing(),
            piles=deal.piles,
            players=deal.players,
        )

    def random_deal(self, layout: Any, number: int, options: Options, preset: str = "recommended") -> NimDeal:
        return NimDeal(game=self.name, options=options, piles=(1, 2, 1 + number % 4))

    def play_state(self, deal: NimDeal) -> NimState:
        return NimState(deal.piles, 0, deal.players, deal.options.effective()["last"] == "wins")

    def start(self, deal: NimDeal) -> Any:
        return deal.piles

    def step(self, position: Any, move: Any) -> Any:
        raise IllegalMoveError("nim is played against somebody")

    def moves(self, position: Any) -> list[Any]:
        return []

    def won(self, position: Any) -> bool:
        return False
