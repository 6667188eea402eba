"""``pyrsolve check``: decide many deals for a pipeline."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import OF_FAILURE, OF_VERDICT, Exit, overall
from pyrsolve.cli.options import (
    deals_argument,
    deciding_options,
    jobs_option,
    progress_option,
    reading_options,
    recheck_options,
)

if TYPE_CHECKING:
    from pyrsolve.batch.decide import Decided, Request
    from pyrsolve.batch.journal import Journal
    from pyrsolve.cli.expected import Expectation
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.outcome import Limits

SECONDS_A_DEAL = 10.0


@click.command(name="check")
@deals_argument
@click.option(
    "--format", "form", type=click.Choice(["table", "jsonl", "csv", "junit"]), default="table", show_default=True
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format jsonl.")
@click.option(
    "--expect", metavar="solvable|unsolvable|decided|FILE:path", help="What every deal must be; else exit 14."
)
@click.option(
    "--undecided",
    type=click.Choice(["failed", "skipped"]),
    default="failed",
    show_default=True,
    help="What JUnit calls a deal that was left open; the exit code stays.",
)
@click.option("--allow-undecided", is_flag=True, help="A deal left open does not fail the run.")
@recheck_options
@jobs_option
@click.option("--journal", type=click.Path(path_type=Path, dir_okay=False), help="Append every result to this file.")
@click.option("--resume", is_flag=True, help="Go on with the journal: what it holds is not decided again.")
@deciding_options(seconds=SECONDS_A_DEAL)
@progress_option
@reading_options
def command(
    deals: tuple[str, ...],
    form: str,
    as_json: bool,
    expect: str | None,
    undecided: str,
    allow_undecided: bool,
    recheck: str | None,
    jobs: int,
    journal: Path | None,
    resume: bool,
    backend: str,
    limits: Limits,
    reading: Reading,
    timing: bool,
    proof: bool,
    progress: str,
) -> int:
    """Decide many deals, each within a limit; one bad record does not stop the others.

    Exit code: 0 every deal is solvable (or as expected), 11 one is unsolvable, 12 one was left open, 14 not as expected,
    65 bad input.
    """
    from pyrsolve.batch.decide import Request
    from pyrsolve.batch.journal import Journal
    from pyrsolve.cli.expected import Expectation
    from pyrsolve.cli.output import place, printable
    from pyrsolve.cli.progress import Progress
    from pyrsolve.cli.writers import writer_of
    from pyrsolve.inputs import count

    if resume and journal is None:
        raise click.UsageError("--resume goes with --journal FILE")
    form = "jsonl" if as_json else form
    expectation = Expectation.read(expect, allow_undecided)
    with_deal = form == "jsonl" or journal is not None
    request = Request(reading, backend, limits, proof, timing, with_deal=with_deal, recheck=recheck)
    codes: list[Exit] = []
    with ExitStack() as stack:
        kept = stack.enter_context(Journal(journal, resume)) if journal is not None else None
        writer = stack.enter_context(closing(writer_of(form, expectation, undecided)))
        shown = stack.enter_context(Progress("deal", partial(count, deals), on_screen=form != "junit", form=progress))
        results = stack.enter_context(closing(decide_all(request, deals, jobs, kept)))
        for decided in results:
            wrong = ""
            if decided.verdict in OF_VERDICT:
                wrong = expectation.mismatch(decided)
            codes.append(code_of(decided, expectation, wrong))
            for message in decided.messages:
                shown.say(printable(message))
            if wrong:
                shown.say(f"not as expected: {place(decided.source)}: {wrong}")
            writer.write(decided, wrong)
            shown.step()
    return overall(codes)


def decide_all(
    request: Request, deals: tuple[str, ...], jobs: int, journal: Journal | None
) -> Generator[Decided, None, None]:
    """Every item decided, in order; results are written to the journal before they are given."""
    from pyrsolve.batch.decide import dead, decide_unless_known
    from pyrsolve.batch.pool import ordered
    from pyrsolve.inputs import expand

    def work() -> Iterator[tuple[Item, str | None]]:
        for item in expand(deals):
            yield item, journal.recalled(item.source, request.limits) if journal is not None else None

    with closing(ordered(partial(decide_unless_known, request), work(), jobs, dead)) as results:
        for decided in results:
            if journal is not None and decided.verdict == "known":
                yield recalled(decided, journal.known[decided.source][1])
                continue
            if journal is not None and decided.verdict in OF_VERDICT:
                journal.write(decided.line)
            yield decided


def recalled(decided: Decided, line: bytes) -> Decided:
    """The result that the journal holds for a deal."""
    import json
    from dataclasses import replace

    value = json.loads(line)
    seconds = value.get("timing", {}).get("seconds", 0.0)
    return replace(decided, verdict=value["verdict"], reason=value["reason"], line=line, seconds=seconds)


def code_of(decided: Decided, expectation: Expectation, wrong: str) -> Exit:
    """The exit code that one result asks for."""
    if decided.verdict not in OF_VERDICT:
        return OF_FAILURE[decided.verdict]
    if expectation.given:
        return Exit.FAILED_CHECK if wrong else Exit.DONE
    code = OF_VERDICT[decided.verdict]
    return Exit.DONE if code == Exit.UNDECIDED and expectation.allow_undecided else code
