"""``pyrsolve backends``: the backends and what they can do."""

from __future__ import annotations

import click

from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import json_option
from pyrsolve.cli.output import printable, write_line


@click.command(name="backends")
@json_option
def command(as_json: bool) -> int:
    """The backends: whether a "no" of theirs is a proof, what they need of a game, which games they support."""
    from pyrsolve import registry
    from pyrsolve.errors import OptionError
    from pyrsolve.records.encode import encode

    played = {}
    for name in registry.names("game"):
        try:
            played[name] = registry.game(name)
        except OptionError:
            continue  # 'pyrsolve games' says why
    for name, path in registry.names("backend").items():
        try:
            backend = registry.backend(name)
        except OptionError as error:
            if as_json:
                write_line(encode({"name": name, "path": path, "error": str(error)}))
            else:
                click.echo(f"{printable(name)}: {printable(str(error))}")
            continue
        supported = [game for game, rules in played.items() if backend.supports(rules)]
        record = {
            "name": name,
            "summary": backend.summary,
            "complete": backend.complete,
            "counts": backend.counts,
            "optimises": backend.optimises,
            "needs": sorted(form.value for form in backend.needs),
            "games": supported,
        }
        if as_json:
            write_line(encode(record))
        else:
            click.echo(f"{name}: {backend.summary}")
            click.echo(f"  complete: {'yes' if backend.complete else 'no'}; games: {', '.join(supported) or 'none'}")
    for name, path in registry.names("engine").items():
        try:
            engine = registry.engine(name)
        except OptionError as error:
            record = {"name": name, "path": path, "error": str(error)}
            shown = [f"{printable(name)}: {printable(str(error))}"]
        else:
            record = {
                "name": name,
                "summary": engine.summary,
                "engine": True,
                "hidden": engine.hidden,
                "proves": engine.proves,
            }
            sees = "also what has something hidden" if engine.hidden else "nothing hidden"
            shown = [
                f"{name}: {engine.summary}",
                f"  engine for games that are played; {sees}; {'proved bounds' if engine.proves else 'estimates'}",
            ]
        if as_json:
            write_line(encode(record))
        else:
            click.echo("\n".join(shown))
    return Exit.DONE
