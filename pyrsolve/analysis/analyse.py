"""Everything about one deal that a verdict does not tell, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pyrsolve import api
from pyrsolve.analysis import difficulty as grading
from pyrsolve.analysis.difficulty import PLAYS, SAMPLE, Difficulty
from pyrsolve.analysis.extension import Budget
from pyrsolve.analysis.forced import Pairings, pairings
from pyrsolve.analysis.playouts import play
from pyrsolve.analysis.structure import Structure, structure
from pyrsolve.analysis.traps import Judge, LostJudge, PairJudge, Step, along, density, first_losing, judge, normal
from pyrsolve.errors import DisagreementError, UnsupportedError
from pyrsolve.games.base import Deal, Game
from pyrsolve.outcome import Limits, Outcome, StopReason, Verdict

LOST = "the deal cannot be won"
CUT = "a limit came first"
UNCOUNTED = "too many to count here; 'pyrsolve count --exact' takes longer"


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a line that was played.

    `first_losing`: the number, from 1, of the move after which the deal is lost while it was not before; 0 where it was lost
    from the start; None where it can still be won (or is) at the end, or where that is not known. `sure`: no limit left open
    whether it was lost earlier, or at all. `step`: the position before that move.
    """

    moves: tuple[Any, ...]
    won: bool
    first_losing: int | None
    sure: bool
    step: Step | None = None

    @property
    def outcome(self) -> Literal["won", "winnable", "lost", "lost_from_the_start", "undecided"]:
        """What the line came to; `undecided` where a limit left open whether its end can be won."""
        if self.won:
            return "won"
        if self.first_losing is None:
            return "winnable" if self.sure else "undecided"
        return "lost" if self.first_losing else "lost_from_the_start"


@dataclass(slots=True)
class Analysis:
    """What is known about a deal. A part that is None is missing for the reason in `absent`, under its name.

    `steps`: the traps along the witness; `recorded_steps`: those along the line that was given. `stopped`: the limit that cut
    the analysis, if one did.
    """

    outcome: Outcome
    structure: Structure | None = None
    pairings: Pairings | None = None
    steps: tuple[Step, ...] | None = None
    recorded: Recorded | None = None
    recorded_steps: tuple[Step, ...] | None = None
    difficulty: Difficulty | None = None
    absent: dict[str, str] = field(default_factory=dict)
    stopped: StopReason | None = None

    @property
    def complete(self) -> bool:
        """Whether no limit cut anything."""
        return self.stopped is None and self.outcome.verdict is not Verdict.UNDECIDED


def analyse(
    game: Game[Any, Any],
    deal: Deal,
    limits: Limits | None = None,
    *,
    backend: str = api.AUTO,
    moves: Sequence[Any] | None = None,
    plays: int = PLAYS,
    sample: int = SAMPLE,
    step: Callable[[], None] = lambda: None,
) -> Analysis:
    """Analyse a deal; `moves` is a line of legal moves that was played. `limits` are those of the whole.

    `plays`: random games of this deal; `sample`: fair deals to compare it with (0: none), `step` is called for each.
    Raises IllegalMoveError, OptionError for an unknown backend.
    """
    budget = Budget(limits or Limits())
    outcome = api.solve(deal, backend=backend, limits=budget.rest(), proof=False)
    found = Analysis(outcome)
    _structure(found, game, deal, budget)
    if outcome.verdict is Verdict.UNDECIDED:
        found.stopped = outcome.reason
        for part in ("pairings", "traps", "difficulty"):
            found.absent[part] = "the deal is undecided"
        if moves is not None:
            found.absent["record"] = "the deal is undecided"
        return found
    asked = LostJudge(budget) if outcome.witness is None else judge(game, deal, budget)
    if outcome.witness is None:
        for part in ("pairings", "traps", "difficulty"):
            found.absent[part] = LOST
    else:
        _along_witness(found, game, deal, outcome.witness, asked)
        _difficulty(found, game, deal, budget, plays, sample, step)
    if moves is not None:
        _recorded(found, game, deal, tuple(moves), asked)
    found.stopped = budget.stopped
    return found


def _structure(found: Analysis, game: Game[Any, Any], deal: Deal, budget: Budget) -> None:
    try:
        found.structure = structure(game, deal, budget.spent)
    except UnsupportedError as error:
        found.absent["structure"] = str(error)
    if found.structure is None:
        found.absent.setdefault("structure", CUT)


def _along_witness(found: Analysis, game: Game[Any, Any], deal: Deal, witness: Sequence[Any], asked: Judge) -> None:
    position = game.start(deal)
    for move in witness:
        position = game.step(position, move)
    if not game.won(position):
        raise DisagreementError(f"the line that the backend {found.outcome.backend!r} found does not win")
    if isinstance(asked, PairJudge):
        asked.extensions.learn_of(normal(witness))
        found.pairings = pairings(asked.extensions)
    else:
        found.absent["pairings"] = f"the game {game.name!r} is not plain pair removal"
    found.steps = tuple(along(game, deal, witness, asked))


def _difficulty(
    found: Analysis,
    game: Game[Any, Any],
    deal: Deal,
    budget: Budget,
    plays: int,
    sample: int,
    step: Callable[[], None],
) -> None:
    from pyrsolve.intervals import wilson

    try:
        played = play(game, deal, plays, grading.SEED, budget)
    except UnsupportedError as error:
        found.absent["difficulty"] = str(error)
        return
    if not played.plays:
        found.absent["difficulty"] = CUT
        return
    counted = compared = None
    try:
        counted = grading.count_pairings(game, deal, budget)
        if counted is None:
            found.absent["winning_pairings"] = CUT if budget.stopped else UNCOUNTED
    except UnsupportedError as error:
        found.absent["winning_pairings"] = str(error)
    if sample:
        try:
            compared = grading.quantile(game, deal, budget, sample, step)
        except UnsupportedError as error:
            found.absent["quantile"] = str(error)
    else:
        found.absent["quantile"] = "no fair deals were asked for"
    found.difficulty = Difficulty(
        plays=played.plays,
        wins=played.wins,
        interval=wilson(played.wins, played.plays),
        trap_density=density(found.steps or ()),
        winning_pairings=counted,
        quantile=compared,
    )


def _recorded(found: Analysis, game: Game[Any, Any], deal: Deal, moves: tuple[Any, ...], asked: Judge) -> None:
    position = game.start(deal)
    for move in moves:
        position = game.step(position, move)
    won = game.won(position)
    number, sure = first_losing(moves, asked)
    steps = tuple(along(game, deal, moves, asked))
    at = steps[number - 1] if number else None
    found.recorded = Recorded(moves, won, number, sure, at)
    found.recorded_steps = steps
