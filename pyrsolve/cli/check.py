"""``pyrsolve check``: decide many deals for a pipeline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

import click

from pyrsolve.cli.exits import OF_VERDICT, Exit, overall
from pyrsolve.cli.options import deals_argument, deciding_options, proof_option, reading_options, timing_option
from pyrsolve.cli.output import printable, write_line

if TYPE_CHECKING:
    from pyrsolve.batch.decide import Decided, Request
    from pyrsolve.batch.journal import Journal
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.outcome import Limits

SECONDS_A_DEAL = 10.0
COLUMNS = ("file", "line", "deal_id", "verdict", "reason", "seconds", "message")


@click.command(name="check")
@deals_argument
@click.option(
    "--format", "form", type=click.Choice(["table", "jsonl", "csv", "junit"]), default="table", show_default=True
)
@click.option(
    "--expect", metavar="solvable|unsolvable|decided|FILE:path", help="What every deal must be; else exit 14."
)
@click.option("--allow-undecided", is_flag=True, help="A deal left open does not fail the run.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--journal", type=click.Path(path_type=Path, dir_okay=False), help="Append every result to this file.")
@click.option("--resume", is_flag=True, help="Go on with the journal: what it holds is not decided again.")
@deciding_options(seconds=SECONDS_A_DEAL)
@reading_options
@timing_option
@proof_option
def command(
    deals: tuple[str, ...],
    form: str,
    expect: str | None,
    allow_undecided: bool,
    jobs: int,
    journal: Path | None,
    resume: bool,
    backend: str,
    limits: Limits,
    reading: Reading,
    timing: bool,
    proof: bool,
) -> int:
    """Decide many deals, each within a limit; one bad record does not stop the others.

    Exit code: 0 every deal is solvable (or as expected), 11 one is unsolvable, 12 one was left open, 14 not as expected,
    65 bad input.
    """
    from pyrsolve.batch.decide import Request
    from pyrsolve.cli.expected import Expectation
    from pyrsolve.cli.progress import Progress
    from pyrsolve.inputs import expand

    if resume and journal is None:
        raise click.UsageError("--resume goes with --journal FILE")
    expectation = Expectation.read(expect)
    request = Request(reading, backend, limits, proof, timing, with_deal=form == "jsonl" or journal is not None)
    writers: dict[str, Callable[[], Writer]] = {
        "table": Table,
        "jsonl": Lines,
        "csv": Csv,
        "junit": partial(JUnit, expectation.given),
    }
    writer = writers[form]()
    progress = Progress("deal")
    codes = []
    try:
        for decided in decide_all(request, expand(deals), jobs, journal, resume):
            code = code_of(decided)
            wrong = expectation.mismatch(decided)
            if expectation.given and code in (Exit.DONE, Exit.UNSOLVABLE, Exit.UNDECIDED):
                code = Exit.FAILED_CHECK if wrong else Exit.DONE
            if code == Exit.UNDECIDED and allow_undecided:
                code = Exit.DONE
            codes.append(code)
            for message in decided.messages if form != "jsonl" else ():
                click.echo(f"error: {printable(message)}", err=True)
            if wrong:
                click.echo(f"not as expected: {printable(named(decided))}: {wrong}", err=True)
            writer.write(decided, wrong, allow_undecided)
            progress.step()
    finally:
        progress.close()
        writer.close()
    return overall(codes)


def decide_all(
    request: Request, items: Iterator[Item], jobs: int, path: Path | None, resume: bool
) -> Iterator[Decided]:
    """Every item decided, in order; results are written to the journal before they are given."""
    from pyrsolve.batch.decide import decide
    from pyrsolve.batch.journal import Journal
    from pyrsolve.batch.pool import ordered

    if path is None:
        yield from ordered(partial(decide, request), items, jobs)
        return
    with Journal(path, resume) as journal:
        yield from _with_journal(request, items, jobs, journal)


def _with_journal(request: Request, items: Iterable[Item], jobs: int, journal: Journal) -> Iterator[Decided]:
    from pyrsolve.batch.decide import decide_unless_known
    from pyrsolve.batch.pool import ordered

    for decided in ordered(partial(decide_unless_known, request, frozenset(journal.known)), items, jobs):
        if decided.verdict == "known":
            yield recalled(decided, journal)
        else:
            journal.write(decided.line)
            yield decided


def recalled(decided: Decided, journal: Journal) -> Decided:
    """The result that the journal holds for a deal."""
    import json
    from dataclasses import replace

    from pyrsolve.batch.journal import key_of

    line = journal.known[key_of(decided.source, decided.deal_id)]
    value = json.loads(line)
    seconds = value.get("timing", {}).get("seconds", 0.0)
    return replace(decided, verdict=value["verdict"], reason=value["reason"], line=line, seconds=seconds)


def code_of(decided: Decided) -> Exit:
    """The exit code that one result asks for."""
    if decided.verdict == "fault":
        return Exit.BAD_DATA
    if decided.verdict == "unsupported":
        return Exit.UNSUPPORTED
    return OF_VERDICT[decided.verdict]


def named(decided: Decided) -> str:
    """The file, and the line where there is one."""
    source = decided.source
    return source.file if source.line is None else f"{source.file}:{source.line}"


class Writer(Protocol):
    """How results are printed: each as it comes, and an end."""

    def write(self, decided: Decided, wrong: str, allow_undecided: bool) -> None:
        """One result; `wrong` says why it is not as expected."""

    def close(self) -> None:
        """No more results."""


class Lines:
    """One record a line."""

    def write(self, decided: Decided, wrong: str, allow_undecided: bool) -> None:
        """Print the record."""
        write_line(decided.line)

    def close(self) -> None:
        """Nothing is kept back."""


class Table:
    """One line a deal as it is decided, and a summary."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def write(self, decided: Decided, wrong: str, allow_undecided: bool) -> None:
        """Print verdict, reason, time and name."""
        self.counts[decided.verdict] = self.counts.get(decided.verdict, 0) + 1
        spent = f"{1000 * decided.seconds:9.1f} ms"
        mark = "  NOT AS EXPECTED" if wrong else ""
        click.echo(f"{decided.verdict:<12}{decided.reason:<12}{spent}  {printable(named(decided))}{mark}")

    def close(self) -> None:
        """Print how many there were of each."""
        total = sum(self.counts.values())
        parts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.counts.items()))
        click.echo(f"{total} deal{'s' if total != 1 else ''}: {parts or 'none'}")


