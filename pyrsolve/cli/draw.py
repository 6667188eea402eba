"""``pyrsolve draw``: pictures of deals, results and layouts."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import reading_options
from pyrsolve.cli.output import printable, say

if TYPE_CHECKING:
    from pyrsolve.games.base import Deal
    from pyrsolve.games.scene import Scene
    from pyrsolve.inputs import Item, Reading

ENDINGS = (".svg", ".png", ".html", ".txt")


@click.command(name="draw")
@click.argument("what", metavar="DEAL|RESULT|LAYOUT")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="FILE.svg, .png, .html or .txt; else the terminal.",
)
@click.option("--describe", is_flag=True, help="The board in words: what covers, what blocks.")
@click.option(
    "--after", type=click.IntRange(0), default=0, show_default=True, help="Moves of a result's witness to make first."
)
@click.option(
    "--lock", is_flag=True, help="Mark the smallest set of tiles that lock each other, where the deal is lost."
)
@click.option(
    "--color/--no-color", "colour", default=None, help="ANSI colours; default: on a terminal without NO_COLOR."
)
@reading_options
def command(
    what: str,
    output: Path | None,
    describe: bool,
    after: int,
    lock: bool,
    colour: bool | None,
    reading: Reading,
) -> int:
    """Draw a deal, a result (after some of its moves, or with the tiles that lock it), or a layout.

    Exit code: 0 drawn, 13 the game has no picture (or PNG no Pillow), 65 bad input.
    """
    from pyrsolve.render.text import description, drawing

    if output is not None and output.suffix.lower() not in ENDINGS:
        raise click.UsageError(f"-o takes a file that ends in {', '.join(ENDINGS)}")
    scene = scene_of(what, reading, after, lock)
    if describe:
        return _put(output, "\n".join(description(scene)) + "\n")
    if output is None or output.suffix.lower() == ".txt":
        live = output is None and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        styled = live if colour is None else colour
        return _put(output, drawing(scene, colour=styled, unicode=_unicode() and output is None) + "\n", styled)
    from pyrsolve.render.picture import picture

    made = picture(scene)
    if output.suffix.lower() == ".png":
        from pyrsolve.render.png import png

        return _put(output, png(made))
    from pyrsolve.render.svg import page, svg

    return _put(output, page(made) if output.suffix.lower() == ".html" else svg(made))


def _unicode() -> bool:
    """Whether standard output can take box lines."""
    return sys.stdout.isatty() and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _put(output: Path | None, content: str | bytes, styled: bool | None = None) -> Exit:
    if output is None:
        click.echo(content, nl=False, color=styled)
    else:
        output.write_bytes(content if isinstance(content, bytes) else content.encode())
        say(f"drawn: {printable(str(output))}")
    return Exit.DONE


def scene_of(what: str, reading: Reading, after: int, lock: bool) -> Scene:
    """The scene of what the user names. Raises NotFoundError, DataError with every fault; UnsupportedError."""
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.inputs import expand, read

    layout = _layout(what, reading)
    if layout is not None:
        from pyrsolve.games.removal.scene import layout_scene

        return layout_scene(layout, reading.rules.get("cover", "next"))
    items = list(expand([what]))
    if len(items) != 1:
        raise click.UsageError(f"{printable(what)} has {len(items)} deals: one can be drawn")
    deal, witness = read(items[0], reading), _witness(items[0])
    if after > len(witness):
        raise DataError(Fault(f"--after {after}: there are {len(witness)} moves to make", file=items[0].source.file))
    return _position(deal, witness[:after], lock)


def _layout(what: str, reading: Reading) -> Any:
    """The layout of that name or in that file; None where it is a deal or a result."""
    from pyrsolve import catalogue
    from pyrsolve.errors import DataError, NotFoundError
    from pyrsolve.records.decode import parse, schema_of

    path = Path(what)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if is_file and path.suffix in (".json", ".jsonl"):
        try:
            if (schema_of(parse(path.read_bytes())) or "").startswith("pyrsolve.layout/"):
                return catalogue.find(what, reading.folders)
        except (DataError, OSError):
            pass
        return None
    try:
        return catalogue.find(what, reading.folders)
    except NotFoundError:
        return None


def _witness(item: Item) -> tuple[Any, ...]:
    """The moves of a result's witness; none of what is no result."""
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import error_in
    from pyrsolve.records.decode import parse, schema_of
    from pyrsolve.records.result import convert_result

    if item.data is None:
        return ()
    try:
        value = parse(item.data)
        return (convert_result(value, item.data).witness or ()) if schema_of(value) == "pyrsolve.result/1" else ()
    except DataError as error:
        raise error_in(item, error) from None


def _position(deal: Deal, moves: tuple[Any, ...], lock: bool) -> Scene:
    from pyrsolve import registry
    from pyrsolve.errors import DataError, Fault, IllegalMoveError

    game = registry.game(deal.game)
    position = game.start(deal)
    for number, move in enumerate(moves, start=1):
        try:
            position = game.step(position, move)
        except IllegalMoveError as error:
            raise DataError(Fault(f"move {number} of the witness: {error}")) from None
    return game.scene(position, deal, locked=locked_tiles(deal) if lock else ())


def locked_tiles(deal: Deal) -> tuple[int, ...]:
    """The tiles of the smallest lock that is found of a lost deal; none where it can be won."""
    from pyrsolve import api, registry
    from pyrsolve.analysis.explain import explain
    from pyrsolve.outcome import Verdict

    outcome = api.solve(deal)
    if outcome.verdict is not Verdict.UNSOLVABLE:
        return ()
    return explain(registry.game(deal.game), deal, outcome).tiles
