"""``pyrsolve audit``: played games move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.exits import Exit, overall
from pyrsolve.cli.options import json_option, reading_options
from pyrsolve.cli.output import place, printable, write_line

if TYPE_CHECKING:
    from pyrsolve.errors import Fault
    from pyrsolve.games.base import Deal
    from pyrsolve.games.play import PlayState
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.records.play import GameRecord
    from pyrsolve.verify.audit import Audit, Judged


@click.command(name="audit")
@click.argument("records", nargs=-1, required=True, metavar="RECORD...")
@click.option("--quiet", is_flag=True, help="Only what does not hold, and the end.")
@reading_options
@json_option
def command(records: tuple[str, ...], quiet: bool, reading: Reading, as_json: bool) -> int:
    """Go through games that were played (record/1, or a result with its witness): the rule that forbids each illegal move,
    points with their reason, the end.

    Exit code: 0 they hold, 14 one does not, 65 bad input.
    """
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import expand

    codes: list[Exit] = []
    faults: list[Fault] = []
    for item in expand(records):
        try:
            deal, state, record, found = audited(item, reading)
        except DataError as error:
            faults.extend(error.faults)
            continue
        codes.append(Exit.DONE if found.holds else Exit.FAILED_CHECK)
        if as_json:
            write_line(_encoded(item, deal, found))
        else:
            click.echo("\n".join(_words(item, state, record, found, quiet)))
    if faults:
        raise DataError(faults)
    return overall(codes)


def audited(item: Item, reading: Reading) -> tuple[Deal, PlayState, GameRecord, Audit]:
    """The deal of a record, its start, the record and what the rules say of it. Raises DataError with every fault."""
    from pyrsolve import registry
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import error_in, read
    from pyrsolve.verify.audit import audit, moves_of

    if item.error is not None:
        raise item.error.at(file=item.source.file)
    assert item.data is not None or item.reference is not None
    try:
        record = _record_of(item)
    except DataError as error:
        raise error_in(item, error) from None
    deal = read(item, reading)
    state = registry.game(deal.game).play_state(deal)
    return deal, state, record, audit(state, moves_of(record), record.returns)


def _record_of(item: Item) -> GameRecord:
    """The record; a result is one whose only player makes the moves of its witness."""
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.records.decode import convert, parse, schema_of
    from pyrsolve.records.play import GameRecord, MoveRecord
    from pyrsolve.records.result import convert_result

    if item.data is None:
        raise DataError(Fault("a reference names a deal, not a game that was played"))
    value = parse(item.data)
    if schema_of(value) != "pyrsolve.result/1":
        return convert(value, GameRecord, item.data)
    result = convert_result(value, item.data)
    if result.deal is None or result.witness is None:
        raise DataError(Fault("a result without deal or without witness: there are no moves to go through", "$"))
    moves = tuple(MoveRecord(actor=0, move=list(move) if isinstance(move, tuple) else move) for move in result.witness)
    return GameRecord(schema_="pyrsolve.record/1", deal=result.deal, moves=moves)


def _encoded(item: Item, deal: Deal, found: Audit) -> bytes:
    from pyrsolve.records.encode import encode
    from pyrsolve.records.play import AuditedMove, AuditRecord, EventRecord

    def number(value: Any) -> Any:
        return value if isinstance(value, int) else str(value)

    return encode(
        AuditRecord(
            schema_="pyrsolve.audit/1",
            deal_id=deal.deal_id,
            source=item.source,
            holds=found.holds,
            faults=tuple(found.faults),
            moves=tuple(
                AuditedMove(
                    number=count,
                    actor="chance" if judged.actor < 0 else judged.actor,
                    move=judged.move,
                    legal=judged.why is None,
                    why=judged.why,
                    rule=judged.rule,
                    events=tuple(
                        EventRecord(text=event.text, player=event.player, points=event.points, rule=event.rule)
                        for event in judged.events
                    ),
                )
                for count, judged in enumerate(found.moves, start=1)
            ),
            points=tuple(found.points),
            over=found.over,
            returns=None if found.returns is None else tuple(map(number, found.returns)),
        )
    )


def name_of(player: int, names: tuple[str, ...], players: int) -> str:
    """What a player is called."""
    if player < 0:
        return "chance"
    if player < len(names):
        return printable(names[player])
    return "player" if players == 1 else f"player {player + 1}"


def _words(item: Item, state: PlayState, record: GameRecord, found: Audit, quiet: bool) -> list[str]:
    import json

    def who(judged: Judged) -> str:
        return name_of(judged.actor, record.players, state.players)

    lines = [f"{place(item.source)}: {'holds' if found.holds else 'does not hold'}"]
    for count, judged in enumerate(found.moves, start=1):
        shown = printable(json.dumps(judged.move, ensure_ascii=False))
        if judged.why is not None:
            lines.append(f"  {count:>4}  {who(judged)}: {shown}  ILLEGAL: {printable(judged.why)}")
        elif not quiet:
            told = "; ".join(event_words(event, record.players, state.players) for event in judged.events)
            lines.append(f"  {count:>4}  {who(judged)}: {shown}  {told}".rstrip())
    lines += [f"  {printable(fault)}" for fault in found.faults if not fault.startswith("move ")]
    if any(found.points):
        totals = ", ".join(
            f"{name_of(player, record.players, state.players)} {points}" for player, points in enumerate(found.points)
        )
        lines.append(f"  points: {totals}")
    ended = "the game is not over"
    if found.returns is not None:
        ended = f"the game is over: {', '.join(map(str, found.returns))}"
    lines.append(f"  {ended}")
    return lines


def event_words(event: Any, names: tuple[str, ...], players: int) -> str:
    """What a move brought about, with its points and its rule."""
    points = ""
    if event.points is not None:
        whose = f"{name_of(event.player, names, players)} " if event.player is not None and players > 1 else ""
        points = f"{whose}{event.points:+d}: "
    rule = f" ({event.rule})" if event.rule else ""
    return printable(f"{points}{event.text}{rule}")
