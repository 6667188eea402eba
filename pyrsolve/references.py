"""References to other programs' numbered games: ``PROGRAM:LAYOUT:NUMBER`` turned into deals."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pyrsolve import catalogue, registry
from pyrsolve.dealers.base import PROGRAMS, dealer
from pyrsolve.errors import DataError, Fault, NotFoundError
from pyrsolve.games.base import Deal
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.records.deal import Made
from pyrsolve.records.layout import Layout

if TYPE_CHECKING:
    from pyrsolve.inputs import Reading

DATA_FOLDERS = "/usr/local/share:/usr/share"
PACKAGES = {
    "kmahjongg": ("kmahjongg", "kmahjongg/layouts"),
    "gnome": ("gnome-mahjongg", "gnome-mahjongg/maps"),
    "pysolfc": ("pysolfc", "pysolfc/layouts"),
}
"""Debian's package with a program's layouts, and the folder under a data folder where they are looked for."""
MOST_NUMBER = 2**63 - 1


def dealt_by_program(reference: str, reading: Reading) -> Deal:
    """The game of mahjong that another program deals under a number, with that program's blocking rule.

    Raises DataError: a program, layout or number that is not there; OptionError for dealing options that it has not.
    """
    from pyrsolve.inputs import printed

    name = printed(reference)
    program, _, body = reference.partition(":")
    layout_name, _, number = body.rpartition(":")
    if program not in PROGRAMS:
        raise DataError(
            Fault(f"the numbers of {program} are not reproduced: how it deals is not known well enough", file=name)
        )
    if not layout_name or not number:
        raise DataError(Fault("not of the form PROGRAM:LAYOUT:NUMBER, as in kmahjongg:default:12345", file=name))
    deals = dealer(program)
    dealing = deals.options(reading.dealing)
    game = registry.game("mahjong")
    preset = reading.preset or "recommended"
    options = game.options.make({"cover": deals.cover, **reading.rules}, preset)
    try:
        layout = _layout(program, layout_name, reading.folders)
        result = deals.deal(layout, number, dealing)
    except DataError as error:
        raise error.at(file=name) from None
    plain = int(number) if number.isdigit() and int(number) <= MOST_NUMBER else None
    return RemovalDeal(
        game=game.name,
        options=options,
        preset=preset,
        reference=f"{program}:{layout_name}:{number}",
        made=Made(method=program, number=plain, attempts=result.attempts, dealing=dealing, note=result.note),
        layout=layout,
        faces=result.faces,
    )


def _layout(program: str, name: str, folders: tuple[Path, ...]) -> Layout:
    """A program's layout: from `folders`, PYRSOLVE_LAYOUTS, or where its package puts it; never a shipped one of that name."""
    package, below = PACKAGES[program]
    home = os.environ.get("XDG_DATA_HOME") or str(Path("~/.local/share").expanduser())
    bases = [home, *(os.environ.get("XDG_DATA_DIRS") or DATA_FOLDERS).split(":")]
    places = [Path(base) / below for base in bases if base]
    layout = catalogue.in_folders(name, [*folders, *catalogue.folders_of_environment(), *places])
    if layout is None:
        raise NotFoundError(
            f"no layout {name[:100]!r} of {program}: name its folder with --layouts or PYRSOLVE_LAYOUTS"
            f" (Debian's package {package} has them)"
        )
    return layout
