"""The share of winnable deals, over many of them; knows no game and no backend.

The verdicts go to a journal as they come. A survey that looks at its interval again and again until it likes it
would be wrong too often: so it looks only at 1,000, 2,000, 4,000, ... deals.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyrsolve import api, registry
from pyrsolve._version import __version__
from pyrsolve.batch.executors import through
from pyrsolve.batch.lines import Lines
from pyrsolve.errors import DataError, Fault
from pyrsolve.games.options import Options
from pyrsolve.intervals import Interval, bracketed, difference
from pyrsolve.outcome import Limits
from pyrsolve.records.encode import encode
from pyrsolve.records.layout import Layout
from pyrsolve.records.survey import JournalHeader, Parameters, Stratum, SurveyRecord, text_of

if TYPE_CHECKING:
    from pyrsolve.outcome import StopReason

LETTERS = {"solvable": "s", "unsolvable": "u", "undecided": "o"}
FIRST_LOOK = 1000
Item = tuple[int, int]
"""The number of a layout in the survey, and the number of a deal."""
Line = tuple[int, int, str, int]
"""An item, its verdict's letter, and how much work it was: closures, or what else the backend counts; the same every time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked about every deal."""

    game: str
    layouts: tuple[Layout, ...]
    options: Options
    preset: str = "recommended"
    seed: int = 1
    backend: str = api.AUTO
    limits: Limits = field(default_factory=Limits)

    def parameters(self) -> Parameters:
        """What decides every result."""
        return Parameters(
            game=self.game,
            layouts={
                layout.name: hashlib.sha256(json.dumps(layout.tiles).encode()).hexdigest()[:16]
                for layout in self.layouts
            },
            rules=self.options.effective(),
            preset=self.preset,
            seed=self.seed,
            backend=self.backend,
            node_limit=self.limits.nodes,
            seconds_a_deal=self.limits.seconds,
        )


def decide(question: Question, item: Item) -> Line:
    """The verdict about one deal."""
    place, number = item
    game = registry.game(question.game)
    deal = game.random_deal(question.layouts[place], number, question.options, question.preset)
    outcome = api.solve(deal, backend=question.backend, limits=question.limits, proof=False)
    counted = outcome.stats.closures, outcome.stats.nodes, outcome.stats.states
    work = next((value for value in counted if value is not None), 0)
    return place, number, LETTERS[outcome.verdict.value], work


@dataclass
class Tally:
    """The counts of one layout."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys("suo", 0))
    work: int = 0

    def add(self, letter: str, work: int) -> None:
        """One more deal."""
        self.counts[letter] += 1
        self.work += work

    @property
    def deals(self) -> int:
        """How many there are."""
        return sum(self.counts.values())

    @property
    def interval(self) -> Interval:
        """Wilson's, of the share that can be won; what is open counts against both ends."""
        return bracketed(self.counts["s"], self.counts["o"], self.deals)

    @property
    def share(self) -> float | None:
        """Of the decided ones, the share that can be won."""
        decided = self.counts["s"] + self.counts["u"]
        return self.counts["s"] / decided if decided else None

    def stratum(self, name: str) -> Stratum:
        """The record."""
        return Stratum(
            layout=name,
            deals=self.deals,
            solvable=self.counts["s"],
            unsolvable=self.counts["u"],
            undecided=self.counts["o"],
            share=self.share,
            interval=(self.interval.low, self.interval.high),
            work=self.work,
        )


class SurveyJournal(Lines):
    """The journal of a survey; `seen` is called for each line that it has. Raises DataError for one of other parameters."""

    def __init__(self, path: Path, resume: bool, parameters: Parameters, seen: Callable[[Line], None]) -> None:
        self._parameters, self._seen = parameters, seen
        super().__init__(path, resume, self._remember, "not a line of a survey's journal")
        if self.empty:
            self.write(encode(JournalHeader(schema_="pyrsolve.journal/1", kind="survey", parameters=parameters)))

    def _remember(self, line: bytes, number: int) -> None:
        if number == 1:
            header = header_of(line)
            wrong = [
                name
                for name in self._parameters.__struct_fields__
                if getattr(header.parameters, name) != getattr(self._parameters, name)
            ]
            if wrong:
                told = "; ".join(
                    f"{name} {text_of(getattr(header.parameters, name))} there, {text_of(getattr(self._parameters, name))} asked"
                    for name in wrong
                )
                raise DataError(Fault(f"the journal is of another survey: {told}", None, 1))
        else:
            self._seen(line_of(line))


def header_of(line: bytes) -> JournalHeader:
    """The header in the first line. Raises ValueError."""
    import msgspec

    try:
        return msgspec.json.decode(line, type=JournalHeader)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from None


