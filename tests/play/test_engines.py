"""Engines on small games whose values are known: exact ones are exact, bounds hold, estimates come near."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from pyrsolve import registry
from pyrsolve.backends.engine import Worth
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.play import CHANCE, OVER, Event, PlayState, View, drawn
from pyrsolve.outcome import CancelToken, Limits, StopReason
from pyrsolve.splitmix import SplitMix64
from tests.toys.nim import NimState
from tests.toys.swap import MOVES, SwapState

ADVERSARIAL, STOCHASTIC, MCTS = (registry.engine(name) for name in ("adversarial", "stochastic", "mcts"))


# --- a walk on a line or in circles, for one or two ------------------------------------------------------------------
@dataclass(frozen=True)
class WalkView(View):
    player: int
    state: Walk

    @property
    def complete(self) -> bool:
        return True

    def text(self) -> list[str]:
        return [str(self.state.place)]

    def sample(self, random: Any) -> Walk:
        return self.state


@dataclass(frozen=True)
class Walk(PlayState):
    """`graph[place]`: ("end", value), ("chance", [(next, share)]) or (player, [next])."""

    graph: tuple[Any, ...]
    place: int = 0
    players: int = 1
    low = -10
    high = 10

    def actor(self) -> int:
        kind = self.graph[self.place][0]
        return {"end": OVER, "chance": CHANCE}.get(kind, kind)

    def moves(self) -> list[int]:
        return list(self.graph[self.place][1])

    def chances(self) -> list[tuple[int, Fraction]]:
        return list(self.graph[self.place][1])

    def play(self, move: Any) -> tuple[Walk, tuple[Event, ...]]:
        return Walk(self.graph, move, self.players), ()

    def returns(self) -> tuple[Any, ...]:
        value = self.graph[self.place][1]
        return (value,) if self.players == 1 else (value, -value)

    def view(self, player: int) -> WalkView:
        return WalkView(player, self)

    def key(self) -> Hashable:
        return self.place

    def zero_sum(self) -> bool:
        return self.players == 2


HALF = Fraction(1, 2)
RUIN = tuple(
    [("end", 0)] + [("chance", ((n - 1, Fraction(2, 5)), (n + 1, Fraction(3, 5)))) for n in range(1, 9)] + [("end", 1)]
)


def evaluate(engine: Any, state: PlayState, player: int = 0, seed: int = 1, **limits: Any) -> Any:
    return engine.evaluate(state.view(player), Limits(**limits), seed)


# --- adversarial ------------------------------------------------------------------------------------------------------
def nim_value(piles: tuple[int, ...], last_wins: bool) -> int:
    """Bouton's theorem: the first player wins unless the sum without carry is 0; misere differs where all piles are small."""
    total = 0
    for pile in piles:
        total ^= pile
    if not last_wins and max(piles) <= 1:
        return -1 if sum(piles) % 2 else 1
    return 1 if total else -1


@pytest.mark.parametrize("last_wins", [True, False])
def test_nim_by_bouton(last_wins: bool) -> None:
    for piles in product(range(4), repeat=3):
        if not any(piles):
            continue
        found = evaluate(ADVERSARIAL, NimState(piles, 0, 2, last_wins))
        value = nim_value(piles, last_wins)
        assert found.worth == Worth(value, value)
        assert found.values == (value, -value)
        after = NimState(piles, 0, 2, last_wins).play(found.move)[0]
        if value == 1 and any(after.piles):
            assert nim_value(after.piles, last_wins) == -1
        assert evaluate(ADVERSARIAL, NimState(piles, 1, 2, last_wins), player=1).worth == Worth(value, value)


@cache
def maxn(piles: tuple[int, ...], turn: int, players: int) -> tuple[int, ...]:
    state = NimState(piles, turn, players, True)
    if state.actor() == OVER:
        return state.returns()
    options = [maxn(state.play(move)[0].piles, (turn + 1) % players, players) for move in state.moves()]
    return max(options, key=lambda values: values[turn])


def test_three_players_by_max_n() -> None:
    for piles in product(range(3), repeat=3):
        if any(piles):
            found = evaluate(ADVERSARIAL, NimState(piles, 0, 3, True))
            assert found.values == maxn(piles, 0, 3)
            assert found.worth.exact


def random_walk(rng: random.Random, players: int, chance: bool, circles: bool) -> Walk:
    size = rng.randint(4, 12)
    graph: list[Any] = []
    for place in range(size):
        ahead = range(size) if circles else range(place + 1, size)
        if place >= size - 2 or not ahead:
            graph.append(("end", rng.randint(-5, 5)))
            continue
        chosen = tuple(rng.choice(ahead) for _ in range(rng.randint(1, 3)))
        if chance and rng.random() < 0.4:
            graph.append(("chance", tuple((after, Fraction(1, len(chosen))) for after in chosen)))
        else:
            graph.append((rng.randrange(players), chosen))
    return Walk(tuple(graph), 0, players)


