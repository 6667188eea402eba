"""``pyrsolve games``: the games and their rule options."""

from __future__ import annotations

import click

from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import json_option
from pyrsolve.cli.output import printable, write_line


@click.command(name="games")
@json_option
def command(as_json: bool) -> int:
    """The games: what each offers, its rule options with their values, defaults and reasons, its presets."""
    from pyrsolve import registry
    from pyrsolve.errors import OptionError
    from pyrsolve.records.encode import encode

    for name, path in registry.names("game").items():
        try:
            game = registry.game(name)
        except OptionError as error:  # a plug-in that does not load is listed with its reason
            if as_json:
                write_line(encode({"name": name, "path": path, "error": str(error)}))
            else:
                click.echo(f"{printable(name)}: {printable(str(error))}")
            continue
        forms = sorted(form.value for form in game.forms())
        described = game.options.describe()
        if as_json:
            presets = {key: dict(values) for key, values in game.options.presets.items()}
            write_line(
                encode({"name": name, "title": game.title, "forms": forms, "options": described, "presets": presets})
            )
            continue
        click.echo(f"{name}: {game.title}")
        click.echo(f"  forms: {', '.join(forms)}")
        click.echo(f"  presets: {', '.join(game.options.presets)}")
        for option in described:
            values = option["values"]
            shown = values if isinstance(values, str) else " | ".join(str(value).lower() for value in values)
            click.echo(f"  {option['name']} = {shown}   (default {str(option['default']).lower()})")
            click.echo(f"      {option['reason']}")
    return Exit.DONE
