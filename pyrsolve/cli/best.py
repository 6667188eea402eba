"""``pyrsolve best``: the best that was found, and the proved bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pyrsolve.cli.each import each_deal
from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import MOST_NODES, bytes_of, deals_argument, json_option, reading_options, seconds_of
from pyrsolve.cli.output import place, write_line

if TYPE_CHECKING:
    from pyrsolve.analysis.best import Best
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.records.best import BestRecord


@click.command(name="best")
@deals_argument
@click.option("--objective", required=True, metavar="NAME", help="What to optimise; 'list' lists what there is.")
@click.option(
    "--up-to", type=click.IntRange(1), default=10**6, show_default=True, help="winning-pairings: stop at so many."
)
@click.option("--time-limit", metavar="S", callback=seconds_of, help="Seconds a deal.")
@click.option("--node-limit", type=click.IntRange(0, MOST_NODES), help="Search nodes a deal; deterministic.")
@click.option("--memory-limit", metavar="BYTES", callback=bytes_of, help="Bytes a deal, such as 2G.")
@reading_options
@json_option
def command(
    deals: tuple[str, ...],
    objective: str,
    up_to: int,
    time_limit: float | None,
    node_limit: int | None,
    memory_limit: int | None,
    reading: Reading,
    as_json: bool,
) -> int:
    """Optimise: the best value found, and the bound that nothing is better, proved. They meet where it is optimal.

    Exit code: 0 optimal, 12 a limit or the method left a gap (what was found is printed), 13 not for this deal, 65 bad input.
    """
    from pyrsolve import registry
    from pyrsolve.analysis.best import best
    from pyrsolve.inputs import read
    from pyrsolve.outcome import Limits
    from pyrsolve.records.encode import encode

    if objective == "list":
        return _list(deals, reading)
    limits = Limits(time_limit, node_limit, memory_limit)

    def work(item: Item) -> tuple[Deal, Best]:
        deal = read(item, reading)
        return deal, best(registry.game(deal.game), deal, objective, limits, up_to=up_to)

    def show(item: Item, done: tuple[Deal, Best]) -> Exit:
        deal, found = done
        if as_json:
            write_line(encode(record(item, deal, found)))
        else:
            click.echo("\n".join(words(item, deal, found)))
        return Exit.DONE if found.optimal else Exit.UNDECIDED

    return each_deal(deals, as_json, work, show)


def _list(deals: tuple[str, ...], reading: Reading) -> Exit:
    """The objectives of the first deal's game."""
    from pyrsolve import registry
    from pyrsolve.analysis.best import objectives
    from pyrsolve.inputs import expand, read

    deal = read(next(iter(expand(deals))), reading)
    for name, meaning in objectives(registry.game(deal.game)).items():
        click.echo(f"{name}: {meaning}")
    return Exit.DONE


def record(item: Item, deal: Deal, found: Best) -> BestRecord:
    """The record of a result."""
    from pyrsolve.records.best import BestRecord

    return BestRecord(
        schema_="pyrsolve.best/1",
        deal_id=deal.deal_id,
        source=item.source,
        objective=found.objective,
        value=found.value,
        bound=found.bound,
        optimal=found.optimal,
        line=found.line,
        reason=found.stopped.value if found.stopped else None,
    )


def words(item: Item, deal: Deal, found: Best) -> list[str]:
    """The result in words."""
    from pyrsolve.cli.solve import moves

    name = f"{place(item.source)}: {found.objective}"
    cut = f" ({found.stopped.value})" if found.stopped else ""
    if found.value is None:
        known = "" if found.bound is None else f"; the bound is {found.bound}"
        return [f"{name}: nothing found{cut}{known}"]
    if found.optimal:
        lines = [f"{name}: {found.value}, optimal (proved)"]
    elif found.objective == "winning-pairings":
        lines = [f"{name}: at least {found.value}{cut}"]
    else:
        bound = "nothing is proved about better ones" if found.bound is None else f"proved bound {found.bound}"
        lines = [f"{name}: {found.value} found, {bound}{cut}"]
    if found.line is not None:
        lines += [f"  {len(found.line)} moves, replayed:", *moves(deal, found.line)]
    return lines
