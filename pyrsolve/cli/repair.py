"""``pyrsolve repair``: the fewest face swaps that make a deal winnable, or a reshuffle of what is left."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.deal import MOST
from pyrsolve.cli.exits import Exit, overall
from pyrsolve.cli.options import deals_argument, json_option, reading_options, seconds_of
from pyrsolve.cli.output import place, printable, write_line

if TYPE_CHECKING:
    from pyrsolve.analysis.repair import Repair
    from pyrsolve.errors import Fault
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading


@click.command(name="repair")
@deals_argument
@click.option("--reshuffle", is_flag=True, help="Lay the faces of what is left anew instead.")
@click.option("--most", type=click.IntRange(1, 10), default=3, show_default=True, help="How many swaps at most.")
@click.option("--seed", type=click.IntRange(0, MOST), default=1, show_default=True, help="Which reshuffle.")
@click.option("--time-limit", metavar="S", callback=seconds_of, help="Seconds a deal; default none.")
@reading_options
@json_option
def command(
    deals: tuple[str, ...],
    reshuffle: bool,
    most: int,
    seed: int,
    time_limit: float | None,
    reading: Reading,
    as_json: bool,
) -> int:
    """Make deals winnable: the fewest swaps of two faces (proved fewest where it says so), or a winnable reshuffle.

    Exit code: 0 repaired (or winnable as it is), 11 no order of its faces can be won, 12 a limit cut the search short,
    13 the game has no faces to swap, 65 bad input.
    """
    from pyrsolve import registry
    from pyrsolve.analysis import repair as repairs
    from pyrsolve.cli.progress import Progress
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import count, expand, read
    from pyrsolve.outcome import Limits

    codes: list[Exit] = []
    errors: list[Fault] = []
    with Progress("deal", partial(count, deals), on_screen=True) as progress:
        for item in expand(deals):
            try:
                deal = read(item, reading)
            except DataError as error:
                errors.extend(error.faults)
                continue
            game = registry.game(deal.game)
            if reshuffle:
                found = repairs.reshuffle(game, deal, Limits(seconds=time_limit), seed)
            else:
                found = repairs.repair(game, deal, Limits(seconds=time_limit), most=most)
            if as_json:
                write_line(_record(item, deal, found, reshuffle))
            else:
                click.echo("\n".join(_words(item, deal, found, reshuffle)))
            codes.append(_code(found))
            progress.step()
    if errors:
        raise DataError(errors)
    return overall(codes)


def _code(found: Repair) -> Exit:
    if not found.possible:
        return Exit.UNSOLVABLE
    return Exit.DONE if found.deal is not None else Exit.UNDECIDED


def _record(item: Item, deal: Deal, found: Repair, reshuffled: bool) -> bytes:
    import msgspec

    from pyrsolve import registry
    from pyrsolve.records.encode import encode
    from pyrsolve.records.repair import RepairRecord

    repaired: dict[str, Any] | None = None
    if found.deal is not None:
        repaired = msgspec.to_builtins(registry.game(deal.game).write(found.deal))
    swapping = not reshuffled and found.possible
    return encode(
        RepairRecord(
            schema_="pyrsolve.repair/1",
            deal_id=deal.deal_id,
            source=item.source,
            method="reshuffle" if reshuffled else "swaps",
            swaps=found.swaps if swapping and found.deal is not None else None,
            fewest=found.fewest if swapping and found.deal is not None else None,
            at_least=found.at_least if swapping else None,
            tried=found.tried,
            deal=repaired,
            witness=found.witness,
        )
    )


def _words(item: Item, deal: Deal, found: Repair, reshuffled: bool) -> list[str]:
    name = place(item.source)
    if not found.possible:
        return [f"{name}: no order of these faces can be won: tiles that never come free, or an odd number that match"]
    if found.deal is None:
        cut = f"; cut short ({found.stopped.value})" if found.stopped else ""
        known = "" if reshuffled else f", at least {found.at_least} swaps are needed"
        return [f"{name}: nothing found in {found.tried} deals{known}{cut}"]
    faces = getattr(found.deal, "faces", ())
    if reshuffled:
        return [
            f"{name}: reshuffled, winnable in {len(found.witness or ())} moves (order {found.tried} of those tried);"
            " --json prints the deal"
        ]
    if not found.swaps:
        return [f"{name}: winnable as it is"]
    proved = "no fewer will do" if found.fewest else f"at least {found.at_least} are needed"
    lines = [f"{name}: winnable after {len(found.swaps)} swap{'s' if len(found.swaps) > 1 else ''} ({proved}):"]
    at = list(getattr(deal, "faces", ()))
    for i, j in found.swaps:
        shown = f": {printable(at[i])} and {printable(at[j])}" if faces else ""
        lines.append(f"  tiles {i} and {j}{shown}")
        if faces:
            at[i], at[j] = at[j], at[i]
    return lines
