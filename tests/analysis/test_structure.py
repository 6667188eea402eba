"""The structure of deals, against closures of another implementation and against every game that can be played."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pyrsolve import registry
from pyrsolve.analysis.structure import MOST_CHOKES, Precedence, structure
from pyrsolve.backends.andor import AndOr, Closure
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.removal import rules
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")


def test_what_must_go_before_what_is_what_a_closure_without_it_misses() -> None:
    rng = random.Random("before")
    related = 0
    for _ in range(150):
        graph = AndOr(GAME.dependency_graph(random_deal(rng, largest=20)))
        order = Precedence(graph)
        free = [0] * len(graph.node)
        all_reached = Closure(graph, free).reached
        assert order.stuck == {goal for goal, reached in enumerate(all_reached) if not reached}
        for kept in range(len(graph.choices)):
            value = [-1 if kept in graph.serves[choice] else 0 for choice in range(len(graph.node))]
            closure = Closure(graph, value)
            makeable = {*closure.made, *closure.waiting}
            for goal, choices in enumerate(graph.choices):
                if all_reached[goal]:
                    waits = not any(choice in makeable for choice in choices)
                    assert bool(order.before[goal] >> kept & 1) == waits
                    related += waits
    assert related > 200


def winning_lines(position: Any) -> set[frozenset[tuple[int, int]]]:
    """Every winning pairing, found by playing every line once a set of pairs."""
    found, seen, todo = set(), set(), [(position, frozenset[tuple[int, int]]())]
    while todo:
        at, used = todo.pop()
        if used in seen:
            continue
        seen.add(used)
        if GAME.won(at):
            found.add(used)
        todo.extend((GAME.step(at, move), used | {move}) for move in GAME.moves(at))
    return found


def reachable(start: Any) -> set[Any]:
    seen, todo = {start}, [start]
    while todo:
        at = todo.pop()
        for move in GAME.moves(at):
            after = GAME.step(at, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def test_no_game_contradicts_the_structure() -> None:
    rng = random.Random("structure")
    met = dict.fromkeys(("chokes", "stuck", "impossible", "blocks"), 0)
    for _ in range(250):
        deal = random_deal(rng, largest=12)
        found = structure(GAME, deal)
        assert found is not None
        start = GAME.start(deal)
        positions = reachable(start)
        for choke in found.chokes:
            for position in positions:
                if choke.tile not in position.gone:
                    assert not position.gone & set(choke.waiting)
                    now = {tile for pair in GAME.moves(position) for tile in pair}
                    assert not now & set(choke.waiting)
        for first, second in zip(found.wait_chain, found.wait_chain[1:], strict=False):
            assert all(first in position.gone for position in positions if second in position.gone)
        assert not any(set(found.stuck) & (position.gone - set(deal.removed)) for position in positions)
        pairings = winning_lines(start)
        assert not any(pair in pairing for pairing in pairings for pair in found.impossible)
        assert not any(
            one in pairing and other in pairing for pairing in pairings for one, other in found.mutual_blocks
        )
        assert found.mutual_count == len(found.mutual_blocks)
        for above, below in zip(found.cover_chain, found.cover_chain[1:], strict=False):
            assert above in start.board.above[below]
        met["chokes"] += len(found.chokes)
        met["stuck"] += len(found.stuck)
        met["impossible"] += len(found.impossible)
        met["blocks"] += len(found.mutual_blocks)
        assert len(found.chokes) <= MOST_CHOKES
    assert min(met.values()) > 20, met


def test_a_tower_and_a_row() -> None:
    tower = make_deal((*((0, 0, z) for z in range(3)), (9, 0, 0)), ("a", "b", "b", "a"))
    found = structure(GAME, tower)
    assert found is not None
    assert found.cover_chain == (2, 1, 0)
    assert found.stuck == (0, 1, 2, 3)  # 2 goes only with 1, which it covers
    assert found.impossible == ((0, 3), (1, 2))
    # two stacks of two, crossed: a on b and b on a
    crossed = make_deal(((0, 0, 0), (0, 0, 1), (9, 0, 0), (9, 0, 1), (20, 0, 0), (24, 0, 0)), tuple("abbacc"))
    found = structure(GAME, crossed)
    assert found is not None
    assert found.stuck == (0, 1, 2, 3)
    longer = make_deal(
        ((0, 0, 0), (0, 0, 1), (9, 0, 0), (9, 0, 1), *((20 + 4 * k, 0, 0) for k in range(4))), tuple("abbaabab")
    )
    found = structure(GAME, longer)
    assert found is not None
    assert not found.stuck
    assert found.mutual_blocks == (((0, 3), (1, 2)),)


def test_a_row_has_its_ends_as_chokes() -> None:
    # a b c c b a: only the ends are free
    deal = make_deal(tuple((2 * x, 0, 0) for x in range(6)), tuple("abccba"))
    found = structure(GAME, deal)
    assert found is not None
    assert [(choke.tile, choke.waiting) for choke in found.chokes] == [
        (0, (1, 2, 3, 4)),
        (5, (1, 2, 3, 4)),
        (1, (2, 3)),
        (4, (2, 3)),
    ]
    assert len(found.wait_chain) == 3
    assert rules.is_free(GAME.start(deal), found.wait_chain[0])


def test_it_stops_when_told() -> None:
    assert structure(GAME, random_deal(random.Random(3)), lambda: True) is None


@pytest.mark.parametrize("layout", ["turtle"])
def test_a_whole_turtle(layout: str) -> None:
    import pyrsolve

    deal = pyrsolve.load(f"pyrsolve:{layout}:1")[0]
    found = structure(GAME, deal)
    assert found is not None
    assert len(found.cover_chain) == 5
    assert found.chokes[0].waiting


def test_too_many_pairs_are_refused_at_once() -> None:
    deal = make_deal(
        tuple((4 * (k % 64), 4 * (k // 64), 0) for k in range(1024)), tuple(f"{k % 16}" for k in range(1024))
    )
    with pytest.raises(UnsupportedError, match="32256 pairs match"):
        structure(GAME, deal)
