"""``pyrsolve solve``: decide deals one after the other and show why."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.each import each_deal
from pyrsolve.cli.exits import OF_VERDICT, Exit
from pyrsolve.cli.options import deals_argument, deciding_options, json_option, reading_options
from pyrsolve.cli.output import in_json, place, printable, write_line

if TYPE_CHECKING:
    from pyrsolve.analysis.explanation import Explanation
    from pyrsolve.games.base import Deal, Game
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.outcome import Limits, Outcome

PAIRS_A_LINE = 6


@click.command(name="solve")
@deals_argument
@deciding_options(seconds=None)
@reading_options
@json_option
@click.option(
    "--explain", is_flag=True, help="The removals in words, or the smallest set of tiles that lock each other."
)
def command(
    deals: tuple[str, ...],
    backend: str,
    limits: Limits,
    reading: Reading,
    as_json: bool,
    timing: bool,
    proof: bool,
    explain: bool,
) -> int:
    """Decide deals: verdict, and the line that wins (replayed) or the refutation.

    Exit code: 0 every deal is solvable, 11 one is unsolvable, 12 one was left open, 65 bad input.
    """
    from pyrsolve.batch.decide import Request, decide_openly

    request = Request(reading, backend, limits, proof, timing, explain=explain and as_json)

    def show(item: Item, decided: tuple[Outcome, Deal, bytes]) -> Exit:
        outcome, deal, line = decided
        if as_json:
            write_line(line)
        else:
            click.echo(describe(item, deal, outcome, timing, explain))
        return OF_VERDICT[outcome.verdict.value]

    return each_deal(deals, as_json, partial(decide_openly, request), show)


def describe(item: Item, deal: Deal, outcome: Outcome, timing: bool, explain: bool = False) -> str:
    """The text form of one result; `explain`: with the explanation in the place of the bare moves."""
    lines = [f"{place(item.source)}: {outcome.verdict.value} ({why(outcome)})"]
    if outcome.witness is not None:
        lines.append(f"  {len(outcome.witness)} moves, replayed:")
    if explain:
        lines.extend(f"    {printable(text)}".rstrip() for text in in_words(deal, outcome))
    elif outcome.witness is not None:
        lines.extend(moves(deal, outcome.witness))
    stats = outcome.stats
    counted = [
        f"{value} {name}"
        for name in ("nodes", "closures", "conflicts", "states", "evictions")
        if (value := getattr(stats, name)) is not None
    ]
    if timing and outcome.timing is not None:
        counted.append(f"{1000 * outcome.timing.seconds:.1f} ms")
    lines.append(f"  backend {outcome.decided_by or outcome.backend}: {', '.join(counted) or 'nothing counted'}")
    return "\n".join(lines)


def in_words(deal: Deal, outcome: Outcome) -> list[str]:
    """The explanation of a verdict, or why there is none."""
    from pyrsolve import registry
    from pyrsolve.analysis.explain import explain, record
    from pyrsolve.errors import UnsupportedError

    game = registry.game(deal.game)
    try:
        found = explain(game, deal, outcome)
    except UnsupportedError as error:
        return [str(error)]
    return [*record(game, deal, found).text, *picture(game, deal, found)]


def picture(game: Game[Any, Any], deal: Deal, explanation: Explanation) -> list[str]:
    """The tiles that lock each other, every other tile off the board; nothing for other explanations."""
    from pyrsolve.analysis.explanation import Kind
    from pyrsolve.games.base import Form

    if explanation.kind is not Kind.LOCK or Form.SCENE not in game.forms():
        return []
    from dataclasses import replace

    from pyrsolve.render.text import drawing

    start = game.start(deal)
    rest = frozenset(range(len(start.board.above))) - frozenset(explanation.tiles)
    locked = {tile for group in explanation.groups for tile in group}
    return ["", *drawing(game.scene(replace(start, gone=rest), deal, locked=locked)).splitlines()]


def why(outcome: Outcome) -> str:
    """The reason in words."""
    refutation = outcome.refutation
    if refutation is not None:
        if refutation.odd_group:
            return f"structural: {len(refutation.odd_group)} tiles that match only each other, an odd number"
        locks = len(refutation.deadlocks)
        return (
            f"{outcome.reason.value}: {locks} deadlock{'s' if locks != 1 else ''}, proof that 'pyrsolve verify' checks"
        )
    words = {
        "goal": "every tile goes",
        "time": "the time limit stopped it",
        "nodes": "the node limit stopped it",
        "memory": "the memory limit stopped it",
        "interrupted": "interrupted",
        "incomplete": "this backend cannot tell",
        "exhausted": "every position was searched; a claim without a proof to check",
        "infeasible": "the model has no solution; a claim without a proof to check",
    }
    return words.get(outcome.reason.value, f"{outcome.reason.value}; a claim without a proof to check")


def one_move(deal: Deal, move: object) -> str:
    """A move: the face and the two tiles of a pair, or the move as JSON."""
    faces = getattr(deal, "faces", None)
    if (
        faces is not None
        and isinstance(move, list | tuple)
        and len(move) == 2
        and all(isinstance(n, int) for n in move)
    ):
        i, j = move
        return f"{printable(faces[i] if faces[i] == faces[j] else f'{faces[i]}+{faces[j]}')} {i}-{j}"
    return in_json(move)


def moves(deal: Deal, witness: tuple[object, ...]) -> list[str]:
    """The moves, several a line."""
    shown = [one_move(deal, move) for move in witness]
    width = max(map(len, shown), default=0) + 2
    return [
        "    " + "".join(text.ljust(width) for text in shown[at : at + PAIRS_A_LINE]).rstrip()
        for at in range(0, len(shown), PAIRS_A_LINE)
    ]
