"""PySolFC's numbered games in its three ways of dealing Mahjongg (its setting ``mahjongg_create_solvable``).

Mode 0 shuffles; mode 1 takes pairs off the full board; mode 2, its default on a desktop, lays pairs from the bottom up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import ClassVar

from pyrsolve.dealers.base import Dealer, Dealt, beside, cells, in_layout_order, overlapping, whole
from pyrsolve.errors import DataError
from pyrsolve.records.layout import Layout

MOST_TILES = 288
FIRST_MT = 32_000
"""The first number that the Mersenne Twister deals, not Microsoft's generator."""
TRIES = 40
"""PySolFC stops mode 2 by a clock of five seconds; here by this count, so that every machine deals the same."""
MOST_STEPS = 20_000
"""Positions of mode 1 before the search is given up."""

Card = tuple[int, int]
"""Suit 0-2 with ranks 0-8 and 9, its dragon; suit 3: winds 0-3, seasons 4-7, flowers 8-11."""
Draw = Callable[[int, int], int]


class PySolFC(Dealer):
    """Its game (layout), number and mode name a deal together."""

    name = "pysolfc"
    title = "PySolFC"
    cover = "next"
    dealing: ClassVar[Mapping[str, tuple[str, ...]]] = {"mode": ("2", "0", "1")}

    def deal(self, layout: Layout, number: str, options: Mapping[str, str]) -> Dealt:
        """As `Dealer.deal`. Numbers from 1; ``ms`` before one forces Microsoft's generator."""
        draw = _generator(number)
        size = len(layout.tiles)
        if not 0 < size <= MOST_TILES or size % (4 if size <= 144 else 8):
            raise DataError(
                f"PySolFC deals no game on {size} tiles: multiples of 4 up to 144, of 8 up to {MOST_TILES} are"
            )
        cards = deck(size)
        for place in range(size - 1, 0, -1):
            other = draw(0, place)
            cards[place], cards[other] = cards[other], cards[place]
        order = sorted(range(size), key=lambda index: _depth(*layout.tiles[index]))
        laid: list[Card] | None = None
        note: str | None = None
        tries: int | None = None
        if options["mode"] != "0":
            board = Board([tuple(layout.tiles[index]) for index in order], draw)
            laid, tries = (board.easy(cards), None) if options["mode"] == "1" else board.hard(cards)
            if laid is None:
                note = "PySolFC finds no solvable deal here and shuffles plainly" + (
                    f" (its clock of five seconds taken as {TRIES} tries)" if tries == TRIES else ""
                )
        return Dealt(in_layout_order([code(card) for card in laid or reversed(cards)], order), tries, note)


def code(card: Card) -> str:
    """Our face code of a card."""
    suit, rank = card
    if suit < 3:
        return f"{rank + 1}{'psm'[suit]}" if rank < 9 else f"{5 + suit}z"
    return f"{rank % 4 + 1}{'zqf'[rank // 4]}"


