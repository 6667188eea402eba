"""Replay: by the reference rules alone, the first move that is wrong named."""

from __future__ import annotations

import random

import pytest

from pyrsolve import registry
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")
STACKED = make_deal(((0, 0, 0), (0, 0, 1), (4, 0, 0), (8, 0, 0)), ("a", "b", "a", "b"))


def test_a_line_that_wins() -> None:
    assert replay(GAME, STACKED, [[1, 3], [0, 2]]) == []
    assert replay(GAME, STACKED, ((3, 1), (2, 0))) == []


@pytest.mark.parametrize(
    ("witness", "path", "message"),
    [
        ([[0, 2], [1, 3]], "$.witness[0]", "move 1: "),
        ([[1, 3], [1, 3]], "$.witness[1]", "move 2: tile 1 is already gone"),
        ([[1, 3]], "$.witness", "after the 1 moves of the witness the deal is not won"),
        ([], "$.witness", "after the 0 moves"),
        ([[1, 3], [0, 2], [0, 2]], "$.witness[2]", "move 3: "),
        ([[1, 2]], "$.witness[0]", "move 1: "),
        ([[1, 1]], "$.witness[0]", "move 1: "),
        ([["1", "3"]], "$.witness[0]", "is not a pair of tile indices"),
        ([None], "$.witness[0]", "is not a pair of tile indices"),
        ([[1, 99]], "$.witness[0]", "move 1: "),
    ],
)
def test_a_line_that_does_not(witness: list[object], path: str, message: str) -> None:
    (fault,) = replay(GAME, STACKED, witness)
    assert fault.path == path
    assert message in fault.message


def test_every_line_of_legal_moves_to_an_empty_board_and_no_other() -> None:
    for seed in range(100):
        rng = random.Random(seed)
        deal = random_deal(rng, 2, 10)
        position, line = GAME.start(deal), []
        while moves := list(GAME.moves(position)):
            line.append(rng.choice(moves))
            position = GAME.step(position, line[-1])
        assert (replay(GAME, deal, line) == []) == GAME.won(position)
        if line:
            assert replay(GAME, deal, line[:-1])
            assert replay(GAME, deal, [*line, line[0]])
