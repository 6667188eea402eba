"""How ``pyrsolve check`` prints results: each as it comes, and an end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from pyrsolve.cli.output import place, printable, write_line

if TYPE_CHECKING:
    from pyrsolve.batch.decide import Decided
    from pyrsolve.cli.expected import Expectation

COLUMNS = ("file", "line", "deal_id", "verdict", "reason", "seconds", "message")


class Writer:
    """A format."""

    def __init__(self, expectation: Expectation) -> None:
        self.expectation = expectation

    def write(self, decided: Decided, wrong: str) -> None:
        """One result; `wrong` says why it is not as expected."""
        raise NotImplementedError

    def close(self) -> None:
        """No more results."""


class Lines(Writer):
    """``jsonl``: one record a line."""

    def write(self, decided: Decided, wrong: str) -> None:
        """Print the record."""
        write_line(decided.line)


class Table(Writer):
    """One line a deal as it is decided, and a summary."""

    def __init__(self, expectation: Expectation) -> None:
        super().__init__(expectation)
        self.counts: dict[str, int] = {}

    def write(self, decided: Decided, wrong: str) -> None:
        """Print verdict, reason, time and name."""
        self.counts[decided.verdict] = self.counts.get(decided.verdict, 0) + 1
        spent = f"{1000 * decided.seconds:9.1f} ms"
        mark = "  NOT AS EXPECTED" if wrong else ""
        click.echo(f"{decided.verdict:<12}{decided.reason:<12}{spent}  {place(decided.source)}{mark}")

    def close(self) -> None:
        """Print how many there were of each."""
        total = sum(self.counts.values())
        parts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(self.counts.items()))
        click.echo(f"{total} deal{'s' if total != 1 else ''}: {parts or 'none'}")


class Csv(Writer):
    """Comma separated values with a header."""

    def __init__(self, expectation: Expectation) -> None:
        super().__init__(expectation)
        from pyrsolve.report.table import csv_line

        self.csv_line = csv_line
        click.echo(csv_line(COLUMNS))

    def write(self, decided: Decided, wrong: str) -> None:
        """Print a row."""
        row = (
            printable(decided.source.file),
            decided.source.line if decided.source.line is not None else "",
            decided.deal_id,
            decided.verdict,
            decided.reason,
            f"{decided.seconds:.6f}",
            printable("; ".join(decided.messages) or wrong),
        )
        click.echo(self.csv_line(row))


class JUnit(Writer):
    """One XML document at the end: deals that are solvable, or as expected, pass."""

    def __init__(self, expectation: Expectation, undecided: str = "failed") -> None:
        super().__init__(expectation)
        from pyrsolve.report.junit import Case

        self.undecided = undecided

        self.case = Case
        self.cases: list[Case] = []

    def write(self, decided: Decided, wrong: str) -> None:
        """Keep the case."""
        state: Literal["passed", "failed", "error", "skipped"] = "passed"
        message = wrong or f"{decided.verdict}: {decided.reason}"
        if decided.messages:
            state, message = "error", "; ".join(decided.messages)
        elif decided.verdict == "undecided" and (self.expectation.allow_undecided or self.undecided == "skipped"):
            state = "skipped"
        elif wrong or (decided.verdict != "solvable" and not self.expectation.given):
            state = "failed"
        source = decided.source
        name = source.file if source.line is None else f"{source.file}:{source.line}"
        self.cases.append(self.case(name, "pyrsolve.check", state, message, decided.seconds))

    def close(self) -> None:
        """Print the document."""
        from pyrsolve.report.junit import junit

        click.echo(junit(self.cases, "pyrsolve check"), nl=False)


FORMATS: dict[str, type[Writer]] = {"table": Table, "jsonl": Lines, "csv": Csv, "junit": JUnit}


def writer_of(form: str, expectation: Expectation, undecided: str = "failed") -> Writer:
    """The writer of a format; `undecided`: what JUnit calls a deal that was left open, ``failed`` or ``skipped``."""
    return JUnit(expectation, undecided) if form == "junit" else FORMATS[form](expectation)
