"""The reference rules, by example, each illegal move with its reason."""

from __future__ import annotations

import pytest

from pyrsolve import registry
from pyrsolve.errors import IllegalMoveError
from pyrsolve.games.removal import rules
from tests.boards import make_deal

ROW = ((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0))


def start(tiles: tuple[tuple[int, int, int], ...], faces: str, cover: str = "next") -> rules.Position:
    position: rules.Position = registry.game("mahjong").start(make_deal(tiles, tuple(faces), cover))
    return position


def test_row_of_four() -> None:
    assert list(rules.legal_pairs(start(ROW, "aabb"))) == []
    assert list(rules.legal_pairs(start(ROW, "abba"))) == [(0, 3)]
    after = rules.remove(start(ROW, "abba"), 3, 0)
    assert list(rules.legal_pairs(after)) == [(1, 2)]
    assert rules.is_cleared(rules.remove(after, 1, 2))


@pytest.mark.parametrize(
    ("i", "j", "rule", "words"),
    [
        (0, 0, "MP-7", "paired with itself"),
        (0, 9, "MP-7", "no tile 9"),
        (-1, 0, "MP-7", "no tile -1"),
        (0, 1, "MP-8", "do not match"),
        (1, 2, "MP-6", "blocked on both sides"),
        (4, 5, "MP-5", "is covered"),
    ],
)
def test_illegal(i: int, j: int, rule: str, words: str) -> None:
    position = start((*ROW, (20, 0, 0), (30, 0, 0), (20, 0, 1), (40, 0, 0)), "abbaccdd")
    with pytest.raises(IllegalMoveError, match=words) as caught:
        rules.remove(position, i, j)
    assert caught.value.rule == rule


def test_gone_tiles_do_not_return() -> None:
    position = rules.remove(start(ROW, "abba"), 0, 3)
    with pytest.raises(IllegalMoveError, match="already gone"):
        rules.remove(position, 0, 3)


@pytest.mark.parametrize("move", [None, 3, [1], [1, 2, 3], ["1", 2], [True, 2], {"a": 1}, [1.0, 2]])
def test_moves_that_are_none(move: object) -> None:
    with pytest.raises(IllegalMoveError):
        registry.game("mahjong").step(start(ROW, "abba"), move)


def test_cover_under_a_floating_tile() -> None:
    tiles = ((0, 0, 0), (0, 0, 2))
    assert list(rules.legal_pairs(start(tiles, "aa"))) == [(0, 1)]
    assert list(rules.legal_pairs(start(tiles, "aa", "any"))) == []
