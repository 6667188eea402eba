"""The smallest part of an unsolvable board that is locked by itself.

The question put again and again: do some match groups lock the board, when every other tile goes by itself as soon as it is
free? It is a pairing problem too: such a tile is given a partner of its own that lies alone beside the board. Locked
sets of groups are closed upwards (more pairing is harder), and so are locked sets of standing tiles (a tile taken
off beforehand only frees others), so one that is locked can be shrunk, and the fewest groups are a smallest hitting set of
the complements of those that are not locked.

Ignatiev, Previti, Liffiton, Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015.
"""

from __future__ import annotations

import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pyrsolve.games.removal.pairing import PairingProblem

SLICE = 500  # closures between two looks at the clock: a millisecond or so
FEWER_SHARE = 0.6  # of the time that is left, for looking for fewer groups
NO_LIMIT = 2**62
T = TypeVar("T")
Group = tuple[int, ...]


class OutOfTimeError(Exception):
    """The time for explaining is over."""


class Board:
    """A pairing problem of even groups, asked about parts of it; `seconds` for all questions together."""

    def __init__(self, problem: PairingProblem, seconds: float) -> None:
        self.problem = problem
        self.deadline = time.monotonic() + seconds
        self.tiles = len(problem.tables.counter)
        self.groups = components(problem.pairs)
        self._pairs: dict[Group, list[tuple[int, int]]] = {group: [] for group in self.groups}
        of = {tile: group for group in self.groups for tile in group}
        for i, j in zip(problem.pairs[::2], problem.pairs[1::2], strict=True):
            self._pairs[of[i]].append((i, j))
        self.questions = 0

    def locked(self, paired: Iterable[Group], alone: Collection[int]) -> bool:
        """Whether no pairing of the groups `paired` clears them and the tiles `alone`, which go by themselves.

        Every other tile is off the board. Raises OutOfTimeError.
        """
        from pyrsolve.kernels.pairing import PairingSearch

        tables = self.problem.tables
        paired = list(paired)
        helpers = len(alone)
        pairs = [pair for group in paired for pair in self._pairs[group]]
        pairs += [(tile, self.tiles + number) for number, tile in enumerate(sorted(alone))]
        standing = {tile for group in paired for tile in group}.union(alone)
        search = PairingSearch(
            tables.counter + array("i", bytes(4 * helpers)),
            tables.first + array("i", tables.first[-1:] * helpers),
            tables.target,
            tables.delta,
            array("i", [tile for tile in range(self.tiles) if tile not in standing]),
            array("i", [tile for pair in sorted(pairs) for tile in pair]),
        )
        self.questions += 1
        while search.run(NO_LIMIT, search.closures + SLICE) == 0:
            self.look_at_the_clock()
        self.look_at_the_clock()
        return not search.solved()

    def look_at_the_clock(self) -> None:
        """Raise OutOfTimeError when the time is over."""
        if time.monotonic() > self.deadline:
            raise OutOfTimeError

    @contextmanager
    def only(self, share: float) -> Iterator[None]:
        """Questions inside have only this share of the time that is left."""
        kept = self.deadline
        now = time.monotonic()
        self.deadline = now + share * (kept - now)
        try:
            yield
        finally:
            self.deadline = kept

    def others(self, paired: Iterable[Group]) -> list[int]:
        """The tiles of all groups but `paired`."""
        chosen = set(paired)
        return [tile for group in self.groups if group not in chosen for tile in group]

    def locks(self, paired: Iterable[Group]) -> bool:
        """Whether the groups `paired` lock the whole board, all other tiles going by themselves. Raises OutOfTimeError."""
        paired = list(paired)
        return self.locked(paired, self.others(paired))


def components(pairs: Sequence[int]) -> list[Group]:
    """The match groups of flat allowed pairs: ascending tiles, by their first tile."""
    root: dict[int, int] = {}

    def find(tile: int) -> int:
        while root[tile] != tile:
            tile = root[tile]
        return tile

    for i, j in zip(pairs[::2], pairs[1::2], strict=True):
        a, b = find(root.setdefault(i, i)), find(root.setdefault(j, j))
        root[max(a, b)] = min(a, b)
    members: defaultdict[int, list[int]] = defaultdict(list)
    for tile in sorted(root):
        members[find(tile)].append(tile)
    return sorted(map(tuple, members.values()))


@dataclass
class Lock:
    """The best lock known: `groups` that must be paired and `others` that go by themselves, as in `Explanation`."""

    groups: list[Group]
    others: list[int] = field(default_factory=list)
    irreducible: bool = False
    fewest: bool = False


