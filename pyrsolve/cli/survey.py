"""``pyrsolve survey``: the share of winnable deals, with its interval; reading and comparing surveys."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.deal import MOST
from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import (
    MOST_NODES,
    jobs_option,
    json_option,
    progress_option,
    reading_options,
    seconds_of,
    share,
)
from pyrsolve.cli.output import printable, write_line

if TYPE_CHECKING:
    from pyrsolve.inputs import Reading
    from pyrsolve.records.survey import SurveyRecord


def _width(_ctx: click.Context, _param: click.Parameter, text: str | None) -> float | None:
    """A half-width: a share, or a percentage."""
    if text is None:
        return None
    try:
        value = share(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1:
        raise click.BadParameter(f"{text!r} is no half-width such as 0.1% or 0.001")
    return value


@click.command(name="survey")
@click.option("--game", default="mahjong", show_default=True)
@click.option("--layout", "layouts", multiple=True, help="A layout's name or file; repeatable: one row each.")
@click.option("-n", "count", type=click.IntRange(1, MOST), default=1000, show_default=True, help="Deals a layout.")
@click.option("--seed", type=click.IntRange(0, MOST - 1), default=1, show_default=True, help="The first number.")
@click.option(
    "--until", metavar="WIDTH", callback=_width, help="Stop at this half-width of the interval, such as 0.1%."
)
@click.option("--time-limit", metavar="S", callback=seconds_of, help="Seconds for the whole survey.")
@click.option(
    "--deal-limit", metavar="S", callback=seconds_of, help="Seconds a deal; what stays open counts against both ends."
)
@click.option("--node-limit", type=click.IntRange(0, MOST_NODES), help="Search nodes a deal; deterministic.")
@click.option("--backend", default="auto", show_default=True, help="Which backend decides.")
@click.option("--journal", type=click.Path(path_type=Path, dir_okay=False), help="Append every verdict to this file.")
@click.option("--resume", is_flag=True, help="Go on with the journal.")
@click.option(
    "--executor",
    type=click.Choice(["processes", "serial", "dask"]),
    default="processes",
    show_default=True,
    help="Where the work is done.",
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Of a Dask cluster, such as tcp://10.0.0.5:8786; else a local one."
)
@click.option("--report", type=click.Path(path_type=Path, dir_okay=False), help="Only say what a journal holds.")
@click.option(
    "--compare", type=click.Path(path_type=Path, dir_okay=False), nargs=2, help="Two journals or survey records."
)
@click.option(
    "--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw the shares and intervals (SVG, PNG)."
)
@progress_option
@jobs_option
@reading_options
@json_option
def command(
    game: str,
    layouts: tuple[str, ...],
    count: int,
    seed: int,
    until: float | None,
    time_limit: float | None,
    deal_limit: float | None,
    node_limit: int | None,
    backend: str,
    journal: Path | None,
    resume: bool,
    executor: str,
    scheduler: str | None,
    report: Path | None,
    compare: tuple[Path, Path] | None,
    plot: Path | None,
    progress: str,
    jobs: int,
    reading: Reading,
    as_json: bool,
) -> int:
    """What share of the deals on a layout can be won, with Wilson's 95 % interval. Open deals count against both of its ends.

    Deals S, S+1, ... are the numbered random ones. Exit code: 0 done, 12 the time cut it short, 65 bad input.
    """
    from pyrsolve import catalogue, registry
    from pyrsolve.batch.survey import Question, Survey, SurveyJournal, read_journal
    from pyrsolve.cli.progress import Progress
    from pyrsolve.outcome import Limits

    if compare is not None:
        return _compare(*compare, as_json)
    if report is not None:
        return _put(read_journal(report), as_json, plot)
    if not layouts:
        raise click.UsageError("give a --layout, or --report, or --compare")
    if resume and journal is None:
        raise click.UsageError("--resume goes with --journal FILE")
    if scheduler is not None and executor != "dask":
        raise click.UsageError("--scheduler goes with --executor dask")
    played = registry.game(game)
    if backend != "auto":
        registry.backend(backend)
    preset = reading.preset or "recommended"
    found = tuple(catalogue.find(name, reading.folders) for name in layouts)
    if len({layout.name for layout in found}) < len(found):
        raise click.UsageError("two layouts of one name: their rows could not be told apart")
    question = Question(
        game=game,
        layouts=found,
        options=played.options.make(reading.rules, preset),
        preset=preset,
        seed=seed,
        backend=backend,
        limits=Limits(deal_limit, node_limit),
    )
    survey = Survey(question)
    poll = Limits(time_limit).stopper()
    with ExitStack() as stack:
        kept = None
        if journal is not None:
            kept = stack.enter_context(SurveyJournal(journal, resume, question.parameters(), survey.recall))
        away = None
        if executor == "dask":
            from pyrsolve.batch.executors import dask

            away, let_go = dask(scheduler, jobs)
            stack.callback(let_go)
        shown = stack.enter_context(
            Progress(
                "deal", lambda: count * len(found) - len(survey.recalled), form=progress, note=lambda: _note(survey)
            )
        )
        record = survey.run(
            count,
            jobs=1 if executor == "serial" else jobs,
            executor=away,
            journal=kept,
            width=until,
            poll=poll,
            step=shown.step,
        )
    code = _put(record, as_json, plot)
    return Exit.UNDECIDED if record.ended == "time" else code


def _note(survey: Any) -> str:
    """The running intervals."""
    shown = [
        f"{layout.name} {tally.interval.low:.2%} to {tally.interval.high:.2%}"
        for layout, tally in zip(survey.question.layouts, survey.tallies, strict=True)
    ]
    return printable(", ".join(shown[:3]) + (", ..." if len(shown) > 3 else ""))


def _put(record: SurveyRecord, as_json: bool, plot: Path | None) -> Exit:
    from pyrsolve.records.encode import encode
    from pyrsolve.report.table import aligned

    if plot is not None:
        from pyrsolve.report.shares import draw

        draw(plot, [(row.layout, row.share, row.interval) for row in record.strata])
    if as_json:
        write_line(encode(record))
        return Exit.DONE
    rows = [("layout", "deals", "winnable", "lost", "open", "share", "95 % interval", "work a deal")]
    for row in record.strata:
        rows.append(
            (
                printable(row.layout),
                str(row.deals),
                str(row.solvable),
                str(row.unsolvable),
                str(row.undecided),
                "-" if row.share is None else f"{row.share:.3%}",
                f"{row.interval[0]:.3%} to {row.interval[1]:.3%}",
                f"{row.work / row.deals:.0f}" if row.deals else "-",
            )
        )
    for line in aligned(rows):
        click.echo(line)
    return Exit.DONE


def _compare(one: Path, other: Path, as_json: bool) -> Exit:
    """The difference of each layout that both have."""
    from pyrsolve.batch.survey import compare, read_journal
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.records.encode import encode
    from pyrsolve.records.survey import ComparisonRecord

    first, second = ({row.layout: row for row in read_journal(path).strata} for path in (one, other))
    both = [name for name in first if name in second]
    if not both:
        raise DataError(Fault(f"no layout is in both {printable(str(one))} and {printable(str(other))}"))
    for name in both:
        found, interval = compare(first[name], second[name])
        shares = first[name].share, second[name].share
        if as_json:
            write_line(
                encode(
                    ComparisonRecord(
                        schema_="pyrsolve.comparison/1",
                        layout=name,
                        shares=shares,
                        difference=found,
                        interval=(interval.low, interval.high),
                    )
                )
            )
        else:
            told = "not known" if found is None else f"{found:+.3%}"
            parts = " - ".join("?" if share is None else f"{share:.3%}" for share in shares)
            click.echo(f"{printable(name)}: {parts} = {told} (95 %: {interval.low:+.3%} to {interval.high:+.3%})")
    return Exit.DONE
