"""An analysis in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pyrsolve.cli.output import place, printable
from pyrsolve.cli.solve import one_move, why

if TYPE_CHECKING:
    from pyrsolve.analysis.analyse import Analysis, Recorded
    from pyrsolve.analysis.difficulty import Difficulty, Quantile
    from pyrsolve.analysis.forced import Pairings
    from pyrsolve.analysis.structure import Structure
    from pyrsolve.analysis.traps import Step
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item

CHOKES = 3
BLOCKS = 3
PAIRS = 6
TRAPS = 6
PARTS = ("structure", "pairings", "traps", "record", "difficulty")


def describe(item: Item, deal: Deal, found: Analysis) -> list[str]:
    """The lines of one analysis; long lists are cut, ``--json`` has everything."""
    outcome = found.outcome
    verdict = outcome.verdict.value
    lines = [f"{place(item.source)}: {verdict}" + (f" ({why(outcome)})" if verdict == "undecided" else "")]
    if found.structure is not None:
        lines += _structure(deal, found.structure)
    if found.pairings is not None:
        lines += _pairings(deal, found.pairings)
    if found.steps is not None:
        lines += _traps(deal, found.steps)
    if found.recorded is not None:
        lines += _recorded(deal, found.recorded)
    if found.difficulty is not None:
        lines += _difficulty(found, found.difficulty)
    lost = verdict == "unsolvable"
    for part in PARTS:
        if part in found.absent and not (lost and part != "structure"):
            lines.append(f"  no {part}: {printable(found.absent[part])}")
    if lost:
        lines.append("  'pyrsolve solve --explain' shows the smallest set of tiles that lock each other")
    if found.stopped is not None:
        lines.append(f"  cut short: {found.stopped.value} limit")
    return lines


def _tile(deal: Deal, tile: int) -> str:
    faces = getattr(deal, "faces", ())
    return f"{tile} ({printable(faces[tile])})" if tile < len(faces) else str(tile)


def _some(deal: Deal, listed: Sequence[Any], most: int) -> str:
    shown = ", ".join(one_move(deal, move) for move in listed[:most])
    return shown + (f" and {len(listed) - most} more" if len(listed) > most else "")


def _structure(deal: Deal, found: Structure) -> list[str]:
    lines = []
    if len(found.cover_chain) > 1:
        chain = " on ".join(_tile(deal, tile) for tile in found.cover_chain)
        lines.append(f"  longest cover chain: {len(found.cover_chain)} tiles, {chain}")
    if len(found.wait_chain) > 1:
        chain = ", then ".join(_tile(deal, tile) for tile in found.wait_chain)
        lines.append(f"  longest wait: {len(found.wait_chain)} tiles that must go one after the other: {chain}")
    if found.chokes:
        chokes = ", ".join(f"{_tile(deal, c.tile)} by {len(c.waiting)}" for c in found.chokes[:CHOKES])
        lines.append(f"  choke tiles, waited for whatever is paired: {chokes}")
    if found.stuck:
        stuck = ", ".join(_tile(deal, tile) for tile in found.stuck[:PAIRS])
        more = f" and {len(found.stuck) - PAIRS} more" if len(found.stuck) > PAIRS else ""
        lines.append(f"  tiles that never go, whatever is paired: {stuck}{more}")
    elif found.impossible:
        lines.append(
            f"  pairs that cannot go together, one waits for the other: {_some(deal, found.impossible, PAIRS)}"
        )
    if found.mutual_count:
        blocks = ", ".join(
            f"{one_move(deal, one)} against {one_move(deal, other)}" for one, other in found.mutual_blocks[:BLOCKS]
        )
        more = f" and {found.mutual_count - BLOCKS} more" if found.mutual_count > BLOCKS else ""
        lines.append(f"  pairs that block each other: {blocks}{more}")
    return lines


def _pairings(deal: Deal, found: Pairings) -> list[str]:
    total = sum(map(len, (found.forced, found.free, found.never, found.undecided)))
    left = f", {len(found.undecided)} undecided" if found.undecided else ""
    lines = [
        f"  of {total} pairs that match, {len(found.forced)} are in every solution, {len(found.free)} in some,"
        f" {len(found.never)} in none{left}"
    ]
    if found.forced:
        lines.append(f"    forced: {_some(deal, found.forced, PAIRS)}")
    return lines


def _traps(deal: Deal, steps: Sequence[Step]) -> list[str]:
    losing = sum(len(step.losing) for step in steps)
    undecided = sum(len(step.undecided) for step in steps)
    decided = losing + sum(len(step.safe) for step in steps)
    share = f" ({100 * losing / decided:.1f} %)" if decided else ""
    left = f", {undecided} are undecided" if undecided else ""
    at: dict[str, list[int]] = {}
    for number, step in enumerate(steps, start=1):
        for move in step.losing:
            at.setdefault(one_move(deal, move), []).append(number)
    with_traps = sum(bool(step.losing) for step in steps)
    lines = [
        f"  traps along the witness: {losing} of {decided} legal moves lose{share}, at {with_traps} of {len(steps)}"
        f" steps{left}"
    ]
    listed = sorted(at.items(), key=lambda entry: (-len(entry[1]), entry[1]))
    lines += [f"    {move} loses at {_numbers(numbers)}" for move, numbers in listed[:TRAPS]]
    if len(listed) > TRAPS:
        lines.append(f"    and {len(listed) - TRAPS} more that lose at fewer steps")
    return lines


def _numbers(numbers: Sequence[int]) -> str:
    """Steps, ascending, with runs of them drawn together."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    shown = ", ".join(f"{run[0]} to {run[1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return f"step {shown}" if len(numbers) == 1 else f"steps {shown}"


def _recorded(deal: Deal, found: Recorded) -> list[str]:
    count = f"{len(found.moves)} move{'' if len(found.moves) == 1 else 's'}"
    what = {
        "won": "wins",
        "winnable": "can still be won",
        "lost_from_the_start": "was lost before it began",
        "undecided": "a limit left open whether it can still be won",
    }
    outcome = found.outcome
    if outcome != "lost" or found.step is None:
        return [f"  the line of {count}: {what.get(outcome, outcome)}"]
    sure = "" if found.sure else ", if not an earlier one"
    lines = [f"  the line of {count}: first losing move {found.first_losing}, {one_move(deal, found.step.move)}{sure}"]
    if found.step.safe:
        lines.append(f"    safe there: {_some(deal, found.step.safe, PAIRS)}")
    return lines


def _difficulty(found: Analysis, graded: Difficulty) -> list[str]:
    low, high = 100 * graded.interval.low, 100 * graded.interval.high
    lines = [
        f"  random play wins {graded.wins} of {graded.plays} games: {100 * graded.win_rate:.1f} %"
        f" ({low:.1f} to {high:.1f} %)"
    ]
    if graded.quantile is not None:
        lines.append(_quantile(graded.quantile))
    elif "quantile" in found.absent:
        lines.append(f"    not compared with fair deals: {printable(found.absent['quantile'])}")
    if graded.winning_pairings is not None:
        lines.append(f"  winning pairings: {graded.winning_pairings}")
    else:
        lines.append(f"  winning pairings: not counted ({printable(found.absent.get('winning_pairings', ''))})")
    return lines


def _quantile(found: Quantile) -> str:
    low, high = 100 * found.interval.low, 100 * found.interval.high
    return (
        f"    harder than {100 * found.harder_than:.0f} % of {found.deals} fair deals of the layout"
        f" ({low:.0f} to {high:.0f} %)"
    )
