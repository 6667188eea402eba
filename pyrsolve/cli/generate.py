"""``pyrsolve generate``: deals that can be won, each with its witness."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyrsolve.cli.deal import MOST
from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import jobs_option, reading_options, seconds_of, share
from pyrsolve.cli.output import say, write_line

if TYPE_CHECKING:
    from pyrsolve.inputs import Reading


def _range(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[float, float] | None:
    """``LO:HI``, shares from 0 to 1, or percentages."""
    if text is None:
        return None
    try:
        low, high = map(share, text.split(":"))
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 <= low <= high <= 1:
        raise click.BadParameter(f"{text!r} is not of the form LO:HI with shares from 0 to 1, such as 0:0.02 or 0:2%")
    return low, high


@click.command(name="generate")
@click.option("--game", default="mahjong", show_default=True)
@click.option("--layout", required=True, help="A layout's name or file.")
@click.option("-n", "count", type=click.IntRange(1, MOST), default=1, show_default=True, help="How many deals.")
@click.option("--seed", type=click.IntRange(0, MOST - 1), default=1, show_default=True, help="The first candidate.")
@click.option(
    "--method",
    type=click.Choice(["fair", "reverse", "mutate"]),
    default="fair",
    show_default=True,
    help="Deal at random and prove; build backwards; build backwards and swap faces while it stays winnable.",
)
@click.option(
    "--difficulty", metavar="LO:HI", callback=_range, help="Quantiles among fair winnable deals; 1 is hardest."
)
@click.option("--random-win-rate", "win_rate", metavar="LO:HI", callback=_range, help="Share of random games won.")
@click.option("--traps", metavar="LO:HI", callback=_range, help="Share of the moves along the witness that lose.")
@click.option(
    "--plays", type=click.IntRange(10, 1_000_000), default=1000, show_default=True, help="Random games a grade."
)
@click.option("--unique", is_flag=True, help="Only deals with exactly one winning pairing.")
@click.option(
    "--from-deck",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A deck/1 record to deal instead of the game's own.",
)
@click.option(
    "--steps", type=click.IntRange(1, 10**9), default=1000, show_default=True, help="Swaps that mutate tries."
)
@click.option("--attempts", type=click.IntRange(1, MOST), help="How many candidates are tried at most.")
@click.option("--time-limit", metavar="S", callback=seconds_of, help="Seconds for the whole run.")
@click.option("--node-limit", type=click.IntRange(0), help="Search nodes a question; what stays open is not kept.")
@click.option("--json", "_json", is_flag=True, help="The records are JSON anyway.")
@jobs_option
@reading_options
def command(
    game: str,
    layout: str,
    count: int,
    seed: int,
    method: str,
    difficulty: tuple[float, float] | None,
    win_rate: tuple[float, float] | None,
    traps: tuple[float, float] | None,
    plays: int,
    unique: bool,
    from_deck: Path | None,
    steps: int,
    attempts: int | None,
    time_limit: float | None,
    node_limit: int | None,
    _json: bool,
    jobs: int,
    reading: Reading,
) -> int:
    """Make deals that can be won. Prints result/1 records, one a line: the deal, its witness (replayed), how it was made.

    Candidates S, S+1, ... are tried in order: the same options give the same deals with any --jobs. No two play alike.

    Exit code: 0 all were found, 12 a limit cut the search short, 65 the layout or deck allows none.
    """
    from pyrsolve import catalogue, registry
    from pyrsolve.cli.progress import Progress
    from pyrsolve.generate.difficulty import aimed
    from pyrsolve.generate.generate import CutShortError, generate
    from pyrsolve.generate.grade import Range, Target
    from pyrsolve.generate.recipe import Method, Recipe
    from pyrsolve.outcome import Limits
    from pyrsolve.records.encode import encode

    if difficulty is not None and win_rate is not None:
        raise click.UsageError("--difficulty asks for a win rate: give it or --random-win-rate")
    played = registry.game(game)
    preset = reading.preset or "recommended"
    recipe = Recipe(
        game=game,
        layout=catalogue.find(layout, reading.folders),
        options=played.options.make(reading.rules, preset),
        preset=preset,
        method=Method(method),
        faces=_deck(from_deck),
        limits=Limits(nodes=node_limit),
        unique=unique,
        steps=steps,
    )
    target = Target(
        win_rate=None if win_rate is None else Range(*win_rate),
        traps=None if traps is None else Range(*traps),
        plays=plays,
    )
    recipe = replace(recipe, target=target)
    if difficulty is not None:
        recipe = aimed(recipe, *difficulty, jobs)
    tried = Counter[bool]()
    told = lambda: f"{sum(tried.values())} candidates tried"  # noqa: E731
    with Progress("deal", lambda: count, note=told) as progress:
        try:
            for record in generate(
                recipe,
                count,
                seed,
                jobs=jobs,
                attempts=attempts,
                seconds=time_limit,
                tried=lambda candidate: tried.update([candidate.record is not None]),
            ):
                write_line(encode(record))
                progress.step()
        except CutShortError as error:
            say(f"cut short: {error}")
            return Exit.UNDECIDED
    return Exit.DONE


def _deck(path: Path | None) -> tuple[str, ...]:
    """The faces of a deck file. Raises NotFoundError, DataError."""
    from pyrsolve.errors import DataError, Fault, NotFoundError
    from pyrsolve.records.deck import decode_deck, faces_of

    if path is None:
        return ()
    try:
        return faces_of(decode_deck(path.read_bytes()))
    except OSError as error:
        raise NotFoundError(Fault(error.strerror or "cannot be read", file=str(path))) from None
    except DataError as error:
        raise error.at(file=str(path)) from None