def backward_value(state: Walk) -> Fraction:
    if state.actor() == OVER:
        return Fraction(state.returns()[0])
    if state.actor() == CHANCE:
        return sum((share * backward_value(state.play(after)[0]) for after, share in state.chances()), Fraction(0))
    values = [backward_value(state.play(move)[0]) for move in state.moves()]
    return max(values) if state.actor() == 0 else min(values)


def test_alpha_beta_and_expectation_on_random_games_that_end() -> None:
    rng = random.Random(1)
    for _ in range(300):
        state = random_walk(rng, 2, False, False)
        value = backward_value(state)
        for engine in (ADVERSARIAL, STOCHASTIC):
            found = evaluate(engine, state)
            assert (found.worth.low, found.worth.high) == (value, value)
            if found.move is not None:
                assert backward_value(state.play(found.move)[0]) == value
        state = random_walk(rng, 2, True, False)
        found = evaluate(STOCHASTIC, state)
        assert found.worth.exact
        assert found.values == (backward_value(state), -backward_value(state))


def horizon(state: Walk, steps: int, end: int) -> list[float]:
    """The values of all places when play is cut off after so many steps and then worth `end`."""
    size = len(state.graph)
    values = [float(end)] * size
    for _ in range(steps):
        new = []
        for kind, what in state.graph:
            if kind == "end":
                new.append(float(what))
            elif kind == "chance":
                new.append(sum(float(share) * values[after] for after, share in what))
            else:
                new.append((max if kind == 0 else min)(values[after] for after in what))
        values = new
    return values


def test_bounds_hold_in_circles() -> None:
    """Games that may never end: the value lies between what cut-off play is worth at worst and at best, and in the bounds."""
    rng = random.Random(2)
    closed = tight = exact = 0
    for _ in range(200):
        state = random_walk(rng, 2, True, True)
        if state.actor() == OVER:
            continue
        found = evaluate(STOCHASTIC, state)
        worst, best = horizon(state, 400, -10)[0], horizon(state, 400, 10)[0]
        assert found.worth.low <= best + 1e-9
        assert found.worth.high >= worst - 1e-9
        closed += found.worth.high - found.worth.low < 1e-6
        tight += best - worst < 1e-6
        deterministic = random_walk(rng, 2, False, True)
        if deterministic.actor() != OVER:
            bounds = evaluate(ADVERSARIAL, deterministic).worth
            assert bounds.low <= horizon(deterministic, 100, 10)[0]
            assert bounds.high >= horizon(deterministic, 100, -10)[0]
            exact += bounds.exact
    assert closed >= tight > 50
    assert exact > 50


def test_gamblers_ruin() -> None:
    """Ross, Introduction to Probability Models: from n of N with odds r = q / p, (1 - r^n) / (1 - r^N)."""
    ratio = Fraction(2, 3)
    for place in range(1, 9):
        value = (1 - ratio**place) / (1 - ratio**9)
        found = evaluate(STOCHASTIC, Walk(RUIN, place))
        assert found.worth.low <= value <= found.worth.high
        assert found.worth.high - found.worth.low < 1e-8
        assert not found.worth.exact


@pytest.mark.parametrize(
    ("graph", "value"),
    [
        # stay for ever (0), or go out for -3
        (((0, (0, 1)), ("end", -3)), 0),
        # round a circle of two, with ways out to 2 and to -1
        (((0, (1, 2)), (0, (0, 3)), ("end", 2), ("end", -1)), 2),
        # chance in the circle: even so it can be stayed in for ever
        (((0, (1, 2)), ("chance", ((0, HALF), (3, HALF))), ("end", -1), (0, (0,))), 0),
        # chance throws out: no circle to stay in; half of each round ends with -4, going out gives -3
        (((0, (1, 2)), ("chance", ((0, HALF), (3, HALF))), ("end", -3), ("end", -4)), -3),
        (((0, (1, 2)), ("chance", ((0, HALF), (3, HALF))), ("end", -5), ("end", -4)), -4),
    ],
)
def test_endless_play_of_one(graph: Any, value: int) -> None:
    found = evaluate(STOCHASTIC, Walk(graph))
    assert found.worth.low <= value <= found.worth.high
    assert found.worth.high - found.worth.low < 1e-8


# --- mcts -------------------------------------------------------------------------------------------------------------
def pure_value(cards: int) -> tuple[Fraction, Fraction]:
    """What the first player of the swap game can be sure of, and cannot exceed, with strategies that leave nothing to chance."""
    deals = list(permutations(range(1, cards + 1)))

    def payoff(first: dict[int, str], second: dict[tuple[int, str], str]) -> Fraction:
        total = 0
        for order in deals:
            did = first[order[0]]
            total += SwapState(cards, order, (did, second[order[1], did])).returns()[0]
        return Fraction(total, len(deals))

    firsts = [dict(zip(range(1, cards + 1), ways, strict=True)) for ways in product(MOVES, repeat=cards)]
    seen = [(card, did) for card in range(1, cards + 1) for did in MOVES]
    seconds = [dict(zip(seen, ways, strict=True)) for ways in product(MOVES, repeat=2 * cards)]
    table = [[payoff(first, second) for second in seconds] for first in firsts]
    return max(map(min, table)), min(max(column) for column in zip(*table, strict=True))


