"""Many questions to one search, against the enumeration of every winning pairing: what one taught must not mislead the next."""

from __future__ import annotations

import random
from array import array
from typing import Any

import pytest

from pyrsolve import registry
from pyrsolve.kernels.line import LineSearch
from tests.analysis.test_structure import winning_lines
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")
NO_LIMIT = 2**62
SOLVED, REFUTED = 1, 2


def line_search(deal: Any, **how: Any) -> tuple[LineSearch, list[tuple[int, int]]]:
    problem = GAME.pairing_problem(deal)
    tables, flat = problem.tables, problem.pairs
    made = LineSearch(
        tables.counter, tables.first, tables.target, tables.delta, array("i", problem.removed), flat, **how
    )
    return made, list(zip(flat[::2], flat[1::2], strict=True))


@pytest.mark.parametrize("switch_after", [0, 1, 300])
def test_every_answer_is_that_of_the_enumeration(switch_after: int) -> None:
    rng = random.Random(f"line {switch_after}")
    answers = {SOLVED: 0, REFUTED: 0}
    for _ in range(80):
        deal = random_deal(rng, smallest=6, largest=12)
        won = winning_lines(GAME.start(deal))
        search, pairs = line_search(deal, switch_after=switch_after)
        for _ in range(25):
            used = rng.sample(pairs, min(len(pairs), rng.randrange(4)))
            without = [rng.choice(pairs)] if rng.random() < 0.5 else []
            literals = [search.literal(*pair) for pair in used] + [search.literal(*pair, False) for pair in without]
            search.assume(array("i", literals))
            answer = search.ask(NO_LIMIT, NO_LIMIT)
            possible = [one for one in won if one.issuperset(used) and one.isdisjoint(without)]
            assert (answer == SOLVED) == bool(possible)
            answers[answer] += 1
            if answer == REFUTED and search.failed >= 0:
                # up to the one that failed, the assumptions contradict each other already
                first = used[: search.failed + 1]
                last = without if search.failed == len(used) else []
                assert not [one for one in won if one.issuperset(first) and one.isdisjoint(last)]
            elif answer == REFUTED:
                assert not won
    assert min(answers.values()) > 200, answers


def test_a_question_may_be_left_and_taken_up_again() -> None:
    rng = random.Random("slices")
    for _ in range(40):
        deal = random_deal(rng, smallest=8, largest=12)
        won = winning_lines(GAME.start(deal))
        search, pairs = line_search(deal)
        for pair in pairs:
            search.assume(array("i", [search.literal(*pair)]))
            if rng.random() < 0.3:
                search.ask(search.nodes, NO_LIMIT)  # not one node: then another question comes
                continue
            while search.ask(NO_LIMIT, search.closures + 1) == 0:
                pass
            assert (search.answer == SOLVED) == any(pair in one for one in won)


def test_the_node_limit_is_exact() -> None:
    deal = make_deal(tuple((4 * x, 0, z) for x in range(4) for z in range(3)), tuple("abcabcabcabc"))
    search, _ = line_search(deal)
    search.assume(array("i"))
    for limit in range(3):
        if search.ask(limit, NO_LIMIT):
            break
        assert search.nodes == limit
