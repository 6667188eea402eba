"""Players against each other, nothing hidden, no chance: alpha-beta over intervals for two, max^n for more.

The value of a position is kept as an interval that surely holds it; at the depth where a search stops it is all that the game can
return. So a result is sound whenever it is taken, also in games whose play may never end, and exact when the ends meet.

Knuth, Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975); Luckhardt, Irani, "An algorithmic
solution of N-person games", AAAI 1986.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pyrsolve.backends.engine import Engine, Evaluation, Worth, final
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.play import CHANCE, OVER, PlayState, Value, View
from pyrsolve.outcome import Limits, SearchStats, StopReason

MOST_STATES = 2_000_000
"""Positions in the table; beyond, it is emptied."""
IDLE = 2
"""Searches, each a move deeper, that learn nothing: play goes in circles, and the bounds will not meet."""


class _Stop(Exception):  # noqa: N818
    """A limit is reached."""

    def __init__(self, reason: StopReason) -> None:
        self.reason = reason
        super().__init__(reason.value)


@dataclass(slots=True)
class _Entry:
    low: Value
    high: Value
    depth: int = -1
    best: Any = None


@dataclass(slots=True)
class _Frame:
    """A position being searched: `low` and `high` as far as its moves were looked at, between `alpha` and `beta`."""

    state: PlayState
    entry: _Entry
    depth: int
    alpha: Value
    beta: Value
    moves: Sequence[Any]
    maximises: bool
    at: int = 0
    low: Value = 0
    high: Value = 0
    best: Any = None


@dataclass
class _Counter:
    limits: Limits
    poll: Callable[[], StopReason | None]
    nodes: int = 0

    def count(self) -> None:
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            raise _Stop(StopReason.NODES)
        if self.nodes % 256 == 0 and (reason := self.poll()) is not None:
            raise _Stop(reason)
        self.nodes += 1


class Adversarial(Engine):
    """Exact for finite games that fit into the limits; bounds otherwise."""

    name = "adversarial"
    summary = "alpha-beta with a transposition table for two players, max^n for more; nothing hidden, no chance"

    def evaluate(self, view: View, limits: Limits, seed: int = 1) -> Evaluation:
        """One node is one position looked at."""
        state = self.state_of(view)
        over = final(state, view.player)
        if over is not None:
            return over
        counter = _Counter(limits, limits.stopper())
        if state.players == 1 or state.zero_sum():
            return _AlphaBeta(counter).evaluate(state, view.player)
        return _MaxN(counter).evaluate(state, view.player)


@dataclass
class _AlphaBeta:
    """Values are those of player 0; whoever else moves makes them small."""

    counter: _Counter
    table: dict[Hashable, _Entry] = field(default_factory=dict)
    changed: bool = False  # whether anything was learned

    def evaluate(self, state: PlayState, player: int) -> Evaluation:
        depth, idle, stopped = 0, 0, None
        root = self.entry(state)
        while root.low < root.high and idle < IDLE:
            depth += 1
            self.changed = False
            try:
                self.search(state, depth)
            except _Stop as stop:
                stopped = stop.reason
                break
            root = self.entry(state)
            idle = 0 if self.changed else idle + 1
        mine = _seen_by(player, root.low, root.high)
        moves: tuple[tuple[Any, Worth], ...] = ()
        best = None
        if state.actor() == player:
            worths = []
            for move in state.moves():
                entry = self.entry(state.play(move)[0])
                worths.append((move, _seen_by(player, entry.low, entry.high)))
            best = root.best if root.best is not None else worths[0][0]
            worths.sort(key=lambda pair: (pair[0] != best, -pair[1].low, -pair[1].high))
            moves = tuple(worths)
        values: tuple[Any, ...] | None = None
        if root.low == root.high:
            values = (root.low,) if state.players == 1 else (root.low, -root.low)
        return Evaluation(
            worth=mine,
            move=best,
            moves=moves,
            values=values,
            stats=SearchStats(nodes=self.counter.nodes, states=len(self.table)),
            stopped=stopped,
        )

    def entry(self, state: PlayState) -> _Entry:
        """What is known of a position."""
        key = state.key()
        entry = self.table.get(key)
        if entry is None:
            if state.actor() == OVER:
                value = state.returns()[0]
                entry = _Entry(value, value)
            else:
                entry = _Entry(state.low, state.high)
            if len(self.table) >= MOST_STATES:
                self.table.clear()
            self.table[key] = entry
            self.changed = True
        return entry

    def search(self, root: PlayState, depth: int) -> None:
        """Tighten what is known of `root`, looking `depth` moves ahead."""
        frames: list[_Frame] = []
        self.enter(frames, root, depth, root.low, root.high)
        while frames:
            frame = frames[-1]
            if frame.at == len(frame.moves) or self.settled(frame):
                self.leave(frames.pop())
                continue
            after, _ = frame.state.play(frame.moves[frame.at])
            entry = self.entry(after)
            if entry.low < entry.high and entry.depth < frame.depth - 1:
                # the window of the child: what this position is worth already, and what its parent cares for
                alpha = max(frame.alpha, frame.low) if frame.maximises else frame.alpha
                beta = frame.beta if frame.maximises else min(frame.beta, frame.high)
                if frame.depth > 1 and entry.high > alpha and entry.low < beta:
                    self.enter(frames, after, frame.depth - 1, alpha, beta)
                    continue
            self.take(frame, entry)
            frame.at += 1

    def enter(self, frames: list[_Frame], state: PlayState, depth: int, alpha: Value, beta: Value) -> None:
        if state.actor() == CHANCE:
            raise UnsupportedError("the engine 'adversarial' plays no games of chance: 'stochastic' and 'mcts' do")
        self.counter.count()
        entry = self.entry(state)
        moves = list(state.moves())
        if entry.best in moves:
            moves.remove(entry.best)
            moves.insert(0, entry.best)
        maximises = state.actor() == 0
        start = state.low if maximises else state.high
        frames.append(_Frame(state, entry, depth, alpha, beta, moves, maximises, low=start, high=start))

    @staticmethod
    def take(frame: _Frame, entry: _Entry) -> None:
        """One more move of a position is known."""
        if frame.maximises:
            if frame.best is None or entry.low > frame.low:
                frame.best = frame.moves[frame.at]
            frame.low, frame.high = max(frame.low, entry.low), max(frame.high, entry.high)
        else:
            if frame.best is None or entry.high < frame.high:
                frame.best = frame.moves[frame.at]
            frame.low, frame.high = min(frame.low, entry.low), min(frame.high, entry.high)

    @staticmethod
    def settled(frame: _Frame) -> bool:
        """Whether the moves that are left cannot matter."""
        if frame.at == 0:
            return False
        return frame.low >= frame.beta if frame.maximises else frame.high <= frame.alpha

    def leave(self, frame: _Frame) -> None:
        """Note what was found; moves not looked at may be worth anything."""
        low, high = frame.low, frame.high
        complete = frame.at == len(frame.moves)
        if not complete:
            low, high = (low, frame.state.high) if frame.maximises else (frame.state.low, high)
        entry = frame.entry
        self.changed = self.changed or low > entry.low or high < entry.high
        entry.low, entry.high = max(entry.low, low), min(entry.high, high)
        entry.best = frame.best
        if complete:
            entry.depth = max(entry.depth, frame.depth)


def _seen_by(player: int, low: Value, high: Value) -> Worth:
    return Worth(low, high) if player == 0 else Worth(-high, -low)  # type: ignore[arg-type]


@dataclass
class _MaxN:
    """Every player takes what is most for itself; of equal moves the first."""

    counter: _Counter
    table: dict[Hashable, tuple[Value, ...]] = field(default_factory=dict)

    def evaluate(self, state: PlayState, player: int) -> Evaluation:
        stopped = None
        try:
            values = self.values(state)
        except _Stop as stop:
            stopped = stop.reason
            worth = Worth(state.low, state.high)  # type: ignore[arg-type]
            stats = SearchStats(nodes=self.counter.nodes, states=len(self.table))
            return Evaluation(worth=worth, stats=stats, stopped=stopped)
        moves: tuple[tuple[Any, Worth], ...] = ()
        if state.actor() == player:
            found = [(move, self.table[state.play(move)[0].key()][player]) for move in state.moves()]
            found.sort(key=lambda pair: -pair[1])
            moves = tuple((move, Worth(value, value)) for move, value in found)  # type: ignore[arg-type]
        mine = values[player]
        return Evaluation(
            worth=Worth(mine, mine),  # type: ignore[arg-type]
            move=moves[0][0] if moves else None,
            moves=moves,
            values=values,
            stats=SearchStats(nodes=self.counter.nodes, states=len(self.table)),
        )

    def values(self, root: PlayState) -> tuple[Value, ...]:
        """What every player gets. Raises UnsupportedError where a position comes back: play may never end."""
        stack: list[tuple[PlayState, list[PlayState]]] = []
        on_path: set[Hashable] = set()
        self.open(stack, on_path, root)
        while stack:
            state, ahead = stack[-1]
            while ahead and ahead[-1].key() in self.table:
                ahead.pop()
            if ahead:
                self.open(stack, on_path, ahead[-1])
                continue
            stack.pop()
            on_path.discard(state.key())
            if state.actor() == OVER:
                self.table[state.key()] = state.returns()
            else:
                actor = state.actor()
                options = [self.table[state.play(move)[0].key()] for move in state.moves()]
                self.table[state.key()] = max(options, key=lambda values: values[actor])
        return self.table[root.key()]

    def open(self, stack: list[tuple[PlayState, list[PlayState]]], on_path: set[Hashable], state: PlayState) -> None:
        if state.actor() == CHANCE:
            raise UnsupportedError("the engine 'adversarial' plays no games of chance: 'stochastic' and 'mcts' do")
        if state.key() in on_path:
            raise UnsupportedError("max^n decides games that end; here a position comes back")
        self.counter.count()
        on_path.add(state.key())
        ahead = [] if state.actor() == OVER else [state.play(move)[0] for move in reversed(state.moves())]
        stack.append((state, ahead))
