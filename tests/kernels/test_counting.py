"""Counting kernels: the same numbers and counters compiled and not, pinned; tables that grow and stay within their budget."""

from __future__ import annotations

from array import array

import pytest

from pyrsolve import catalogue, registry
from pyrsolve.kernels.counting import Counting
from pyrsolve.kernels.pairing_count import PairingCount
from pyrsolve.kernels.playouts import Playouts
from tests.boards import make_deal

GAME = registry.game("mahjong")
PRIMES = [2**61 - 1, 2305843009213693921]
SMALL = [2147483647, 2147483629]
PLAIN, CAREFUL = (3, 643), (22, 822)
"""Wins and moves of sixty games."""


def gate(number: int) -> object:
    return GAME.random_deal(catalogue.find("gate"), number, GAME.options.make({}))


@pytest.mark.parametrize(
    ("number", "positions", "edges", "dead", "lines", "pairings"),
    [(1, 6474, 20692, 235, 2555045, 33), (4, 3066, 8579, 174, 0, 0)],
)
def test_pinned(number: int, positions: int, edges: int, dead: int, lines: int, pairings: int) -> None:
    deal = gate(number)
    counting = Counting(GAME.search_state(deal, reductions=False), 1 << 26, PRIMES)
    assert counting.run(10**9) == 1
    assert (counting.positions(), counting.edges, counting.dead_ends) == (positions, edges, dead)
    assert counting.residues() == [lines, lines]
    assert counting.lines() == lines
    problem = GAME.pairing_problem(deal)
    tables = problem.tables
    count = PairingCount(
        tables.counter, tables.first, tables.target, tables.delta, array("i"), problem.pairs, 1 << 26, SMALL
    )
    assert count.run(10**9) == 1
    assert count.residues() == [pairings, pairings]


def test_slices_change_nothing() -> None:
    whole = Counting(GAME.search_state(gate(4), reductions=False), 1 << 26, PRIMES)
    whole.run(10**9)
    sliced = Counting(GAME.search_state(gate(4), reductions=False), 1 << 26, PRIMES)
    while sliced.run(7) == 0:
        assert sliced.positions() <= whole.positions()
    assert (sliced.positions(), sliced.edges, sliced.residues()) == (whole.positions(), whole.edges, whole.residues())


def test_a_full_table_stops() -> None:
    deal = make_deal(tuple((4 * place, 0, 0) for place in range(30)), tuple(f"{place // 2}" for place in range(30)))
    counting = Counting(GAME.search_state(deal, reductions=False), 1 << 17, PRIMES)
    assert counting.run(10**9) == 3
    assert counting.bytes() <= 1 << 17
    assert 1000 < counting.positions() < 2**15


def test_random_games_are_pinned() -> None:
    made = Playouts(GAME.search_state(gate(2), reductions=False), 1)
    made.run(60)
    careful = Playouts(GAME.search_state(gate(2), reductions=False), 1, True)
    careful.run(60)
    assert (made.plays, made.wins, made.moves) == (60, PLAIN[0], PLAIN[1])
    assert (careful.plays, careful.wins, careful.moves) == (60, CAREFUL[0], CAREFUL[1])
    assert sum(made.lost_by_left().values()) == 60 - made.wins
