"""Traps: at each step of a line, which legal moves keep the deal solvable and which lose it.

Every losing move was refuted by a complete search, every safe one has a line that wins. For plain pair removal all questions
along a line go to one search (`pyrsolve.analysis.extension`); other games have each position after a move searched by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pyrsolve.analysis.extension import Budget, Extensions, Pair, budget_of, is_plain
from pyrsolve.games.base import Deal, Form, Game
from pyrsolve.outcome import Limits

MEMORY = 1 << 28
"""Bytes for the table of one search where no limit is given."""
SLICE = 1000
NO_LIMIT = 2**62


@dataclass(frozen=True, slots=True)
class Step:
    """One position of a line: `move` is the one that the line makes there, as `moves` of the game says it (None at its end).

    The legal moves are those that are `safe`, `losing`, and `undecided` because of a limit; where the limit came before they were
    listed, `undecided` has only the move of the line.
    """

    move: Any
    safe: tuple[Any, ...]
    losing: tuple[Any, ...]
    undecided: tuple[Any, ...] = ()

    @property
    def legal(self) -> int:
        """How many legal moves there are."""
        return len(self.safe) + len(self.losing) + len(self.undecided)


class Judge(Protocol):
    """Whether a deal can still be won after a line of legal moves; None where a limit came first."""

    budget: Budget

    def winnable(self, line: Sequence[Any]) -> bool | None:
        """Decide the position after `line`."""


def judge(game: Game[Any, Any], deal: Deal, budget: Budget) -> Judge:
    """The judge of a deal: the pairing search, a search over the compiled state, or one over the rules."""
    if is_plain(game, game.start(deal)):
        return PairJudge(Extensions(game, deal, budget))
    if Form.SEARCH_STATE in game.forms():
        return StateJudge(game, deal, budget)
    return RulesJudge(game, deal, budget)


def traps(game: Game[Any, Any], deal: Deal, line: Sequence[Any], limits: Limits | Budget | None = None) -> list[Step]:
    """The steps of a line of legal moves, one a move. Raises IllegalMoveError.

    With limits, what they left open is `undecided`.
    """
    budget = budget_of(limits)
    return along(game, deal, line, judge(game, deal, budget))


def classify(
    game: Game[Any, Any], deal: Deal, line_so_far: Sequence[Any] = (), limits: Limits | Budget | None = None
) -> Step:
    """The legal moves after a line. Raises IllegalMoveError."""
    budget = budget_of(limits)
    position = game.start(deal)
    for move in line_so_far:
        position = game.step(position, move)
    return step_at(game, position, line_so_far, None, judge(game, deal, budget))


def along(game: Game[Any, Any], deal: Deal, line: Sequence[Any], judge: Judge) -> list[Step]:
    """As `traps`, asking a judge that may know much already."""
    positions = [game.start(deal)]
    for move in line:
        positions.append(game.step(positions[-1], move))
    # from the end: a line that wins late in the game passes through every earlier position, and answers for its moves
    steps = [
        step_at(game, positions[place], line[:place], line[place], judge) for place in range(len(line) - 1, -1, -1)
    ]
    steps.reverse()
    return steps


def first_losing(line: Sequence[Any], judge: Judge) -> tuple[int | None, bool]:
    """The number of moves of a line of legal moves after which the deal is lost for the first time, and whether that is sure.

    0: it was lost before; None: it can still be won at the end. Not sure: a limit left open whether it was lost even earlier, or
    at all.
    """
    low, high = 0, len(line)  # it is lost after `high` moves, unless that turns out otherwise; sure of nothing below
    answer = judge.winnable(line)
    if answer is not False:
        return None, answer is True
    while low < high:
        middle = (low + high) // 2
        answer = judge.winnable(line[:middle])
        if answer is None:
            return high, False
        if answer:
            low = middle + 1
        else:
            high = middle
    return high, True


def density(steps: Sequence[Step]) -> float | None:
    """The share of the decided legal moves along a line that lose; None where there are none."""
    losing = sum(len(step.losing) for step in steps)
    decided = losing + sum(len(step.safe) for step in steps)
    return losing / decided if decided else None


def step_at(game: Game[Any, Any], position: Any, line: Sequence[Any], move: Any, judge: Judge) -> Step:
    """The legal moves of the position after `line`, judged; `move` is the one that is made there, if one is."""
    if move is not None and judge.budget.spent():
        return Step(move, (), (), (move,))
    legal = list(game.moves(position))
    if move is not None and move not in legal:  # one move may be written in several ways
        after = game.step(position, move)
        move = next((candidate for candidate in legal if game.step(position, candidate) == after), move)
    if legal and judge.winnable(line) is False:
        return Step(move, (), tuple(legal))
    verdicts = {True: [], False: [], None: []}  # type: dict[bool | None, list[Any]]
    for candidate in legal:
        verdicts[judge.winnable([*line, candidate])].append(candidate)
    return Step(move, tuple(verdicts[True]), tuple(verdicts[False]), tuple(verdicts[None]))


class PairJudge:
    """Plain pair removal."""

    def __init__(self, extensions: Extensions) -> None:
        self.extensions = extensions
        self.budget = extensions.budget

    def winnable(self, line: Sequence[Any]) -> bool | None:
        """Decide the position after a line of pairs."""
        return self.extensions.winnable(normal(line))


class LostJudge:
    """A deal that is known to be lost: so is every position of it."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def winnable(self, line: Sequence[Any]) -> bool:
        """No."""
        return False