def line_of(line: bytes) -> Line:
    """A line of a journal. Raises ValueError, TypeError."""
    place, number, letter, work = json.loads(line)
    if letter not in LETTERS.values() or not all(
        isinstance(value, int) and value >= 0 for value in (place, number, work)
    ):
        raise ValueError
    return place, number, letter, work


@dataclass
class Survey:
    """A survey under way or done."""

    question: Question
    tallies: list[Tally] = field(init=False)
    recalled: set[Item] = field(default_factory=set)
    """What a journal had. What is decided in this run is not kept: memory stays flat."""
    ended: Any = None

    def __post_init__(self) -> None:
        self.tallies = [Tally() for _ in self.question.layouts]

    def recall(self, line: Line) -> None:
        """Count a line of a journal; a second one of the same deal does not count. Raises ValueError for one of no layout."""
        place, number, letter, work = line
        if place >= len(self.tallies):
            raise ValueError
        if (place, number) not in self.recalled:
            self.recalled.add((place, number))
            self.tallies[place].add(letter, work)

    def items(self, count: int) -> Iterator[Item]:
        """What is still to be decided of `count` deals a layout: all layouts at the same pace."""
        for step in range(count):
            for place in range(len(self.tallies)):
                item = (place, self.question.seed + step)
                if item not in self.recalled:
                    yield item

    def run(
        self,
        count: int,
        *,
        jobs: int = 1,
        executor: Executor | None = None,
        journal: SurveyJournal | None = None,
        width: float | None = None,
        poll: Callable[[], StopReason | None] = lambda: None,
        step: Callable[[], None] = lambda: None,
    ) -> SurveyRecord:
        """Decide up to `count` deals a layout; `step` is called for each.

        Stops when `poll` says so, or when every interval is no wider than plus or minus `width`, looked at when each layout has
        1,000, 2,000, 4,000, ... deals.
        """
        look = FIRST_LOOK
        while width is not None and look <= self._least():
            look *= 2
        self.ended = "count"
        with closing(through(executor, partial(decide, self.question), self.items(count), jobs)) as lines:
            for line in lines:
                self.tallies[line[0]].add(line[2], line[3])
                if journal is not None:
                    journal.write(json.dumps(line, separators=(",", ":")).encode())
                step()
                if width is not None and self._least() >= look:
                    look *= 2
                    if all(tally.interval.half_width <= width for tally in self.tallies):
                        self.ended = "width"
                        break
                reason = poll()
                if reason is not None and sum(tally.deals for tally in self.tallies) < count * len(self.tallies):
                    self.ended = "time" if reason.value == "time" else "interrupted"
                    break
        return self.record()

    def _least(self) -> int:
        return min(tally.deals for tally in self.tallies)

    def record(self) -> SurveyRecord:
        """What is known so far."""
        return SurveyRecord(
            schema_="pyrsolve.survey/1",
            parameters=self.question.parameters(),
            strata=tuple(
                tally.stratum(layout.name) for tally, layout in zip(self.tallies, self.question.layouts, strict=True)
            ),
            ended=self.ended,
            version=__version__,
        )


def read_journal(path: Path) -> SurveyRecord:
    """What a journal (or a survey/1 record) says; a torn last line is left out. Raises NotFoundError, DataError."""
    from pyrsolve.errors import NotFoundError
    from pyrsolve.records.decode import convert, parse

    try:
        data = path.read_bytes()
    except OSError as error:
        raise NotFoundError(Fault(error.strerror or "cannot be read", file=str(path))) from None
    head, _, rest = data.partition(b"\n")
    try:
        if b'"pyrsolve.survey/1"' in head[:200]:
            return convert(parse(head), SurveyRecord, head)
        header = header_of(head)
    except DataError as error:
        raise error.at(file=str(path)) from None
    except ValueError:
        raise DataError(Fault("neither a survey's journal nor a survey/1 record", None, 1, file=str(path))) from None
    names = list(header.parameters.layouts)
    tallies = [Tally() for _ in names]
    done: set[Item] = set()
    for number, line in enumerate(rest.split(b"\n")[:-1], start=2):
        try:
            place, deal, letter, work = line_of(line)
            if (place, deal) not in done:
                done.add((place, deal))
                tallies[place].add(letter, work)
        except (ValueError, TypeError, IndexError, RecursionError):
            raise DataError(Fault("not a line of a survey's journal", None, number, file=str(path))) from None
    strata = tuple(tally.stratum(name) for tally, name in zip(tallies, names, strict=True))
    return SurveyRecord(
        schema_="pyrsolve.survey/1", parameters=header.parameters, strata=strata, ended=None, version=__version__
    )


def compare(one: Stratum, other: Stratum) -> tuple[float | None, Interval]:
    """The first share minus the second, of what is decided, and the interval of the difference."""
    a, b = one.solvable + one.unsolvable, other.solvable + other.unsolvable
    found = difference(one.solvable, a, other.solvable, b)
    if one.share is None or other.share is None:
        return None, found
    return one.share - other.share, found
