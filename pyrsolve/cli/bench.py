"""``pyrsolve bench``: backends side by side on files of deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import Exit, overall
from pyrsolve.cli.options import json_option, reading_options
from pyrsolve.cli.output import complain, printable, write_line

if TYPE_CHECKING:
    from pyrsolve.batch.bench import Trouble
    from pyrsolve.inputs import Reading
    from pyrsolve.records.bench import BenchRecord, BenchRow

CALIBRATION_DEAL = "pyrsolve:turtle:1"
FILE_WIDTH = 32
HEADINGS = ("deals", "yes", "no", "open", "mean ms", "median", "p99", "max", "closures", "conflicts")


@click.command(name="bench")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--backend", "backends", multiple=True, metavar="NAME", help="Repeatable; auto where none is given.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N deals of a file.")
@click.option("--time-limit", type=click.FloatRange(0), default=10.0, show_default=True, help="Seconds a deal.")
@click.option("--node-limit", type=click.IntRange(0, 2**62), help="Search nodes a deal; deterministic.")
@click.option("--no-proof", is_flag=True, help="Record no refutations.")
@reading_options
@json_option
def command(
    paths: tuple[str, ...],
    backends: tuple[str, ...],
    limit: int | None,
    time_limit: float,
    node_limit: int | None,
    no_proof: bool,
    reading: Reading,
    as_json: bool,
) -> int:
    """Time backends on the deals of files and folders: CPU milliseconds a deal, in this process, parsing apart.

    Closures and conflicts are sums, and the same on every machine. The calibration is a piece of work that never changes,
    timed before and after: divide by it to compare runs. Exit code: 0 timed, 13 a backend cannot do this, 65 bad
    input, 70 backends that contradict each other.
    """
    from pyrsolve import registry
    from pyrsolve.backends.calibration import calibrate
    from pyrsolve.batch.bench import Plan, Trouble, bench
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import Reading, dealt, expand
    from pyrsolve.outcome import Limits
    from pyrsolve.records.encode import encode

    names = tuple(dict.fromkeys(backends)) or ("auto",)
    for name in names:
        if name != "auto":
            registry.backend(name)  # an unknown name is a usage error, said before anything runs
    limits = Limits(None if time_limit == float("inf") else time_limit, node_limit)
    pinned = dealt(CALIBRATION_DEAL, Reading())
    codes: list[Exit] = []

    def on_row(row: BenchRow | Trouble) -> None:
        if not isinstance(row, Trouble):
            if not as_json:
                click.echo(line(row))
        elif isinstance(row.error, DataError):
            complain(row.error)
            codes.append(Exit.BAD_DATA)
        else:
            click.echo(f"unsupported: {printable(row.file)}: {row.error}", err=True)
            codes.append(Exit.UNSUPPORTED)

    if not as_json:
        click.echo(heading())
    plan = Plan(reading, names, limits, not no_proof, limit)
    record = bench(plan, expand(paths), lambda: calibrate(registry.game(pinned.game), pinned), on_row)
    if as_json:
        write_line(encode(record))
    else:
        click.echo(closing(record))
    return overall(codes)


def heading() -> str:
    """The head of the table."""
    return f"{'file':<{FILE_WIDTH}} {'backend':<9}" + "".join(f"{name:>10}" for name in HEADINGS)


def line(row: BenchRow) -> str:
    """A row of the table."""
    name = printable(row.file)
    if len(name) > FILE_WIDTH:
        name = "..." + name[3 - FILE_WIDTH :]
    counts = (row.deals, row.solvable, row.unsolvable, row.undecided)
    times = (row.mean_ms, row.median_ms, row.p99_ms, row.max_ms)
    sums = ("-" if value is None else str(value) for value in (row.closures, row.conflicts))
    cells = [*map(str, counts), *(f"{value:.2f}" for value in times), *sums]
    return f"{name:<{FILE_WIDTH}} {row.backend:<9}" + "".join(f"{cell:>10}" for cell in cells)


def closing(record: BenchRecord) -> str:
    """What stands below the table."""
    said = [
        f"{total.backend}: {total.files} file{'s' if total.files != 1 else ''},"
        f" sum of means {total.sum_of_means_ms:.2f} ms, geometric mean {total.geometric_mean_ms:.3f} ms"
        for total in record.totals
    ]
    before, after = record.calibration_before_ms, record.calibration_after_ms
    said.append(f"calibration: {record.calibration_ms:.2f} ms ({before:.2f} before, {after:.2f} after)")
    return "\n".join(said)
