"""Every way to pair the tiles of a lock, each with a smallest set of tiles that it locks: over the reference rules."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Mapping

from pyrsolve.analysis.explanation import Case
from pyrsolve.games.removal import rules

Pair = tuple[int, int]
Options = dict[int, frozenset[int]]  # tile -> the partners that it may still have

MOST_CASES = 24
"""A list that is longer explains nothing."""


def cases(
    start: rules.Position, groups: Iterable[tuple[int, ...]], others: Collection[int], deadline: float
) -> tuple[Case, ...]:
    """Cases that cover every pairing of `groups`; none where more than `MOST_CASES` or more time would be needed.

    The rest of the board is taken off, `others` go by themselves. `deadline` is on the monotonic clock.
    """
    tiles = frozenset(tile for group in groups for tile in group)
    options = {tile: frozenset(_partners(start, tile, tiles)) for tile in tiles}
    tree = _Tree(start, tiles.union(others), options, deadline)
    pairs = tree.forced(options, ())
    if pairs is None or not tree.split(*pairs):
        return ()
    return _without_repetitions(tree.found)


def is_locked(start: rules.Position, case: Case, others: Collection[int] = ()) -> bool:
    """Whether the claim of a case holds; `others` are the tiles that go by themselves."""
    locked = frozenset(case.locked)
    tiles = locked.difference(others)
    options = {tile: frozenset(_partners(start, tile, range(len(start.board.above)))) for tile in tiles}
    return bool(locked) and stuck(start, locked, _after(options, case.pairs)) == locked


def stuck(start: rules.Position, tiles: frozenset[int], options: Mapping[int, frozenset[int]]) -> frozenset[int]:
    """What stays of `tiles`, alone on the board, when each goes once it is free and some partner is free or gone.

    A tile without an entry in `options` needs no partner; partners that are not in `tiles` count as gone.
    """
    everything = frozenset(range(len(start.board.above)))
    while True:
        position = rules.Position(start.rules, start.board, everything - tiles)
        free = {tile for tile in tiles if rules.is_free(position, tile)}
        going = {
            tile
            for tile in free
            if tile not in options or any(other in free or other not in tiles for other in options[tile])
        }
        if not going:
            return tiles
        tiles = tiles - going


def _partners(start: rules.Position, tile: int, among: Iterable[int]) -> list[int]:
    return [other for other in among if other not in start.gone and other != tile and rules.matches(start, tile, other)]


def _after(options: Mapping[int, frozenset[int]], pairs: Iterable[Pair]) -> Options:
    """The options that are left when `pairs` are taken together."""
    mate = {tile: other for i, j in pairs for tile, other in ((i, j), (j, i))}
    return {
        tile: frozenset({mate[tile]}) if tile in mate else frozenset(other for other in partners if other not in mate)
        for tile, partners in options.items()
    }


class _Tree:
    """The search for cases: a branch takes two tiles together, a leaf is stuck."""

    def __init__(self, start: rules.Position, tiles: frozenset[int], options: Options, deadline: float) -> None:
        self._start, self._tiles, self._options, self._deadline = start, tiles, options, deadline
        self.found: list[Case] = []

    def split(self, options: Options, pairs: tuple[Pair, ...]) -> bool:
        """Cover every pairing that goes on from `pairs`; False where it takes too much. Its depth is the number of pairs."""
        locked = stuck(self._start, self._tiles, options)
        if locked:
            self.found.append(self._case(locked, pairs))
            return len(self.found) <= MOST_CASES
        best: list[tuple[Options, tuple[Pair, ...]]] | None = None
        fewest = (0, 0)
        for tile in sorted(options):
            if len(options[tile]) == 1:
                continue
            branches = [
                branch
                for other in sorted(options[tile])
                if (branch := self.forced(options, (*pairs, (min(tile, other), max(tile, other))))) is not None
            ]
            going_on = sum(not stuck(self._start, self._tiles, after) for after, _ in branches)
            if best is None or (going_on, len(branches)) < fewest:
                best, fewest = branches, (going_on, len(branches))
            if time.monotonic() > self._deadline:
                return False
        # a pairing in full that is not stuck would clear the lock: then it was none
        return best is not None and all(self.split(*branch) for branch in best)

    def forced(self, options: Options, pairs: tuple[Pair, ...]) -> tuple[Options, tuple[Pair, ...]] | None:
        """What `pairs` leave, with the pairs that they force; None where a tile is left without a partner."""
        while True:
            options = _after(options, pairs)
            if not all(options.values()):
                return None
            taken = {tile for pair in pairs for tile in pair}
            more = {
                (min(tile, other), max(tile, other))
                for tile, partners in options.items()
                if tile not in taken and len(partners) == 1
                for other in partners
            }
            if not more:
                return options, pairs
            pairs = (*pairs, *sorted(more))
            if len({tile for pair in pairs for tile in pair}) < 2 * len(pairs):
                return None  # two tiles want the same partner

    def _case(self, locked: frozenset[int], pairs: tuple[Pair, ...]) -> Case:
        """A smallest part of `locked`, and of `pairs` what it needs."""
        best = locked
        options = _after(self._options, pairs)
        for order in (sorted(locked), sorted(locked, reverse=True)):
            kept = locked
            for tile in order:
                if tile in kept:
                    kept = stuck(self._start, kept - {tile}, options) or kept
            if len(kept) < len(best) or best == locked:
                best = kept
        needed = list(pairs)
        for pair in pairs:
            rest = [other for other in needed if other != pair]
            if stuck(self._start, best, _after(self._options, rest)) == best:
                needed = rest
        return Case(tuple(sorted(needed)), tuple(sorted(best)))


def _without_repetitions(found: list[Case]) -> tuple[Case, ...]:
    """The cases without those that another one, with fewer of the same pairs, covers too."""
    found = sorted(set(found), key=lambda case: (len(case.pairs), len(case.locked), case.pairs))
    kept: list[Case] = []
    for case in found:
        if not any(set(other.pairs) <= set(case.pairs) for other in kept):
            kept.append(case)
    return tuple(kept)