@pytest.mark.parametrize(("cards", "value"), [(3, Fraction(1, 3)), (4, Fraction(0))])
def test_mcts_comes_near_where_hands_are_hidden(cards: int, value: Fraction) -> None:
    if cards == 3:
        assert pure_value(3) == (value, value)
    errors = []
    for budget, seeds in ((100, 12), (6000, 3)):
        errors.append(max(abs(_expected(cards, budget, seed) - float(value)) for seed in range(seeds)))
    assert errors[1] < 0.12
    assert errors[1] < errors[0]


def _expected(cards: int, budget: int, seed: int) -> float:
    """What the first player expects before the cards are dealt: the mean of the playings-out from there."""
    state = SwapState(cards)
    found = evaluate(MCTS, state, seed=seed, nodes=budget)
    assert found.stats.nodes == budget
    return float(found.worth.middle)


def test_mcts_finds_the_best_moves_where_nothing_is_hidden() -> None:
    for piles in ((1, 2, 2), (3, 2), (1, 1, 3)):
        state = NimState(piles, 0, 2, True)
        if nim_value(piles, True) == 1:
            found = evaluate(MCTS, state, nodes=3000)
            after = state.play(found.move)[0]
            assert not any(after.piles) or nim_value(after.piles, True) == -1
            assert found.worth.middle > 0.7


def test_mcts_repeats_itself_and_another_seed_does_not() -> None:
    state = SwapState(4, (2, 3, 4, 1))
    one, same, other = (evaluate(MCTS, state, seed=seed, nodes=300) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_mcts_keeps_its_time() -> None:
    found = evaluate(MCTS, SwapState(5), seconds=0.2)
    assert found.stopped is StopReason.TIME
    assert found.stats.nodes > 0


# --- what engines are asked and may see -------------------------------------------------------------------------------
def test_exact_engines_refuse_what_is_hidden_or_not_theirs() -> None:
    for engine in (ADVERSARIAL, STOCHASTIC):
        with pytest.raises(UnsupportedError, match="hidden"):
            evaluate(engine, SwapState(4, (1, 2, 3, 4)))
    with pytest.raises(UnsupportedError, match="chance"):
        evaluate(ADVERSARIAL, Walk(RUIN, 3))


@pytest.mark.parametrize("engine", [ADVERSARIAL, STOCHASTIC])
def test_limits(engine: Any) -> None:
    big = NimState((5, 6, 7), 0, 2, True)
    found = evaluate(engine, big, nodes=50)
    assert found.stopped is StopReason.NODES
    assert found.worth.low <= 1 - 1e-9
    assert found.worth.high >= 1
    cancel = CancelToken()
    cancel.cancel()
    assert evaluate(engine, big, cancel=cancel).stopped is StopReason.INTERRUPTED


def test_views_hold_only_what_the_player_may_know() -> None:
    """Two states that differ only in what is hidden from a player give equal views; any difference that it sees, unequal ones."""
    for cards in (3, 4):
        orders = list(permutations(range(1, cards + 1)))
        for done in [(), ("keep",), ("swap",)]:
            for player in (0, 1):
                views: dict[Any, set[Any]] = {}
                for order in orders:
                    state = SwapState(cards, order, done)
                    views.setdefault(state.view(player), set()).add(state.hands()[player])
                assert all(len(hands) == 1 for hands in views.values())
                assert len(views) == len({SwapState(cards, order, done).hands()[player] for order in orders})


def test_samples_look_like_what_was_seen_and_are_fair() -> None:
    state = SwapState(4, (2, 3, 4, 1), ("swap",))
    view = state.view(1)
    rng = SplitMix64(5)
    counts: dict[Any, int] = {}
    for _ in range(3000):
        drawn_state = view.sample(rng)
        assert drawn_state.view(1) == view
        counts[drawn_state.order] = counts.get(drawn_state.order, 0) + 1
    assert len(counts) == 6
    assert all(abs(count - 500) < 5 * 500**0.5 for count in counts.values())


def test_chance_is_drawn_by_its_shares() -> None:
    rng = SplitMix64(3)
    state = Walk((("chance", ((1, Fraction(1, 6)), (2, Fraction(1, 3)), (3, HALF))), *[("end", 0)] * 3))
    counts = {1: 0, 2: 0, 3: 0}
    for _ in range(6000):
        counts[drawn(state, rng)] += 1
    for place, expected in ((1, 1000), (2, 2000), (3, 3000)):
        assert abs(counts[place] - expected) < 5 * expected**0.5
