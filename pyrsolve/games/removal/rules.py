"""The reference rules of pair removal: small, immutable positions, one function a rule.

Numbers are those of the design pages; classic Mahjong Solitaire shares MP-5 to MP-7 with Mahjongg Pyramids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pyrsolve.errors import IllegalMoveError
from pyrsolve.games.removal.geometry import Neighbours, Tile, neighbours


@dataclass(frozen=True, slots=True)
class RemovalRules:
    """What may be removed on a board: how tiles cover, and the allowed pairs ``(i, j)`` with ``i < j``."""

    cover: str
    pairs: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Position:
    """A position is the set of tiles that are gone; the order in which they went never matters."""

    rules: RemovalRules
    board: Neighbours = field(repr=False)
    gone: frozenset[int]


def start(tiles: tuple[Tile, ...], rules: RemovalRules, removed: Iterable[int] = ()) -> Position:
    """The position in which the tiles `removed` are gone."""
    return Position(rules, neighbours(tiles, rules.cover), frozenset(removed))


def is_covered(position: Position, tile: int) -> bool:
    """MP-5: a tile that something rests on, even partially, is not free."""
    return any(other not in position.gone for other in position.board.above[tile])


def has_open_side(position: Position, tile: int) -> bool:
    """MP-6: the left or the right side must have no touching tile."""
    gone = position.gone
    return all(other in gone for other in position.board.left[tile]) or all(
        other in gone for other in position.board.right[tile]
    )


def is_free(position: Position, tile: int) -> bool:
    """A tile that is still there, not covered, and open on a side."""
    return tile not in position.gone and not is_covered(position, tile) and has_open_side(position, tile)


def matches(position: Position, i: int, j: int) -> bool:
    """MP-8 to MP-11: whether the two tiles are an allowed pair."""
    return (min(i, j), max(i, j)) in position.rules.pairs


def remove(position: Position, i: int, j: int) -> Position:
    """MP-7: two different free tiles that match are removed together. Raises IllegalMoveError saying what forbids it."""
    count = len(position.board.above)
    for tile in (i, j):
        if not 0 <= tile < count:
            raise IllegalMoveError(f"there is no tile {tile}: the board has tiles 0 to {count - 1}", "MP-7")
        if tile in position.gone:
            raise IllegalMoveError(f"tile {tile} is already gone", "MP-7")
    if i == j:
        raise IllegalMoveError(f"tile {i} cannot be paired with itself", "MP-7")
    if not matches(position, i, j):
        raise IllegalMoveError(f"tiles {i} and {j} do not match", "MP-8")
    for tile in (i, j):
        if is_covered(position, tile):
            raise IllegalMoveError(f"tile {tile} is covered", "MP-5")
        if not has_open_side(position, tile):
            raise IllegalMoveError(f"tile {tile} is blocked on both sides", "MP-6")
    return Position(position.rules, position.board, position.gone | {i, j})


def legal_pairs(position: Position) -> Iterator[tuple[int, int]]:
    """Every pair that may be removed now, ``i < j``, in order."""
    free = [tile for tile in range(len(position.board.above)) if is_free(position, tile)]
    for place, i in enumerate(free):
        for j in free[place + 1 :]:
            if matches(position, i, j):
                yield i, j


def is_cleared(position: Position) -> bool:
    """The goal: every tile is gone."""
    return len(position.gone) == len(position.board.above)
