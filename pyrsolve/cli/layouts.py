"""``pyrsolve layouts``: list and show layouts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import Exit, overall
from pyrsolve.cli.options import json_option, layouts_option
from pyrsolve.cli.output import printable, write_line

if TYPE_CHECKING:
    from pyrsolve.records.layout import Layout


@click.group(name="layouts")
def command() -> None:
    """List and show layouts."""


@command.command(name="list")
@layouts_option
@json_option
def list_layouts(folders: tuple[Path, ...], as_json: bool) -> int:
    """The layouts that can be named: shipped ones, those of --layouts DIR and of the folders in PYRSOLVE_LAYOUTS."""
    from pyrsolve import catalogue
    from pyrsolve.cli.output import complain
    from pyrsolve.errors import DataError
    from pyrsolve.records.encode import encode
    from pyrsolve.records.layout import record_of
    from pyrsolve.report.table import aligned

    found = {name: ("", catalogue.find(name)) for name in catalogue.shipped()}
    codes = []
    for folder in reversed([*folders, *catalogue.folders_of_environment()]):  # the first that has a name wins
        try:
            paths = catalogue.files_in(folder)
        except DataError as error:
            complain(error)
            codes.append(Exit.BAD_DATA)
            continue
        for path in reversed(paths):
            try:
                found[path.stem] = str(path), catalogue.read_file(path)
            except DataError as error:
                if path.suffix == ".json" and _is_something_else(path):
                    continue  # a folder may hold other records too
                complain(error)
                codes.append(Exit.BAD_DATA)
    if as_json:
        for _, layout in found.values():
            write_line(encode(record_of(layout)))
        return overall(codes)
    rows = [("name", "tiles", "levels", "")]
    for name, (file, layout) in sorted(found.items()):
        levels = len({z for _, _, z in layout.tiles})
        about = "  ".join(filter(None, (file, layout.description)))
        rows.append((printable(name), str(len(layout.tiles)), str(levels), printable(about)))
    for line in aligned(rows):
        click.echo(line)
    return overall(codes)


@command.command(name="show")
@click.argument("layouts", nargs=-1, required=True, metavar="NAME_OR_FILE...")
@layouts_option
@json_option
def show(layouts: tuple[str, ...], folders: tuple[Path, ...], as_json: bool) -> int:
    """Show layouts: figures, and the tiles of each level; --json: the raw coordinates in file order."""
    from pyrsolve import catalogue
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.records.encode import encode
    from pyrsolve.records.layout import record_of

    faults: list[Fault] = []
    for name in layouts:
        try:
            layout = catalogue.find(name, folders)
        except DataError as error:
            faults.extend(error.faults)
            continue
        if as_json:
            write_line(encode(record_of(layout)))
        else:
            click.echo(describe(layout.name, layout.tiles))
            click.echo(_picture(layout))
    if faults:
        raise DataError(faults)
    return Exit.DONE


def _picture(layout: Layout) -> str:
    """The board from above."""
    from pyrsolve.games.removal.scene import layout_scene
    from pyrsolve.render.text import drawing

    lines = drawing(layout_scene(layout)).splitlines()
    return "\n".join(["  from above (the tiles' numbers, and their levels below):", *[f"    {line}" for line in lines]])


def _is_something_else(path: Path) -> bool:
    """Whether a file is JSON that does not say that it is a layout."""
    from pyrsolve.errors import DataError
    from pyrsolve.records.decode import parse, schema_of

    try:
        schema = schema_of(parse(path.read_bytes()))
    except (DataError, OSError):
        return False
    return not (schema or "").startswith("pyrsolve.layout/")


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