class Csv:
    """Comma separated values with a header."""

    def __init__(self) -> None:
        from pyrsolve.report.table import csv_line

        self.csv_line = csv_line
        click.echo(csv_line(COLUMNS))

    def write(self, decided: Decided, wrong: str, allow_undecided: bool) -> None:
        """Print a row."""
        message = "; ".join(decided.messages) or wrong
        row = (
            printable(decided.source.file),
            decided.source.line if decided.source.line is not None else "",
            decided.deal_id,
            decided.verdict,
            decided.reason,
            f"{decided.seconds:.6f}",
            printable(message),
        )
        click.echo(self.csv_line(row))

    def close(self) -> None:
        """Nothing is kept back."""


class JUnit:
    """One XML document at the end: solvable (or as expected) deals pass."""

    def __init__(self, expecting: bool) -> None:
        from pyrsolve.report.junit import Case

        self.case = Case
        self.cases: list[Case] = []
        self.expecting = expecting

    def write(self, decided: Decided, wrong: str, allow_undecided: bool) -> None:
        """Keep the case."""
        state: Literal["passed", "failed", "error", "skipped"] = "passed"
        message = wrong or f"{decided.verdict}: {decided.reason}"
        if decided.verdict in ("fault", "unsupported"):
            state, message = "error", "; ".join(decided.messages)
        elif wrong or (decided.verdict == "unsolvable" and not self.expecting):
            state = "failed"
        elif decided.verdict == "undecided":
            state = "skipped" if allow_undecided else "failed"
        self.cases.append(self.case(named(decided), "pyrsolve.check", state, message, decided.seconds))

    def close(self) -> None:
        """Print the document."""
        from pyrsolve.report.junit import junit

        click.echo(junit(self.cases, "pyrsolve check"), nl=False)
