"""``pyrsolve count``: what can happen in a deal, exactly, or by sampling with its error."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.each import each_deal
from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import MOST_NODES, bytes_of, deals_argument, json_option, reading_options, seconds_of
from pyrsolve.cli.output import place, write_line

if TYPE_CHECKING:
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.outcome import Limits
    from pyrsolve.records.count import CountRecord, EstimateRecord, PlayedRecord

CHEN_RUNS = 100


@click.command(name="count")
@deals_argument
@click.option("--exact", "way", flag_value="exact", default="exact", help="Look at every position (the default).")
@click.option(
    "--estimate", "way", flag_value="estimate", help="Sample: dead-end rates and numbers of lines, with errors."
)
@click.option("--samples", type=click.IntRange(1, 10**9), default=1000, show_default=True, help="Games to sample.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Which games are sampled.")
@click.option("--no-pairings", is_flag=True, help="Leave out the number of winning pairings.")
@click.option("--time-limit", metavar="S", callback=seconds_of, help="Seconds a deal.")
@click.option("--node-limit", type=click.IntRange(0, MOST_NODES), help="Moves to follow; deterministic.")
@click.option("--memory-limit", metavar="BYTES", callback=bytes_of, help="Bytes for the positions; default 1G.")
@click.option("--no-timing", is_flag=True, help="Leave times out.")
@reading_options
@json_option
def command(
    deals: tuple[str, ...],
    way: str,
    samples: int,
    seed: int,
    no_pairings: bool,
    time_limit: float | None,
    node_limit: int | None,
    memory_limit: int | None,
    no_timing: bool,
    reading: Reading,
    as_json: bool,
) -> int:
    """Count what can happen in a deal: positions, dead ends by tiles left, lines and pairings that win.

    --exact is exact or says which limit cut it short, and never turns into an estimate.

    Exit code: 0 counted, 12 a limit cut it short (what was met is printed), 13 not for this game, 65 bad input.
    """
    from pyrsolve.inputs import read
    from pyrsolve.outcome import Limits
    from pyrsolve.records.encode import encode

    limits = Limits(time_limit, node_limit, memory_limit)

    def work(item: Item) -> CountRecord:
        deal = read(item, reading)
        if way == "exact":
            return exact(item, deal, limits, not no_pairings, not no_timing)
        return estimated(item, deal, limits, samples, seed)

    def show(item: Item, record: CountRecord) -> Exit:
        if as_json:
            write_line(encode(record))
        else:
            click.echo("\n".join(words(item, record)))
        return Exit.UNDECIDED if record.reason is not None else Exit.DONE

    return each_deal(deals, as_json, work, show)


def exact(item: Item, deal: Deal, limits: Limits, pairings: bool, timing: bool) -> CountRecord:
    """The record of an exact count."""
    from pyrsolve import registry
    from pyrsolve.analysis.count import count
    from pyrsolve.records.count import CountRecord, number
    from pyrsolve.records.result import TimingRecord

    found = count(registry.game(deal.game), deal, limits, pairings=pairings)
    spent = found.timing if timing else None
    reason = found.stopped.value if found.stopped else None
    return CountRecord(
        schema_="pyrsolve.count/1",
        deal_id=deal.deal_id,
        source=item.source,
        exact=found.stopped is None,
        positions=found.positions,
        dead_ends=found.dead_ends,
        dead_ends_by_tiles_left={str(left): ends for left, ends in sorted(found.dead_ends_by_tiles_left.items())},
        winnable_positions=found.winnable,
        lost_positions=found.lost,
        winning_sequences=None if found.winning_sequences is None else number(found.winning_sequences),
        winning_pairings=None if found.winning_pairings is None else number(found.winning_pairings),
        moves=found.moves,
        bytes=found.bytes,
        reason=reason or (found.pairings_stopped.value if found.pairings_stopped else None),
        timing=None if spent is None else TimingRecord(spent.seconds, spent.cpu_seconds, spent.peak_bytes),
    )


def estimated(item: Item, deal: Deal, limits: Limits, samples: int, seed: int) -> CountRecord:
    """The record of estimates."""
    from pyrsolve import registry
    from pyrsolve.analysis.estimate import played, tree
    from pyrsolve.records.count import CountRecord

    game, began = registry.game(deal.game), time.monotonic()
    at_random = played(game, deal, samples, seed, limits)
    careful = played(game, deal, samples, seed, limits.since(began), careful=True)
    runs = min(samples, CHEN_RUNS)
    lines = tree(game, deal, runs, seed, limits.since(began))
    short = at_random.plays < samples or careful.plays < samples or lines is None or lines.runs < runs
    return CountRecord(
        schema_="pyrsolve.count/1",
        deal_id=deal.deal_id,
        source=item.source,
        random=_played(at_random),
        careful=_played(careful),
        lines=None if lines is None else _estimate(lines.lines, lines.runs),
        ended_lines=None if lines is None else _estimate(lines.ended_lines, lines.runs),
        winning_lines=None if lines is None else _estimate(lines.winning_lines, lines.runs),
        reason="time" if short else None,
    )


def _played(made: Any) -> PlayedRecord:
    from pyrsolve.records.count import PlayedRecord

    return PlayedRecord(
        plays=made.plays,
        dead_ends=made.plays - made.wins,
        rate=made.dead_end_rate,
        interval=(made.interval.low, made.interval.high),
        by_tiles_left={str(left): ends for left, ends in sorted(made.lost_by_tiles_left.items())},
    )


def _estimate(estimate: Any, runs: int) -> EstimateRecord:
    from pyrsolve.records.count import EstimateRecord

    return EstimateRecord(mean=estimate.mean, standard_error=estimate.error, runs=runs)


def _digits(value: Any) -> int:
    """A number of a record, however large (`pyrsolve.records.count.number`)."""
    return value if isinstance(value, int) else int(bytes(value))


def words(item: Item, record: CountRecord) -> list[str]:
    """A record in words."""
    lines = [place(item.source) + (f": cut short ({record.reason}), so far" if record.reason else "")]
    if record.random is not None and record.careful is not None:
        for name, made in (("random play", record.random), ("careful play", record.careful)):
            low, high = made.interval
            lines.append(
                f"  {name:<16}{made.dead_ends} of {made.plays} games end dead: {made.rate:.2%} (95 %: {low:.2%} to {high:.2%})"
            )
        for name in ("lines", "ended_lines", "winning_lines"):
            found = getattr(record, name)
            if found is None:
                continue
            shown = f"about {found.mean:.4g}, standard error {found.standard_error:.2g}, {found.runs} samples"
            lines.append(f"  {name.replace('_', ' '):<16}{shown}")
        return lines
    rows: list[tuple[str, Any]] = [
        ("positions", record.positions),
        ("dead ends", record.dead_ends),
        ("winnable", record.winnable_positions),
        ("lost", record.lost_positions),
        ("winning lines", record.winning_sequences),
        ("winning pairings", record.winning_pairings),
    ]
    lines += [f"  {name:<18}{_digits(value):,}" for name, value in rows if value is not None]
    if record.dead_ends_by_tiles_left:
        shown = ", ".join(f"{left}: {ends:,}" for left, ends in record.dead_ends_by_tiles_left.items())
        lines.append(f"  dead ends by tiles left  {shown}")
    if record.timing is not None and record.bytes is not None:
        lines.append(f"  {record.timing.seconds:.2f} s, {record.bytes / 1e6:.0f} MB, {record.moves:,} moves followed")
    return lines
