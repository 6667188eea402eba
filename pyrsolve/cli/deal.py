"""``pyrsolve deal``: plain random deals by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import reading_options
from pyrsolve.cli.output import write_line

if TYPE_CHECKING:
    from pyrsolve.errors import Fault
    from pyrsolve.inputs import Reading

MOST = 10**18


@click.command(name="deal")
@click.argument("references", nargs=-1, metavar="[REF...]")
@click.option("--game", default="mahjong", show_default=True)
@click.option("--layout", help="A layout's name or file.")
@click.option("--seed", type=click.IntRange(0, MOST - 1), default=1, show_default=True, help="The first number.")
@click.option("-n", "count", type=click.IntRange(1, MOST), default=1, show_default=True, help="How many numbers.")
@click.option("--json", "_json", is_flag=True, help="The records are JSON anyway.")
@reading_options
def command(
    references: tuple[str, ...],
    game: str,
    layout: str | None,
    seed: int,
    count: int,
    _json: bool,
    reading: Reading,
) -> int:
    """Deal at random: the references given, or numbers S to S+N-1 on a layout. Prints deal/1 records, one a line.

    Nothing is proved about them: most layouts deal some that cannot be won.
    """
    from pyrsolve import catalogue, registry
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import dealt
    from pyrsolve.records.encode import encode

    if bool(references) == (layout is not None):
        raise click.UsageError("give references, such as pyrsolve:turtle:17, or --layout")
    if layout is None:
        faults: list[Fault] = []
        for reference in references:
            try:
                made = dealt(reference, reading)
            except DataError as error:
                faults.extend(error.faults)
            else:
                write_line(encode(registry.game(made.game).write(made)))
        if faults:
            raise DataError(faults)
        return Exit.DONE
    if seed + count > MOST:
        raise click.UsageError(f"the last number is {seed + count - 1}: at most {MOST - 1} is dealt")
    played = registry.game(game)
    preset = reading.preset or "recommended"
    options = played.options.make(reading.rules, preset)
    found = catalogue.find(layout, reading.folders)
    for number in range(seed, seed + count):
        write_line(encode(played.write(played.random_deal(found, number, options, preset))))
    return Exit.DONE
