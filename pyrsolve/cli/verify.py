"""``pyrsolve verify``: replay witnesses and check refutations; no solver code runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pyrsolve.cli.exits import Exit, overall
from pyrsolve.cli.options import json_option
from pyrsolve.cli.output import complain, printable, write_line

if TYPE_CHECKING:
    from pyrsolve.errors import Fault
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.records.result import ResultRecord


@click.command(name="verify")
@click.argument("results", metavar="RESULTS")
@click.argument("deals", nargs=-1, metavar="[DEALS...]")
@click.option("--layouts", "folders", multiple=True, type=click.Path(path_type=Path), help="Folders with layouts.")
@click.option("--allow-odd", is_flag=True, help="Read odd match groups.")
@click.option("--export", nargs=2, metavar="cnf,lrat DIR", help="Write checked refutations for other checkers.")
@json_option
def command(
    results: str,
    deals: tuple[str, ...],
    folders: tuple[Path, ...],
    allow_odd: bool,
    export: tuple[str, str] | None,
    as_json: bool,
) -> int:
    """Check results: every witness is replayed, every refutation checked, every failure named.

    Deals are inside the results, or come from DEALS by their deal_id. Exit code: 0 everything holds, 12 something cannot be
    checked (claimed, undecided), 14 something does not hold, 65 bad input.
    """
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import Reading, expand

    kinds = _kinds(export)
    reading = Reading(folders, allow_odd=allow_odd)
    codes: list[Exit] = []
    known = _deals_by_id(deals, reading, codes)
    for item in expand([results]):
        try:
            record, deal, faults = _check(item, reading, known)
        except DataError as error:
            complain(error)
            codes.append(Exit.BAD_DATA)
            continue
        code = Exit.FAILED_CHECK if faults else Exit.DONE
        checked = record.witness is not None or record.refutation is not None
        if not faults and not checked:
            code = Exit.UNDECIDED
        codes.append(code)
        _report(item, record, faults, checked, as_json)
        if export and not faults and record.refutation is not None:
            _export(record, deal, Path(export[1]), kinds)
    return overall(codes)


def _kinds(export: tuple[str, str] | None) -> tuple[str, ...]:
    from pyrsolve.verify.export import FORMATS

    kinds = tuple(export[0].split(",")) if export else ()
    for kind in kinds:
        if kind not in FORMATS:
            raise click.UsageError(f"--export writes {', '.join(FORMATS)}, not {kind!r}")
    return kinds


def _deals_by_id(arguments: tuple[str, ...], reading: Reading, codes: list[Exit]) -> dict[str, Deal]:
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import expand, read

    known = {}
    for item in expand(arguments):
        try:
            deal = read(item, reading)
        except DataError as error:
            complain(error)
            codes.append(Exit.BAD_DATA)
        else:
            known[deal.deal_id] = deal
    return known


def _check(item: Item, reading: Reading, known: dict[str, Deal]) -> tuple[ResultRecord, Deal, list[Fault]]:
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.records.decode import parse
    from pyrsolve.records.result import convert_result

    if item.error is not None:
        raise item.error.at(file=item.source.file)
    try:
        value = parse(item.data or b"")
        record = convert_result(value, item.data)
        deal = known.get(record.deal_id) if record.deal is None else _inline(record, reading)
        if deal is None:
            raise DataError(Fault(f"no deal inside, and none given with the id {record.deal_id}", "$.deal_id"))
    except DataError as error:
        raise error.at(file=item.source.file, line=item.source.line) from None
    return record, deal, _faults(record, deal)


def _inline(record: ResultRecord, reading: Reading) -> Deal:
    from dataclasses import replace

    from pyrsolve.errors import DataError, Fault
    from pyrsolve.inputs import deal_of_value

    deal = deal_of_value(
        record.deal, replace(reading, rules={key: _spell(value) for key, value in record.rules.items()})
    )
    if deal.deal_id != record.deal_id:
        raise DataError(
            Fault(f"the deal inside has the id {deal.deal_id}, the result says {record.deal_id}", "$.deal_id")
        )
    return deal


def _spell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _faults(record: ResultRecord, deal: Deal) -> list[Fault]:
    """What does not hold: the evidence must be there for what is said, and be right."""
    from pyrsolve import registry
    from pyrsolve.errors import Fault
    from pyrsolve.records.result import refutation_of
    from pyrsolve.verify.refutation import check
    from pyrsolve.verify.replay import replay

    game = registry.game(deal.game)
    faults = []
    if (record.witness is not None) != (record.verdict == "solvable"):
        faults.append(
            Fault(f"the verdict is {record.verdict}, but the witness is {'there' if record.witness else 'missing'}")
        )
    if (record.refutation is not None) != (record.proof == "checked"):
        faults.append(
            Fault(f"the proof is {record.proof}, but a refutation is {'there' if record.refutation else 'missing'}")
        )
    if record.proof is not None and record.verdict != "unsolvable":
        faults.append(Fault(f"the verdict is {record.verdict}, but the proof says {record.proof}", "$.proof"))
    if record.proof is None and record.verdict == "unsolvable":
        faults.append(Fault("unsolvable, but neither checked nor claimed", "$.proof"))
    if record.witness is not None:
        faults.extend(replay(game, deal, record.witness))
    if record.refutation is not None:
        faults.extend(check(game, deal, refutation_of(record.refutation)))
    return faults


def _report(item: Item, record: ResultRecord, faults: list[Fault], checked: bool, as_json: bool) -> None:
    from pyrsolve.records.encode import encode

    name = item.source.file if item.source.line is None else f"{item.source.file}:{item.source.line}"
    state = "wrong" if faults else "holds" if checked else "unchecked"
    if as_json:
        found = [{"message": fault.message, "path": fault.path} for fault in faults]
        write_line(
            encode(
                {
                    "source": item.source,
                    "deal_id": record.deal_id,
                    "verdict": record.verdict,
                    "state": state,
                    "faults": found,
                }
            )
        )
        return
    for fault in faults:
        click.echo(f"error: {printable(name)}: {printable(str(fault))}", err=True)
    what = "witness replayed" if record.witness is not None else "refutation checked"
    if not checked:
        what = "nothing to check: " + ("claimed" if record.proof == "claimed" else record.verdict)
    click.echo(f"{state:<10}{record.verdict:<12}{printable(name)}: {what if not faults else 'does not hold'}")


def _export(record: ResultRecord, deal: Deal, folder: Path, kinds: tuple[str, ...]) -> None:
    from pyrsolve import registry
    from pyrsolve.errors import UnsupportedError
    from pyrsolve.records.result import refutation_of
    from pyrsolve.verify.export import export

    assert record.refutation is not None
    try:
        for path in export(registry.game(deal.game), deal, refutation_of(record.refutation), folder, kinds):
            click.echo(f"wrote {path}", err=True)
    except UnsupportedError as error:
        click.echo(f"not exported: {error}", err=True)