def normal(line: Iterable[Any]) -> list[Pair]:
    """The pairs of a line, the smaller tile first."""
    return [(i, j) if i < j else (j, i) for i, j in line]


class StateJudge:
    """Any game with a search state: a depth-first search from each position, which knows nothing of the others."""

    def __init__(self, game: Game[Any, Any], deal: Deal, budget: Budget) -> None:
        self._game, self._deal, self.budget = game, deal, budget
        self._nodes = 0

    def winnable(self, line: Sequence[Any]) -> bool | None:
        """Decide the position after `line`."""
        from pyrsolve.kernels.depth_first import DepthFirst

        game = self._game
        state, position = game.search_state(self._deal, reductions=False), game.start(self._deal)
        for place, move in enumerate(line):
            after = game.step(position, move)
            for number in list(state.listed[: state.moves()]):
                state.apply(number)
                if game.step(position, state.line()[place]) == after:  # one move may be written in several ways
                    break
                state.undo(number)
            else:
                raise AssertionError(f"the search state of {game.name!r} has no move {move!r}")
            position = after
        limits = self.budget.limits
        search = DepthFirst(state, MEMORY if limits.memory is None else limits.memory)
        most = NO_LIMIT if limits.nodes is None else limits.nodes - self._nodes
        while search.run(most, search.nodes + SLICE) == 0:
            if self.budget.spent(self._nodes + search.nodes):
                break
        self._nodes += search.nodes
        return {1: True, 2: False}.get(search.status)


class RulesJudge:
    """Any game at all: positions of its rules, each looked at once over all questions. For small deals."""

    def __init__(self, game: Game[Any, Any], deal: Deal, budget: Budget) -> None:
        self._game, self.budget = game, budget
        self._start = game.start(deal)
        self._won: set[Any] = set()
        self._lost: set[Any] = set()

    def winnable(self, line: Sequence[Any]) -> bool | None:
        """Decide the position after `line`."""
        position = self._start
        for move in line:
            position = self._game.step(position, move)
        if position in self._won:
            return True
        if position in self._lost:
            return False
        return self._search(position)

    def _search(self, start: Any) -> bool | None:
        game, seen = self._game, {start}
        path = [(start, iter(list(game.moves(start))))]
        if game.won(start):
            self._won.add(start)
            return True
        while path:
            if self.budget.spent(len(self._won) + len(self._lost) + len(seen)):
                return None
            position, moves = path[-1]
            for move in moves:
                after = game.step(position, move)
                if after in self._won or game.won(after):
                    self._won.update(passed for passed, _ in path)
                    self._won.add(after)
                    return True
                if after not in seen and after not in self._lost:
                    seen.add(after)
                    path.append((after, iter(list(game.moves(after)))))
                    break
            else:
                path.pop()
        self._lost |= seen  # nothing that can be reached from the start is won
        return False
