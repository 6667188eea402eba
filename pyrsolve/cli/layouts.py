"""``pyrsolve layouts``: list and show layouts."""

from __future__ import annotations

from pathlib import Path

import click

from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import json_option
from pyrsolve.cli.output import printable, write_line


@click.group(name="layouts")
def command() -> None:
    """List and show layouts."""


@command.command(name="list")
@json_option
def list_layouts(as_json: bool) -> int:
    """The shipped layouts: tiles, levels, description."""
    from pyrsolve import catalogue
    from pyrsolve.records.encode import encode
    from pyrsolve.records.layout import record_of
    from pyrsolve.report.table import aligned

    found = [catalogue.find(name) for name in catalogue.shipped()]
    if as_json:
        for layout in found:
            write_line(encode(record_of(layout)))
        return Exit.DONE
    rows = [("name", "tiles", "levels", "")]
    for layout in found:
        levels = len({z for _, _, z in layout.tiles})
        rows.append((layout.name, str(len(layout.tiles)), str(levels), layout.description or ""))
    for line in aligned(rows):
        click.echo(line)
    return Exit.DONE


@command.command(name="show")
@click.argument("layouts", nargs=-1, required=True, metavar="NAME_OR_FILE...")
@click.option("--layouts", "folders", multiple=True, type=click.Path(path_type=Path), help="Folders with layouts.")
@json_option
def show(layouts: tuple[str, ...], folders: tuple[Path, ...], as_json: bool) -> int:
    """Show layouts: figures, and the tiles of each level; --json: the raw coordinates in file order."""
    from pyrsolve import catalogue
    from pyrsolve.records.encode import encode
    from pyrsolve.records.layout import record_of

    for name in layouts:
        layout = catalogue.find(name, folders)
        if as_json:
            write_line(encode(record_of(layout)))
        else:
            click.echo(describe(layout.name, layout.tiles))
    return Exit.DONE


def describe(name: str, tiles: tuple[tuple[int, int, int], ...]) -> str:
    """Name, size and what is worth knowing: an odd count, floating tiles, the tiles a level."""
    from pyrsolve.games.removal.geometry import floating

    levels = sorted({z for _, _, z in tiles})
    lines = [f"{printable(name)}: {len(tiles)} tiles, {len(levels)} levels"]
    if len(tiles) % 2:
        lines.append("  an odd number of tiles: no deal on it can be cleared")
    loose = floating(tiles)
    if loose:
        lines.append(f"  {len(loose)} floating tiles: nothing lies under them on the next level down")
    left, top = min(x for x, _, _ in tiles), min(y for _, y, _ in tiles)
    for z in levels:
        here = {(x - left, y - top) for x, y, level in tiles if level == z}
        lines.append(f"  level {z}: {len(here)} tiles")
        for y in range(max(y for _, y in here) + 1):
            row = "".join("#" if (x, y) in here else "." for x in range(max(x for x, _ in here) + 1)).rstrip(".")
            lines.append(f"    {row}".rstrip())
    return "\n".join(lines)