def smallest_lock(board: Board, weight: Callable[[Group], int]) -> Lock:
    """The smallest lock of an unsolvable board that is found before the time is over.

    `weight`: how much a group has to do with the refutation; those with little are tried to be left out first.
    """
    best = Lock(sorted(board.groups, key=weight))
    try:
        try:
            shrink(best.groups, board.locks)
            if len(best.groups) > 1:
                with board.only(FEWER_SHARE):
                    best.groups = fewest_groups(board, best.groups)
                    best.fewest = True
            else:
                best.fewest = True
        except OutOfTimeError:
            board.look_at_the_clock()
        finally:
            best.groups.sort()
            best.others = board.others(best.groups)
        if len(best.groups) == 1:
            _smallest_single(board, best)
        else:
            shrink(best.others, lambda rest: board.locked(best.groups, rest))
        # what the groups lack to be cleared on the whole board they lack on a part of it all the more: no group can be spared
        best.irreducible = True
    except OutOfTimeError:
        pass
    return best


def _smallest_single(board: Board, best: Lock) -> None:
    """Of all groups that lock the board by themselves, the one that needs the fewest tiles."""
    shrink(best.others, lambda rest: board.locked(best.groups, rest))
    for group in board.groups:
        if group not in best.groups and board.locks([group]):
            others = board.others([group])
            shrink(others, lambda rest, group=group: board.locked([group], rest))  # type: ignore[misc]
            if len(group) + len(others) < len(best.groups[0]) + len(best.others):
                best.groups, best.others = [group], others


def fewest_groups(board: Board, known: list[Group]) -> list[Group]:
    """The fewest groups that lock the board; `known` is some irreducible set of groups that does.

    Every set that does not lock the board misses a group of every one that does: the candidates are the smallest sets that
    hit the complements of all sets met so far that do not lock it, each grown as far as it goes. Raises OutOfTimeError.
    """
    groups = board.groups
    everything = (1 << len(groups)) - 1
    missed: list[int] = [everything]
    rounds = 0
    while True:
        candidate = smallest_hitting(missed, len(known) - 1, board.look_at_the_clock)
        if candidate is None:
            return known
        chosen = [group for number, group in enumerate(groups) if candidate >> number & 1]
        if board.locks(chosen):
            return chosen
        inside = candidate
        order = [*range(rounds % len(groups), len(groups)), *range(rounds % len(groups))]
        for number in order:
            if not inside >> number & 1:
                more = inside | 1 << number
                if not board.locks(group for place, group in enumerate(groups) if more >> place & 1):
                    inside = more
        missed.append(everything & ~inside)
        rounds += 1


def smallest_hitting(sets: list[int], most: int, poll: Callable[[], None]) -> int | None:
    """The smallest mask that meets every mask of `sets`, of at most `most` bits; None where there is none."""
    for size in range(1, most + 1):
        found = _hitting(sorted(sets, key=int.bit_count), 0, size, poll)
        if found is not None:
            return found
    return None


def _hitting(sets: list[int], chosen: int, left: int, poll: Callable[[], None]) -> int | None:
    """A mask of at most `left` more bits than `chosen` that meets every set; depth is at most `left`."""
    open_sets = [mask for mask in sets if not mask & chosen]
    if not open_sets:
        return chosen
    if left == 0:
        return None
    apart, used = 0, 0  # sets without a common bit need a bit each
    for mask in open_sets:
        if not mask & used:
            apart += 1
            used |= mask
    if apart > left:
        return None
    poll()
    options = open_sets[0]
    while options:
        bit = options & -options
        options ^= bit
        found = _hitting(open_sets, chosen | bit, left - 1, poll)
        if found is not None:
            return found
        # later branches do without this bit
        open_sets = [mask & ~bit for mask in open_sets]
        if not all(open_sets):
            return None
    return None


def shrink(items: list[T], holds: Callable[[list[T]], bool]) -> None:
    """Leave out of `items` what can be left out, in place, so that what an interruption leaves is of use.

    `holds` is true of all items and of every set with a part for which it is true; at the end it is true of `items`, and
    false without any one of them. Items at the front are left out first, many at once while that works.
    """
    chunk = len(items)
    while chunk:
        at = 0
        while at < len(items):
            rest = items[:at] + items[at + chunk :]
            if holds(rest):
                items[:] = rest
            else:
                at += chunk
        chunk = min(chunk // 2, len(items))
