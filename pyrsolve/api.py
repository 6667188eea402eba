"""The public functions: the verbs of the command line, callable from anywhere; nothing here prints or exits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyrsolve import catalogue, inputs, registry
from pyrsolve.errors import DataError, Fault, OptionError
from pyrsolve.games.base import Deal
from pyrsolve.outcome import Limits, Outcome, Solvable, Verdict
from pyrsolve.records.layout import Layout

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pyrsolve.analysis.analyse import Analysis
    from pyrsolve.analysis.best import Best
    from pyrsolve.analysis.count import Count
    from pyrsolve.analysis.hint import Hint
    from pyrsolve.analysis.repair import Repair
    from pyrsolve.records.play import GameRecord
    from pyrsolve.records.survey import SurveyRecord
    from pyrsolve.verify.audit import Audit

AUTO = "auto"


def load(
    path_or_reference: str | Path,
    *,
    layouts: Sequence[str | Path] = (),
    rules: Mapping[str, str] | None = None,
    preset: str | None = None,
    allow_odd: bool = False,
) -> list[Deal]:
    """The deals of a file, folder, pattern or reference.

    `layouts` are folders in which layouts are looked for by name. Raises DataError with every fault of every record,
    OptionError where a game has no such `rules` or `preset`.
    """
    reading = inputs.Reading(tuple(map(Path, layouts)), rules or {}, preset, allow_odd)
    deals: list[Deal] = []
    errors: list[DataError] = []
    for item in inputs.expand([str(path_or_reference)]):
        try:
            deals.append(inputs.read(item, reading))
        except DataError as error:
            errors.append(error)
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise DataError([fault for error in errors for fault in error.faults])
    return deals


def solve(deal: Deal, *, backend: str = AUTO, limits: Limits | None = None, proof: bool = True) -> Outcome:
    """Decide a deal. The witness of a solvable one is a line of moves, the refutation of an unsolvable one can be checked.

    `proof=False` leaves the refutation out. Raises OptionError for an unknown backend, UnsupportedError where it cannot
    decide this game.
    """
    game = registry.game(deal.game)
    name = registry.automatic(game) if backend == AUTO else backend
    return registry.backend(name).solve(game, deal, limits or Limits(), proof=proof)


def verify(outcome: Outcome, deal: Deal) -> list[Fault]:
    """What is wrong with the witness or refutation of an outcome: nothing where it holds.

    An outcome that has neither (claimed, undecided) gives a fault that says so.
    """
    from pyrsolve.verify.refutation import check
    from pyrsolve.verify.replay import replay

    game = registry.game(deal.game)
    if outcome.witness is not None:
        return replay(game, deal, outcome.witness)
    if outcome.refutation is not None:
        return check(game, deal, outcome.refutation)
    what = "undecided" if outcome.verdict is Verdict.UNDECIDED else "claimed without a refutation"
    return [Fault(f"nothing to check: the outcome is {what}")]


def deal(
    layout: str | Layout,
    number: int,
    count: int = 1,
    *,
    game: str = "mahjong",
    layouts: Sequence[str | Path] = (),
    rules: Mapping[str, Any] | None = None,
    preset: str = "recommended",
) -> Iterator[Deal]:
    """Plain random deals `number` .. ``number + count - 1`` on a layout (a name, a path or a `Layout`)."""
    found = layout if isinstance(layout, Layout) else catalogue.find(layout, [Path(folder) for folder in layouts])
    played = registry.game(game)
    options = played.options.make(rules, preset)
    return (played.random_deal(found, number + step, options, preset) for step in range(count))


def count(deal: Deal, *, limits: Limits | None = None, pairings: bool = True) -> Count:
    """Positions, dead ends, winning lines and pairings of a deal: exact, or cut short by `limits` (`stopped` says by which).

    Raises UnsupportedError for games without a search state.
    """
    from pyrsolve.analysis.count import count as counted

    return counted(registry.game(deal.game), deal, limits or Limits(), pairings=pairings)


def hint(deal: Deal, *, limits: Limits | None = None) -> Hint:
    """The next safe move of a deal, with a line that begins with it and wins; or that it is lost, with the reason."""
    from pyrsolve.analysis.hint import hint as hinted

    return hinted(registry.game(deal.game), deal, limits)


def best(deal: Deal, objective: str, *, limits: Limits | None = None, up_to: int = 10**6) -> Best:
    """The best value of an objective that was found, and the proved bound.

    Raises OptionError for an unknown objective, UnsupportedError where the deal's rules have no such thing.
    """
    from pyrsolve.analysis.best import best as optimised

    return optimised(registry.game(deal.game), deal, objective, limits, up_to=up_to)


def draw(deal: Deal, form: str = "svg", *, moves: Sequence[Any] = (), locked: Sequence[int] = ()) -> str | bytes:
    """A picture of a deal after some moves: ``svg``, ``html``, ``text`` (all str) or ``png`` (bytes; needs Pillow).

    `locked`: tiles to mark. Raises IllegalMoveError for a move that is none, UnsupportedError for games without pictures,
    OptionError for other forms.
    """
    from pyrsolve.render import svg, text
    from pyrsolve.render.picture import picture

    game = registry.game(deal.game)
    position = game.start(deal)
    for move in moves:
        position = game.step(position, move)
    scene = game.scene(position, deal, locked=locked)
    if form == "png":
        from pyrsolve.render.png import png

        return png(picture(scene))
    if form == "text":
        return text.drawing(scene)
    if form not in ("svg", "html"):
        raise OptionError(f"no form of pictures {form!r}; there are: svg, html, text, png")
    return svg.svg(picture(scene)) if form == "svg" else svg.page(picture(scene))


def generate(
    layout: str | Layout,
    count: int = 1,
    seed: int = 1,
    *,
    game: str = "mahjong",
    method: str = "fair",
    layouts: Sequence[str | Path] = (),
    rules: Mapping[str, Any] | None = None,
    preset: str = "recommended",
    random_win_rate: tuple[float, float] | None = None,
    traps: tuple[float, float] | None = None,
    unique: bool = False,
    faces: Sequence[str] = (),
    jobs: int = 1,
    attempts: int | None = None,
) -> Iterator[tuple[Deal, Outcome]]:
    """Deals that can be won, each with its outcome, whose witness was replayed; the same for the same arguments at any `jobs`.

    `method`: ``fair``, ``reverse`` or ``mutate``; see `pyrsolve.generate.recipe.Method`. `random_win_rate`, `traps`: ranges of
    shares, from 0 to 1. `faces`: a deck instead of the game's own. Raises `pyrsolve.generate.generate.CutShortError` where
    `attempts` candidates do not suffice, DataError where the layout or the faces allow none.
    """
    from pyrsolve.generate.generate import generate as generated
    from pyrsolve.generate.grade import Range, Target
    from pyrsolve.generate.recipe import Method, Recipe

    found = layout if isinstance(layout, Layout) else catalogue.find(layout, [Path(folder) for folder in layouts])
    target = Target(
        win_rate=Range(*random_win_rate) if random_win_rate else None, traps=Range(*traps) if traps else None
    )
    recipe = Recipe(
        game=game,
        layout=found,
        options=registry.game(game).options.make(rules, preset),
        preset=preset,
        method=Method(method),
        faces=tuple(faces),
        target=target,
        unique=unique,
    )
    for record in generated(recipe, count, seed, jobs=jobs, attempts=attempts):
        made = inputs.deal_of_value(record.deal, inputs.Reading())
        assert record.witness is not None
        yield made, Solvable(moves=record.witness, backend=record.backend)


def analyse(
    deal: Deal,
    *,
    limits: Limits | None = None,
    moves: Sequence[Any] | None = None,
    plays: int = 1000,
    sample: int = 100,
) -> Analysis:
    """What a verdict does not tell: structure, forced pairings, traps along the witness, difficulty; see `Analysis`.

    `moves`: a line of legal moves that was played, whose first losing move is found. `plays`: random games; `sample`: fair deals
    to compare it with. Raises IllegalMoveError.
    """
    from pyrsolve.analysis.analyse import analyse as analysed

    return analysed(registry.game(deal.game), deal, limits, moves=moves, plays=plays, sample=sample)


def repair(deal: Deal, *, limits: Limits | None = None, reshuffle: bool = False, seed: int = 1) -> Repair:
    """The fewest swaps of two faces with which a deal can be won, or a winnable reshuffle of what is left of it.

    Raises UnsupportedError for games without faces to swap.
    """
    from pyrsolve.analysis import repair as repairs

    game = registry.game(deal.game)
    if reshuffle:
        return repairs.reshuffle(game, deal, limits or Limits(), seed)
    return repairs.repair(game, deal, limits or Limits())


def survey(
    layouts: Sequence[str | Layout],
    count: int = 1000,
    seed: int = 1,
    *,
    game: str = "mahjong",
    folders: Sequence[str | Path] = (),
    rules: Mapping[str, Any] | None = None,
    preset: str = "recommended",
    backend: str = AUTO,
    limits: Limits | None = None,
    width: float | None = None,
    journal: str | Path | None = None,
    resume: bool = False,
    jobs: int = 1,
    executor: Executor | None = None,
) -> SurveyRecord:
    """The share of winnable deals among numbers `seed` .. ``seed + count - 1`` of each layout, with Wilson's interval.

    `limits` hold for each deal; `width` ends the survey at that half-width; `executor`: any of `concurrent.futures`. Raises
    DataError for a journal of other parameters or one that is being written.
    """
    from contextlib import nullcontext

    from pyrsolve.batch.survey import Question, Survey, SurveyJournal

    found = tuple(
        layout if isinstance(layout, Layout) else catalogue.find(layout, [Path(folder) for folder in folders])
        for layout in layouts
    )
    options = registry.game(game).options.make(rules, preset)
    question = Question(
        game=game,
        layouts=found,
        options=options,
        preset=preset,
        seed=seed,
        backend=backend,
        limits=limits or Limits(),
    )
    made = Survey(question)
    kept = SurveyJournal(Path(journal), resume, question.parameters(), made.recall) if journal is not None else None
    with kept or nullcontext():
        return made.run(count, jobs=jobs, executor=executor, journal=kept, width=width)


def audit(record: GameRecord) -> Audit:
    """Go through a game that was played (a decoded ``record/1``): every illegal move with its rule, points with reasons, the end.

    Raises DataError where its deal is bad, UnsupportedError where its game is not played.
    """
    from pyrsolve.verify.audit import audit as audited
    from pyrsolve.verify.audit import moves_of

    played = inputs.deal_of_value(record.deal, inputs.Reading())
    return audited(registry.game(played.game).play_state(played), moves_of(record), record.returns)


def games() -> list[str]:
    """The names of the games, plug-ins included."""
    return list(registry.names("game"))


def backends() -> list[str]:
    """The names of the backends, plug-ins included."""
    return list(registry.names("backend"))
