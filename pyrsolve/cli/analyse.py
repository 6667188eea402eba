"""``pyrsolve analyse``: what a verdict alone does not tell about a deal."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import Exit, overall
from pyrsolve.cli.options import (
    MOST_NODES,
    bytes_of,
    deals_argument,
    json_option,
    reading_options,
    seconds_of,
)
from pyrsolve.cli.output import complain, write_line

if TYPE_CHECKING:
    from pyrsolve.analysis.analyse import Analysis
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.outcome import Limits

PICTURES = (".svg", ".png", ".pdf")


@click.command(name="analyse")
@deals_argument
@click.option(
    "--record",
    "recorded",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A line that was played: a result, a record of a game, a list of moves; its first losing move is found.",
)
@click.option(
    "--plot",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the trap profile along the line as a picture: .svg, .png or .pdf.",
)
@click.option("--plays", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="Random games.")
@click.option(
    "--quantile-sample",
    "sample",
    type=click.IntRange(0, 100_000),
    default=100,
    show_default=True,
    help="Fair deals of the layout to compare with; 0: none.",
)
@click.option("--backend", default="auto", show_default=True, help="Which backend decides the deal.")
@click.option(
    "--time-limit", metavar="S", callback=seconds_of, help="Seconds for all of a deal's analysis; default none."
)
@click.option("--node-limit", type=click.IntRange(0, MOST_NODES), help="Search nodes of each search; deterministic.")
@click.option("--memory-limit", metavar="BYTES", callback=bytes_of, help="Bytes of each search, such as 2G.")
@reading_options
@json_option
def command(
    deals: tuple[str, ...],
    recorded: Path | None,
    plot: Path | None,
    plays: int,
    sample: int,
    backend: str,
    time_limit: float | None,
    node_limit: int | None,
    memory_limit: int | None,
    reading: Reading,
    as_json: bool,
) -> int:
    """Analyse deals: what must wait for what, forced and free pairings, the traps along a line that wins, the first losing
    move of a line that was played, how hard it is.

    Exit code: 0 done (whatever the verdict), 12 a limit cut it short, 65 bad input.
    """
    from pyrsolve import registry
    from pyrsolve.analysis.analyse import analyse
    from pyrsolve.cli.progress import Progress
    from pyrsolve.cli.recorded import recorded_moves
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import expand, read
    from pyrsolve.outcome import Limits

    _check_usage(deals, recorded, plot)
    if backend != "auto":
        registry.backend(backend)  # an unknown name is a usage error
    limits = Limits(time_limit, node_limit, memory_limit)
    codes: list[Exit] = []
    with Progress("fair deal" if sample else "deal", partial(_steps, deals, sample), on_screen=True) as progress:
        for place, item in enumerate(expand(deals)):
            if place and (recorded or plot):
                raise click.UsageError("--record and --plot are about one deal, but there are several")
            try:
                deal = read(item, reading)
                game = registry.game(deal.game)
                moves = recorded_moves(recorded, game, deal, reading) if recorded is not None else None
            except DataError as error:
                complain(error)
                codes.append(Exit.BAD_DATA)
                continue
            found = analyse(
                game, deal, limits, backend=backend, moves=moves, plays=plays, sample=sample, step=progress.step
            )
            _show(item, deal, found, limits, as_json)
            codes.append(Exit.DONE if found.complete else Exit.UNDECIDED)
            if plot is not None:
                codes.append(_draw(plot, found))
            if not sample:
                progress.step()
    return overall(codes)


def _steps(deals: tuple[str, ...], sample: int) -> int | None:
    """How many steps the progress has: the fair deals that each deal is compared with, or just the deals."""
    from pyrsolve.inputs import count

    number = count(deals)
    return None if number is None else number * max(1, sample)


def _check_usage(deals: tuple[str, ...], recorded: Path | None, plot: Path | None) -> None:
    """Refuse what cannot be done before anything is. Raises click.UsageError."""
    if len(deals) > 1 and (recorded is not None or plot is not None):
        raise click.UsageError("--record and --plot are about one deal, but there are several")
    if plot is None:
        return
    if plot.suffix.lower() not in PICTURES:
        raise click.BadParameter(f"the name must end in {', '.join(PICTURES)}", param_hint="--plot")
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise click.UsageError("--plot needs matplotlib: pip install 'pyrsolve[plot]'")


def _show(item: Item, deal: Deal, found: Analysis, limits: Limits, as_json: bool) -> None:
    if not as_json:
        from pyrsolve.cli.analysed import describe

        click.echo("\n".join(describe(item, deal, found)))
        return
    from pyrsolve.analysis.written import analysis_record
    from pyrsolve.records.encode import encode
    from pyrsolve.records.result import LimitsRecord

    given = LimitsRecord(limits.seconds, limits.nodes, limits.memory)
    write_line(encode(analysis_record(found, deal, given, item.source)))


def _draw(plot: Path, found: Analysis) -> Exit:
    """Write the picture; what to answer."""
    from pyrsolve.report.profile import draw

    steps = found.steps if found.recorded_steps is None else found.recorded_steps
    if not steps:
        click.echo("there is no line to plot the traps of: the deal is not won, and no --record was given", err=True)
        return Exit.UNSUPPORTED
    counts = [(len(step.safe), len(step.losing), len(step.undecided)) for step in steps]
    draw(counts, plot, found.recorded.first_losing if found.recorded else None)
    return Exit.DONE
