"""High card with a swap: each of two players has a card that only its owner sees, may swap it once for the next of the stock, the
second knowing whether the first did; the higher card wins. Chance deals, and hands and stock are hidden."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

from pyrsolve.errors import IllegalMoveError
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.options import Options, option
from pyrsolve.games.play import CHANCE, OVER, Event, PlayState, View
from pyrsolve.records.deal import DealRecord

MOVES = ("keep", "swap")


@dataclass(frozen=True)
class SwapOptions(Options):
    cards: int = option(4, (3, 4, 5), reason="how many cards there are")


class SwapRecord(DealRecord, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    pass


@dataclass(frozen=True, kw_only=True)
class SwapDeal(Deal):
    def identity(self) -> dict[str, Any]:
        return {}


@dataclass(frozen=True)
class SwapView(View):
    """Own cards in the order in which they were held, and what both players did."""

    player: int
    cards: int
    held: tuple[int, ...]
    done: tuple[str, ...]
    dealt: bool
    shown: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        return False

    def text(self) -> list[str]:
        did = ", ".join(f"player {number + 1}: {move}" for number, move in enumerate(self.done)) or "nothing done yet"
        end = f"; in the end {self.shown[0]} against {self.shown[1]}" if self.shown else ""
        return [f"your card: {self.held[-1] if self.held else '-'} of 1 to {self.cards}; {did}{end}"]

    def sample(self, random: Any) -> SwapState:
        if not self.dealt:
            return SwapState(self.cards)
        fits = []
        for order in permutations(range(1, self.cards + 1)):
            state = SwapState(self.cards, order)
            for move in self.done:
                state = state.play(move)[0]
            if state.view(self.player) == self:
                fits.append(state)
        return fits[random.below(len(fits))]


@dataclass(frozen=True)
class SwapState(PlayState):
    cards: int
    order: tuple[int, ...] = ()
    done: tuple[str, ...] = ()
    players = 2
    low = -1
    high = 1

    def actor(self) -> int:
        if not self.order:
            return CHANCE
        return len(self.done) if len(self.done) < 2 else OVER

    def moves(self) -> tuple[str, ...]:
        return MOVES

    def chances(self) -> list[tuple[list[int], Fraction]]:
        share = Fraction(1, factorial(self.cards))
        return [(list(order), share) for order in permutations(range(1, self.cards + 1))]

    def play(self, move: Any) -> tuple[SwapState, tuple[Event, ...]]:
        if self.actor() == CHANCE:
            if not isinstance(move, list) or sorted(move) != list(range(1, self.cards + 1)):
                raise IllegalMoveError(f"{move!r} is no order of the cards", "SW-1")
            return replace(self, order=tuple(move)), (Event("dealt", rule="SW-1"),)
        if move not in MOVES:
            raise IllegalMoveError(f"{move!r} is neither keep nor swap", "SW-2")
        return replace(self, done=(*self.done, move)), (Event(f"{move}s the card", self.actor(), rule="SW-2"),)

    def hands(self) -> list[tuple[int, ...]]:
        if not self.order:
            return [(), ()]
        held = [[self.order[0]], [self.order[1]]]
        stock = list(self.order[2:])
        for player, move in enumerate(self.done):
            if move == "swap" and stock:
                held[player].append(stock.pop(0))
        return [tuple(cards) for cards in held]

    def returns(self) -> tuple[int, int]:
        mine, other = (cards[-1] for cards in self.hands())
        won = (mine > other) - (mine < other)
        return won, -won

    def view(self, player: int) -> SwapView:
        hands = self.hands()
        over = self.actor() == OVER
        shown = (hands[0][-1], hands[1][-1]) if over else ()
        return SwapView(player, self.cards, hands[player], self.done, bool(self.order), shown)

    def key(self) -> Hashable:
        return self.order, self.done

    def shows(self, move: Any, player: int) -> bool:
        return self.actor() != CHANCE

    def zero_sum(self) -> bool:
        return True


class Swap(Game[SwapDeal, Any]):
    name, title, options, deal_record = "swap", "High card", SwapOptions, SwapRecord

    def read(self, record: Any, layout: Any = None, *, allow_odd: bool = False) -> SwapDeal:
        return SwapDeal(game=self.name, options=self.options.make(record.rules, record.preset or "recommended"))

    def write(self, deal: SwapDeal) -> SwapRecord:
        return SwapRecord(schema_="pyrsolve.deal/1", game=self.name, rules=deal.options.differing())

    def random_deal(self, layout: Any, number: int, options: Options, preset: str = "recommended") -> SwapDeal:
        return SwapDeal(game=self.name, options=options)

    def play_state(self, deal: SwapDeal) -> SwapState:
        return SwapState(int(deal.options.effective()["cards"]))

    def start(self, deal: SwapDeal) -> Any:
        return ()

    def step(self, position: Any, move: Any) -> Any:
        raise IllegalMoveError("high card is played against somebody")

    def moves(self, position: Any) -> list[Any]:
        return []

    def won(self, position: Any) -> bool:
        return False
