"""The depth-first search and its table on a toy with circles, and the state of pair removal against the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pyrsolve import registry
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.kernels.depth_first import DepthFirst
from pyrsolve.kernels.search_state import SearchState
from tests.backends.sparse import Sparse
from tests.boards import random_deal
from tests.kernels.toys import Walk, random_edges, reachable

GAME = registry.game("mahjong")
RUNNING, SOLVED, EXHAUSTED, FULL = range(4)
NO_LIMIT = 2**62
ROOMY = 1 << 20


def search(state: SearchState, budget: int = ROOMY, prune: bool = True) -> DepthFirst:
    """Run to the end in slices, watching the budget."""
    made = DepthFirst(state, budget, prune)
    while made.run(NO_LIMIT, made.nodes + 5) == RUNNING:
        assert made.bytes() <= budget
    return made


# --- the search ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("hashes", [2**64, 3, 1])
def test_walks_end_where_they_can(hashes: int) -> None:
    won = 0
    for seed in range(150):
        rng = random.Random(seed)
        edges = random_edges(rng, 30, rng.randrange(20, 90))
        found = reachable(edges)
        made = search(Walk(edges, 29, hashes))
        assert made.status == (SOLVED if 29 in found else EXHAUSTED)
        if made.status == SOLVED:
            line = made.line()
            assert all(b in edges[a] for a, b in zip([0, *line], line, strict=False))
            assert [0, *line][-1] == 29
            won += 1
        else:
            inner = {vertex for vertex in found if edges[vertex]}
            assert made.table.states == len(inner)  # each once; dead ends need no entry
            assert made.nodes == 1 + sum(len(edges[vertex]) for vertex in found)
    assert 30 < won < 130


def test_hints_decide_what_is_tried_first() -> None:
    edges = [[1, 2, 3], [], [], [], []]
    made = DepthFirst(Walk(edges, 4), ROOMY)
    seen = []
    while made.run(NO_LIMIT, made.nodes + 1) == RUNNING:
        seen.append(made.state.trail[-1])  # type: ignore[attr-defined]
    assert seen == [3, 2, 1]


def test_lost_positions_are_not_entered_unless_pruning_is_off() -> None:
    edges = [[1], [2], [3], []]
    assert search(Walk(edges, 3, lost=frozenset({1}))).nodes == 2
    assert search(Walk(edges, 3, lost=frozenset({1})), prune=False).status == SOLVED


def tightest(edges: list[list[int]]) -> int:
    """The smallest budget under which the search starts at all."""
    budget = 0
    while DepthFirst(Walk(edges, -1), budget).status == FULL:
        budget += 8
    return budget


def test_a_table_too_small_changes_no_answer() -> None:
    evictions = full = exhausted = 0
    for seed in range(60):
        rng = random.Random(seed)
        vertices = 40
        edges = [[rng.randrange(v + 1, vertices) for _ in range(2)] for v in range(vertices - 1)] + [[]]
        if rng.random() < 0.5:  # circles, too
            edges[rng.randrange(20, vertices - 1)].append(rng.randrange(vertices))
        room = tightest(edges)
        for more in (0, 100, 200, 400, 600, 800):
            made = search(Walk(edges, vertices), room + more)
            evictions += made.table.evictions
            full += made.status == FULL
            exhausted += made.status == EXHAUSTED
            assert made.status in (FULL, EXHAUSTED)
            reached = search(Walk(edges, vertices - 1), room + more)
            assert reached.status in (FULL, SOLVED)
    assert evictions > 300
    assert full > 10
    assert exhausted > 100


def test_positions_on_the_path_are_never_given_up() -> None:
    """A long path with a way back at its end: were the beginning forgotten, the walk would go round for ever."""
    length = 14
    edges = [[v + 1] for v in range(length)] + [[0]]
    full = 0
    for more in range(0, 1200, 8):
        made = DepthFirst(Walk(edges, -1), tightest(edges) + more)
        made.run(10_000, NO_LIMIT)
        assert made.status in (FULL, EXHAUSTED)
        assert made.nodes <= length + 2
        full += made.status == FULL
    assert made.status == EXHAUSTED
    assert full > 10


def test_no_room_at_all() -> None:
    assert DepthFirst(Walk([[0]], 1), 0).run(NO_LIMIT, NO_LIMIT) == FULL


def test_the_table_grows_and_forgets_nothing() -> None:
    rng = random.Random(5)
    edges = random_edges(rng, 20_000, 60_000)
    made = DepthFirst(Walk(edges, -1), 16 << 20)
    assert made.run(NO_LIMIT, NO_LIMIT) == EXHAUSTED
    assert made.table.evictions == 0
    assert made.table.states == sum(1 for vertex in reachable(edges) if edges[vertex])


def test_node_limits_and_slices_are_exact() -> None:
    edges = random_edges(random.Random(1), 200, 600)
    whole = search(Walk(edges, -1))
    for limit in (0, 1, 2, 50):
        made = DepthFirst(Walk(edges, -1), ROOMY)
        assert made.run(limit, NO_LIMIT) == RUNNING
        assert made.nodes == limit
        assert made.run(NO_LIMIT, NO_LIMIT) == EXHAUSTED  # and goes on from there
        assert made.nodes == whole.nodes


def test_new_beginnings_change_no_answer() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        edges = random_edges(rng, 40, rng.randrange(30, 90))
        state = Walk(edges, 39)
        state.restarts = 3
        assert search(state).status == (SOLVED if 39 in reachable(edges) else EXHAUSTED)


def test_an_error_in_a_state_comes_through() -> None:
    class Broken(Walk):
        def goal(self) -> bool:
            raise RuntimeError("broken on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        DepthFirst(Broken([[0]], 1), ROOMY).run(NO_LIMIT, NO_LIMIT)
    with pytest.raises(NotImplementedError):
        DepthFirst(SearchState(1, 1), ROOMY).run(NO_LIMIT, NO_LIMIT)


# --- the state of pair removal ------------------------------------------------------------------------------------
def listed(state: SearchState) -> list[int]:
    return list(state.listed[: state.moves()])


def snapshot(state: SearchState) -> tuple[Any, ...]:
    state.write_key()
    return (tuple(state.key), state.hash(), state.goal(), state.bound(), tuple(map(tuple, state.line())))


@pytest.mark.parametrize("game", [GAME, Sparse()], ids=["mahjong", "sparse"])
def test_random_walks_step_with_the_rules(game: Any) -> None:
    for seed in range(80):
        rng = random.Random(seed)
        deal = random_deal(rng, 2, 20)
        pairs = game.pairing_problem(deal).pairs
        state, position = game.search_state(deal, reductions=False), game.start(deal)
        before, moves = [snapshot(state)], []
        while True:
            legal = list(game.moves(position))
            assert [(pairs[move], pairs[move + 1]) for move in listed(state)] == legal
            assert state.goal() == game.won(position)
            standing = len(deal.faces) - len(position.gone)
            assert state.bound() == (standing + 1) // 2
            if not legal:
                break
            move = rng.choice(listed(state))
            position = game.step(position, (pairs[move], pairs[move + 1]))
            state.apply(move)
            moves.append(move)
            before.append(snapshot(state))
        while moves:
            assert snapshot(state) == before.pop()
            state.undo(moves.pop())
        assert snapshot(state) == before.pop()


@pytest.mark.parametrize("game", [GAME, Sparse()], ids=["mahjong", "sparse"])
def test_reduced_walks_are_lines_of_play_and_can_be_taken_back(game: Any) -> None:
    long_lines = 0
    for seed in range(120):
        rng = random.Random(seed)
        deal = random_deal(rng, 4, 24)
        state = game.search_state(deal)
        before, moves = [(snapshot(state), state.prune())], []
        while choices := listed(state):
            move = rng.choice(choices)
            state.apply(move)
            moves.append(move)
            before.append((snapshot(state), state.prune()))
            position = game.start(deal)
            for pair in state.line():
                position = game.step(position, pair)
            assert state.goal() == game.won(position)
        long_lines += len(moves) > 3
        while moves:
            assert (snapshot(state), state.prune()) == before.pop()
            state.undo(moves.pop())
        assert (snapshot(state), state.prune()) == before.pop()
    assert long_lines > 10


def winnable(deal: RemovalDeal, gone: tuple[int, ...], known: dict[tuple[int, ...], bool], position: Any) -> bool:
    if gone not in known:
        known[gone] = GAME.won(position) or any(
            winnable(deal, tuple(sorted((*gone, *pair))), known, GAME.step(position, pair))
            for pair in GAME.moves(position)
        )
    return known[gone]


def test_what_is_pruned_is_lost_and_much_is() -> None:
    pruned = lost = 0
    for seed in range(120):
        rng = random.Random(seed)
        deal = random_deal(rng, 6, 14)
        pairs = GAME.pairing_problem(deal).pairs
        state, position = GAME.search_state(deal, reductions=False), GAME.start(deal)
        known: dict[tuple[int, ...], bool] = {}
        while True:
            exact = winnable(deal, tuple(sorted(position.gone)), known, position)
            if state.prune():
                assert not exact
                pruned += 1
            lost += not exact
            choices = listed(state)
            if not choices:
                break
            move = rng.choice(choices)
            position = GAME.step(position, (pairs[move], pairs[move + 1]))
            state.apply(move)
    assert lost >= pruned > lost // 2