def deck(size: int) -> list[Card]:
    """The cards for a board of `size` tiles, before the shuffle; of flowers and seasons every fourth deck has one each."""
    decks = 4 if size <= 144 else 8
    ranks, trumps = divmod(size // decks, 3)
    trumps += 3 * max(0, ranks - 10)
    ranks = min(ranks, 10)
    cards: list[Card] = []
    for copy in range(decks):
        cards += [(suit, rank) for suit in range(3) for rank in range(ranks)]
        cards += [(3, rank) for rank in range(min(trumps, 4))]
        if copy % 4 == 0:
            cards += [(3, rank) for rank in range(4, 4 + 4 * max(0, trumps - 4))]
    return cards


def match(first: Card, second: Card) -> bool:
    """Whether two cards may go together."""
    if first[0] == second[0] == 3 and first[1] >= 4:
        return first[1] // 4 == second[1] // 4
    return first == second


def _depth(x: int, y: int, z: int) -> tuple[int, int]:
    return z, y - x


def _generator(number: str) -> Draw:
    """The draws from [low, high] of a game number. Raises DataError for what is none."""
    forced = number.startswith("ms")
    seed = whole(number[2:] if forced else number, 1, 10**40 - 1, "PySolFC")
    if seed >= FIRST_MT and not forced:
        fraction = Random(seed).random
        return lambda low, high: low + int(fraction() * (high - low + 1))

    def draw(low: int, high: int) -> int:
        nonlocal seed
        seed = (seed * 214013 + 2531011) % 2**33
        return low + (seed >> 16 & 0x7FFF) % (high - low + 1)

    return draw


class Board:
    """A board in PySolFC's order of the tiles, and its two searches. `None` marks a tile that has no card yet."""

    def __init__(self, tiles: list[tuple[int, ...]], draw: Draw) -> None:
        at = cells(tiles)
        low = min(tile[2] for tile in tiles)
        self.size = len(tiles)
        self.draw = draw
        self.sides = [beside(at, tile) for tile in tiles]
        self.above = [overlapping(at, tile, [tile[2] + 1]) for tile in tiles]
        self.below = [overlapping(at, tile, range(low, tile[2])) for tile in tiles]
        self.beyond = [(self._all(index, 0), self._all(index, 1)) for index in range(self.size)]
        self.steps = 0

    def _all(self, tile: int, side: int) -> list[int]:
        """All tiles on one side of a tile, however far."""
        seen: set[int] = set()
        waiting = [tile]
        while waiting:
            for other in self.sides[waiting.pop()][side]:
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)
        return sorted(seen)

    def easy(self, cards: list[Card]) -> list[Card] | None:
        """Mode 1. None where no way is found; raises DataError where the search is too long to be followed."""
        return self._easy(cards, [None] * self.size)

    def _easy(self, cards: list[Card], laid: list[Card | None]) -> list[Card] | None:
        if not cards:
            return [card for card in laid if card is not None]
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise DataError(f"no solvable deal in {MOST_STEPS} steps of PySolFC's mode 1: this game is not reproduced")
        first, second, rest = _pair(cards)
        places = [tile for tile in range(self.size) if laid[tile] is None and self._free(tile, laid)]
        tried: set[tuple[int, int]] = set()
        count = len(places)
        for _ in range(count * (count - 1) // 2):
            while True:
                a = self.draw(0, count - 1)
                b = self.draw(0, count - 2)
                b += b >= a
                if (min(a, b), max(a, b)) not in tried:
                    break
            tried.add((min(a, b), max(a, b)))
            after = laid[:]
            after[places[a]], after[places[b]] = first, second
            found = self._easy(rest, after)
            if found is not None:
                return found
        return None

    def _free(self, tile: int, laid: list[Card | None]) -> bool:
        """By the play rule, where the tiles that have a card are gone."""
        if any(laid[other] is None for other in self.above[tile]):
            return False
        return not all(any(laid[other] is None for other in side) for side in self.sides[tile])

    def hard(self, cards: list[Card]) -> tuple[list[Card] | None, int]:
        """Mode 2, and how many tries it took; None where all of them failed."""
        for attempt in range(1, TRIES + 1):
            self.steps = 0
            found = self._hard(cards, [None] * self.size)
            if found is not None:
                return found, attempt
            if self.steps <= 2 * self.size:  # all was tried: PySolFC gives up at once
                return None, attempt
        return None, TRIES

    def _hard(self, cards: list[Card], laid: list[Card | None]) -> list[Card] | None:
        if not cards:
            return [card for card in laid if card is not None]
        self.steps += 1
        if self.steps > 2 * self.size:
            return None
        first, second, rest = _pair(cards)
        places = [tile for tile in range(self.size) if laid[tile] is None and self._suitable(tile, laid)]
        tried: set[tuple[int, int]] = set()
        count = len(places)
        for _ in range(count * (count - 1) // 2):
            while True:
                a = self.draw(0, count - 1)
                b = self.draw(0, count - 1)
                if a != b and (min(a, b), max(a, b)) not in tried:
                    break
            tried.add((min(a, b), max(a, b)))
            after = laid[:]
            after[places[a]] = first
            if not self._suitable(places[b], after):
                continue
            after[places[b]] = second
            found = self._hard(rest, after)
            if found is not None:
                return found
            if self.steps > 2 * self.size:
                return None
        return None

    def _suitable(self, tile: int, laid: list[Card | None]) -> bool:
        """Whether all below has a card, and no card lies beyond an empty neighbour."""
        if any(laid[other] is None for other in self.below[tile]):
            return False
        for side in (0, 1):
            for near in self.sides[tile][side]:
                if laid[near] is None and any(laid[far] is not None for far in self.beyond[near][side]):
                    return False
        return True


def _pair(cards: list[Card]) -> tuple[Card, Card, list[Card]]:
    """The first card, the first that matches it, and the others."""
    place = next(place for place in range(1, len(cards)) if match(cards[0], cards[place]))
    return cards[0], cards[place], cards[1:place] + cards[place + 1 :]
