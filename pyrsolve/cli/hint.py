"""``pyrsolve hint``: the next safe move, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.each import each_deal
from pyrsolve.cli.exits import OF_VERDICT, Exit
from pyrsolve.cli.options import MOST_NODES, deals_argument, json_option, reading_options, seconds_of
from pyrsolve.cli.output import place, printable, write_line
from pyrsolve.cli.solve import one_move

if TYPE_CHECKING:
    from pyrsolve.analysis.hint import Hint
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading

LISTED = 12


@click.command(name="hint")
@deals_argument
@click.option("--all", "everything", is_flag=True, help="List every legal move: safe or losing.")
@click.option("--time-limit", metavar="S", callback=seconds_of, help="Seconds a deal.")
@click.option("--node-limit", type=click.IntRange(0, MOST_NODES), help="Search nodes a deal; deterministic.")
@reading_options
@json_option
def command(
    deals: tuple[str, ...],
    everything: bool,
    time_limit: float | None,
    node_limit: int | None,
    reading: Reading,
    as_json: bool,
) -> int:
    """The next move that keeps a deal winnable, and why it is taken; or why there is none.

    A deal in the middle of a game has its `removed` tiles. Exit code: 0 there is a safe move (or the deal is won), 11 it is
    lost, 12 a limit left it open, 65 bad input.
    """
    from pyrsolve import registry
    from pyrsolve.analysis.hint import hint
    from pyrsolve.inputs import read
    from pyrsolve.outcome import Limits
    from pyrsolve.records.encode import encode

    limits = Limits(time_limit, node_limit)

    def work(item: Item) -> tuple[Deal, Hint]:
        deal = read(item, reading)
        return deal, hint(registry.game(deal.game), deal, limits)

    def show(item: Item, done: tuple[Deal, Hint]) -> Exit:
        deal, found = done
        if as_json:
            write_line(encode(record(deal, found, item.source)))
        else:
            click.echo("\n".join([f"{place(item.source)}: {head(deal, found)}", *words(deal, found, everything)]))
        return OF_VERDICT[found.verdict.value]

    return each_deal(deals, as_json, work, show)


def record(deal: Deal, found: Hint, source: Any) -> Any:
    """The record of a hint."""
    from pyrsolve.records.hint import HintRecord

    step = found.step
    return HintRecord(
        schema_="pyrsolve.hint/1",
        deal_id=deal.deal_id,
        source=source,
        verdict=found.verdict.value,
        move=found.move,
        why=tuple(reasons(deal, found)),
        certain=found.certain,
        frees=found.frees,
        witness=found.witness,
        safe=None if step is None else step.safe,
        losing=None if step is None else step.losing,
        undecided=None if step is None else step.undecided,
        explanation=tuple(lost(deal, found)) if found.explanation is not None else None,
    )


def head(deal: Deal, found: Hint) -> str:
    """The move, or that there is none."""
    if found.move is not None:
        return one_move(deal, found.move)
    if found.verdict.value == "solvable":
        return "won already"
    return "lost: no move helps any more" if found.verdict.value == "unsolvable" else "a limit left it open"


def reasons(deal: Deal, found: Hint) -> list[str]:
    """Why this move."""
    if found.move is None or found.witness is None:
        return []
    said = []
    if found.certain:
        said.append("it cannot be wrong: all tiles left of its kind are free")
    if found.frees:
        faces = getattr(deal, "faces", ())
        tiles = ", ".join(f"{tile} ({faces[tile]})" if faces else str(tile) for tile in found.frees)
        said.append(f"it frees {tiles}")
    rest = len(found.witness) - 1
    said.append(f"after it the deal can be won in {rest} more moves, replayed" if rest else "it wins")
    return said


def lost(deal: Deal, found: Hint) -> list[str]:
    """Why the deal is lost."""
    from pyrsolve import registry
    from pyrsolve.analysis.explain import record as explained

    assert found.explanation is not None
    return list(explained(registry.game(deal.game), deal, found.explanation).text)


def words(deal: Deal, found: Hint, everything: bool) -> list[str]:
    """The rest of the text."""
    lines = [f"  {printable(reason)}" for reason in reasons(deal, found)]
    if found.explanation is not None:
        lines += [f"  {printable(text)}" for text in lost(deal, found)]
    if found.step is not None:
        for name, moves in (
            ("also safe", [move for move in found.step.safe if tuple(move) != tuple(found.move)]),
            ("would lose", found.step.losing),
            ("not decided", found.step.undecided),
        ):
            if moves:
                listed = [one_move(deal, move) for move in (moves if everything else moves[:LISTED])]
                more = f" and {len(moves) - len(listed)} more (--all)" if len(moves) > len(listed) else ""
                lines.append(f"  {name}: {', '.join(listed)}{more}")
    return lines
