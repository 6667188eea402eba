"""``pyrsolve best``: the best that was found, and the proved bound."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import OF_FAILURE, Exit, overall
from pyrsolve.cli.options import MOST_NODES, bytes_of, deals_argument, json_option, reading_options, seconds_of
from pyrsolve.cli.output import place, printable, write_line

if TYPE_CHECKING:
    from pyrsolve.analysis.best import Best
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading


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
    from pyrsolve.analysis.best import best, objectives
    from pyrsolve.batch.decide import failure
    from pyrsolve.cli.progress import Progress
    from pyrsolve.errors import OptionError
    from pyrsolve.inputs import count, expand, read
    from pyrsolve.outcome import Limits
    from pyrsolve.records.best import BestRecord
    from pyrsolve.records.encode import encode

    codes: list[Exit] = []
    with Progress("deal", partial(count, deals), on_screen=True) as progress:
        for item in expand(deals):
            try:
                deal = read(item, reading)
                game = registry.game(deal.game)
                if objective == "list":
                    for name, meaning in objectives(game).items():
                        click.echo(f"{name}: {meaning}")
                    return Exit.DONE
                found = best(game, deal, objective, Limits(time_limit, node_limit, memory_limit), up_to=up_to)
            except OptionError:
                raise
            except Exception as error:
                failed = failure(error, item)
                for message in failed.messages:
                    progress.say(printable(message))
                if as_json:
                    write_line(failed.line)
                codes.append(OF_FAILURE[failed.verdict])
            else:
                if as_json:
                    made = BestRecord(
                        schema_="pyrsolve.best/1",
                        deal_id=deal.deal_id,
                        source=item.source,
                        objective=objective,
                        value=found.value,
                        bound=found.bound,
                        optimal=found.optimal,
                        line=found.line,
                        reason=found.stopped.value if found.stopped else None,
                    )
                    write_line(encode(made))
                else:
                    click.echo("\n".join(words(item, deal, found)))
                codes.append(Exit.DONE if found.optimal else Exit.UNDECIDED)
            progress.step()
    return overall(codes)


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
