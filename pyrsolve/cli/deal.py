"""``pyrsolve deal``: plain random deals by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import reading_options
from pyrsolve.cli.output import write_line

if TYPE_CHECKING:
    from pyrsolve.inputs import Reading


@click.command(name="deal")
@click.argument("references", nargs=-1, metavar="[REF...]")
@click.option("--game", default="mahjong", show_default=True)
@click.option("--layout", help="A layout's name or file.")
@click.option("--seed", type=click.IntRange(0, 10**18 - 1), default=1, show_default=True, help="The first number.")
@click.option("-n", "count", type=click.IntRange(min=1), default=1, show_default=True, help="How many numbers.")
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
    from pyrsolve.inputs import dealt
    from pyrsolve.records.encode import encode

    if bool(references) == (layout is not None):
        raise click.UsageError("give references, such as pyrsolve:turtle:17, or --layout")
    if layout is None:
        for reference in references:
            made = dealt(reference, reading)
            write_line(encode(registry.game(made.game).write(made)))
        return Exit.DONE
    found = catalogue.find(layout, reading.folders)
    played = registry.game(game)
    preset = reading.preset or "recommended"
    options = played.options.make(reading.rules, preset)
    for number in range(seed, seed + count):
        write_line(encode(played.write(played.random_deal(found, number, options, preset))))
    return Exit.DONE
