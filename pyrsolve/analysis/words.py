"""An explanation of a removal deal in words, a line each. Faces come from files: whoever prints them escapes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from pyrsolve.analysis.explanation import Case, Explanation, Kind, Removal
from pyrsolve.games.base import Deal
from pyrsolve.games.removal import rules
from pyrsolve.games.removal.deal import RemovalDeal

MOST_LISTED = 16
"""Tiles that are listed one by one with their places; of more, only the numbers are given."""


def lines(deal: Deal, start: object, explanation: Explanation) -> list[str]:
    """The explanation in words; `start` is the position in which the deal begins."""
    if not isinstance(deal, RemovalDeal) or not isinstance(start, rules.Position):
        return [f"{number}. {json.dumps(step.move)}" for number, step in enumerate(explanation.removals, start=1)]
    words = Words(deal, start)
    if explanation.kind is Kind.REMOVALS:
        return [words.removal(number, step) for number, step in enumerate(explanation.removals, start=1)]
    if explanation.kind is Kind.ODD_GROUP:
        return words.odd_group(explanation)
    return words.lock(explanation)


class Words:
    """Names the tiles of one deal: number, face, and where they stand."""

    def __init__(self, deal: RemovalDeal, start: rules.Position) -> None:
        self._faces, self._tiles, self._start = deal.faces, deal.layout.tiles, start
        self._corner = tuple(min(tile[axis] for tile in self._tiles) for axis in range(3))

    def place(self, tile: int) -> str:
        """Level, row and column in whole tiles, counted from 1: level 1 is the bottom, row 1 the back, column 1 the left."""
        x, y, z = (value - least for value, least in zip(self._tiles[tile], self._corner, strict=True))
        return f"level {z + 1}, row {1 + y / 2:g}, column {1 + x / 2:g}"

    def face(self, tiles: Iterable[int]) -> str:
        """The face of tiles that match: one, or all that differ."""
        return "+".join(dict.fromkeys(self._faces[tile] for tile in tiles))

    def with_face(self, tile: int) -> str:
        """The number and the face."""
        return f"{tile} ({self._faces[tile]})"

    def removal(self, number: int, step: Removal) -> str:
        """One removal: what, where, and what it frees."""
        if not (isinstance(step.move, list | tuple) and all(isinstance(tile, int) for tile in step.move)):
            return f"{number}. {json.dumps(step.move)}{self._frees(step)}"
        what = " and ".join(f"tile {tile} ({self.place(tile)})" for tile in step.move)
        return f"{number}. {self.face(step.move)}: {what}{self._frees(step)}"

    def _frees(self, step: Removal) -> str:
        return f"; frees {listed([self.with_face(tile) for tile in step.frees])}" if step.frees else "; frees nothing"

    def odd_group(self, explanation: Explanation) -> list[str]:
        """A group that cannot be cleared because it is odd."""
        tiles = explanation.groups[0]
        if len(tiles) == 1:
            return [f"tile {self.with_face(tiles[0])} matches no other tile: it can never go.", *self._table(tiles)]
        first = f"{len(tiles)} tiles of {self.face(tiles)} match only each other: an odd number, so one is left over."
        return [first, *self._table(tiles)]

    def lock(self, explanation: Explanation) -> list[str]:
        """Tiles that lock each other: which, what is claimed, and why."""
        groups, others, tiles = explanation.groups, explanation.others, explanation.tiles
        names = [f"the {len(group)} tiles of {self.face(group)}" for group in groups]
        between = f" with {counted(len(others), 'tile')} between them" if others else ""
        if len(groups) == 1:
            said = [f"{names[0]} lock each other{between}: every way to pair them gets stuck."]
        elif len(groups) <= 4:
            said = [f"{listed(names)} lock each other{between}: every way to pair them gets stuck."]
        else:
            count = len(tiles) - len(others)
            said = [
                f"{count} tiles of {len(groups)} kinds lock each other{between}: every way to pair them gets stuck."
            ]
        rest = [
            "It stays so with every other tile off the board"
            + (f", and with {listed(list(map(self.with_face, others)))} going as soon as free." if others else ".")
        ]
        if len(others) > MOST_LISTED:
            rest = [
                f"It stays so with every other tile off the board, and with the {len(others)} going as soon as free."
            ]
        if len(groups) > 1 and explanation.irreducible:
            only = "no fewer kinds lock the board" if explanation.fewest else "without any one of these kinds it opens"
            rest.append(f"Nothing here can be spared: {only}.")
        elif not explanation.irreducible:
            rest.append("The time was too short to see whether fewer tiles do.")
        said += [" ".join(rest), *self._table(tiles)]
        for number, case in enumerate(explanation.cases, start=1):
            mark = f"case {number}: " if len(explanation.cases) > 1 else ""
            said.append(f"{mark}{self.case(case, set(others))}")
        if not explanation.cases:
            said.append("There are too many ways to pair them for a list; the refutation goes through all of them.")
            said += [self._deadlock(tiles, pairs) for tiles, pairs in explanation.deadlocks]
        return said

    def case(self, case: Case, others: set[int]) -> str:
        """One way to pair, and the circle that it closes."""
        mates = {tile: other for i, j in case.pairs for tile, other in ((i, j), (j, i))}
        locked = set(case.locked)
        everything = frozenset(range(len(self._tiles)))
        position = rules.Position(self._start.rules, self._start.board, everything - locked)
        blocked, waiting = [], []
        for tile in case.locked:
            if not rules.is_free(position, tile):
                blocked.append(f"{tile} {self._obstacle(position, tile, locked)}")
            elif tile not in others and tile not in mates:
                partners = sorted(locked.difference(mates) & self._partners(tile))
                waiting.append(f"{tile} can go only with {listed(partners, 'or')}")
        given = ", ".join(f"{i} with {j}" for i, j in case.pairs)
        reasons = "; ".join([*blocked, *waiting])
        if not given:
            return f"Whatever is paired: {reasons}. None of {listed(case.locked)} can go first."
        return f"{given} ({self.face(tile for pair in case.pairs for tile in pair)}): {reasons}."

    def _partners(self, tile: int) -> set[int]:
        return {other for other in range(len(self._tiles)) if rules.matches(self._start, tile, other)}

    def _obstacle(self, position: rules.Position, tile: int, locked: set[int]) -> str:
        board = position.board
        above = [other for other in board.above[tile] if other in locked]
        if above:
            return f"lies under {listed(above)}"
        left = [other for other in board.left[tile] if other in locked]
        right = [other for other in board.right[tile] if other in locked]
        return f"stands between {listed(left)} and {listed(right)}"

    def _deadlock(self, tiles: Sequence[int], pairs: Sequence[tuple[int, int]]) -> str:
        ways = listed([f"{i} with {j} ({self.face((i, j))})" for i, j in pairs], "or")
        if len(tiles) > MOST_LISTED:
            return f"One thing it says: a set of {len(tiles)} tiles opens only by {ways or 'nothing at all'}."
        return f"One thing it says: {listed(tiles)} open only by {ways or 'nothing at all'}."

    def _table(self, tiles: Sequence[int]) -> list[str]:
        if len(tiles) > MOST_LISTED:
            return [f"  tiles {', '.join(map(str, tiles))}"]
        width = max(len(self.with_face(tile)) for tile in tiles)
        return [f"  {self.with_face(tile).ljust(width)}  {self.place(tile)}" for tile in tiles]


def listed(items: Sequence[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    texts = [str(item) for item in items]
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def counted(count: int, what: str) -> str:
    """``1 tile``, ``3 tiles``."""
    return f"{count} {what}{'' if count == 1 else 's'}"
