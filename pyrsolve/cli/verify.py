"""``pyrsolve verify``: replay witnesses and check refutations; no solver code runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyrsolve.cli.exits import Exit, overall
from pyrsolve.cli.options import json_option, reading_options, recheck_options
from pyrsolve.cli.output import complain, place, shown, write_line

if TYPE_CHECKING:
    from pyrsolve.errors import Fault
    from pyrsolve.games.base import Deal
    from pyrsolve.inputs import Item, Reading
    from pyrsolve.records.result import RefutationRecord, ResultRecord

OF_STATE = {"holds": Exit.DONE, "unchecked": Exit.UNDECIDED, "wrong": Exit.FAILED_CHECK}


@click.command(name="verify")
@click.argument("results", metavar="RESULTS")
@click.argument("deals", nargs=-1, metavar="[DEALS...]")
@click.option("--export", nargs=2, metavar="cnf,lrat DIR", help="Write checked refutations for other checkers.")
@recheck_options
@reading_options
@json_option
def command(
    results: str,
    deals: tuple[str, ...],
    export: tuple[str, str] | None,
    recheck: str | None,
    reading: Reading,
    as_json: bool,
) -> int:
    """Check results: every witness is replayed, every refutation checked, every failure named.

    Deals are inside the results, or come from DEALS by their deal_id (--rules and --preset are about these). With --recheck,
    what is only claimed is decided again by another backend. Exit code: 0 everything holds, 12 something cannot be checked
    (claimed, undecided), 14 something does not hold, 65 bad input, 70 backends that contradict each other.
    """
    from dataclasses import replace
    from functools import partial

    from pyrsolve.cli.progress import Progress
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import count, expand
    from pyrsolve.records.encode import encode
    from pyrsolve.records.fault import fault_record

    kinds = _kinds(export)
    reading = replace(reading, allow_odd=True)  # an odd group is a proof like another
    if results == "-" and "-" in deals:
        raise click.UsageError("standard input holds the results or the deals, not both")
    codes: list[Exit] = []
    known = _deals_by_id(deals, reading, codes)
    with Progress("result", partial(count, [results]), on_screen=True) as progress:
        for item in expand([results]):
            try:
                checked = _check(item, reading, known, recheck)
            except DataError as error:
                for fault in error.faults:
                    progress.say(shown(fault))
                if as_json:
                    write_line(encode(fault_record(error, item.source)))
                codes.append(Exit.BAD_DATA)
            else:
                codes.append(OF_STATE[checked.state])
                for fault in checked.faults:
                    progress.say(shown(fault.at(file=item.source.file, line=item.source.line)))
                _report(item, checked, as_json)
                if export and checked.state == "holds" and checked.refutation is not None:
                    _export(checked, Path(export[1]), kinds, progress.say)
            progress.step()
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


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one result: `state` is ``holds``, ``wrong`` or ``unchecked``; `what` was done."""

    state: str
    what: str
    verdict: str
    deal_id: str = ""
    faults: tuple[Fault, ...] = ()
    deal: Deal | None = None
    refutation: RefutationRecord | None = None


def _check(item: Item, reading: Reading, known: dict[str, Deal], recheck: str | None) -> Checked:
    """Raises DataError for what is no result, or has no deal."""
    from pyrsolve.errors import DataError
    from pyrsolve.inputs import error_in
    from pyrsolve.records.decode import parse, schema_of
    from pyrsolve.records.result import convert_result

    if item.error is not None:
        raise item.error
    try:
        value = parse(item.data or b"")
        if schema_of(value) == "pyrsolve.fault/1":  # `check` put it in the place of a result
            return Checked("unchecked", "nothing to check: the input could not be read", "fault")
        record = convert_result(value, item.data)
        deal = _deal_of(record, reading, known)
    except DataError as error:
        raise error_in(item, error) from None
    faults = tuple(_faults(record, deal))
    state, what = "holds", "witness replayed" if record.witness is not None else "refutation checked"
    if faults:
        state, what = "wrong", "does not hold"
    elif record.proof == "claimed" and recheck is not None:
        state, what = _again(record, deal, recheck)
    elif record.witness is None and record.refutation is None:
        state, what = "unchecked", f"nothing to check: {record.proof or record.verdict}"
    return Checked(state, what, record.verdict, record.deal_id, faults, deal, record.refutation)


def _again(record: ResultRecord, deal: Deal, backend: str) -> tuple[str, str]:
    """Decide a claimed deal again: state and what was done. Raises DisagreementError where the claim is contradicted."""
    from pyrsolve import api, registry
    from pyrsolve.batch.recheck import recheck
    from pyrsolve.outcome import Claimed, Limits, StopReason, Verdict

    claim = Claimed(reason=StopReason(record.reason), backend=record.backend, decided_by=record.decided_by)
    if backend == api.AUTO:  # one that gives a refutation, rather than another claim
        backend = registry.automatic(registry.game(deal.game))
    second = recheck(deal, claim, backend, Limits())
    if second.verdict is Verdict.UNDECIDED:
        return "unchecked", f"claimed; {second.backend} cannot tell"
    if second.refutation is not None and not api.verify(second, deal):
        return "holds", f"claimed; {second.backend} refutes it, refutation checked"
    return "unchecked", f"claimed; {second.backend} claims the same"


def _deal_of(record: ResultRecord, reading: Reading, known: dict[str, Deal]) -> Deal:
    """The deal inside of a result, or the one known by its id; it must be the one that the result is about."""
    from dataclasses import replace

    from pyrsolve.errors import DataError, Fault
    from pyrsolve.inputs import deal_of_value, inside_deal

    if record.deal is None:
        deal = known.get(record.deal_id)
        if deal is None:
            raise DataError(Fault(f"no deal inside, and none given with the id {record.deal_id}", "$.deal_id"))
        return deal
    try:
        deal = deal_of_value(record.deal, replace(reading, rules={}, preset=None))
    except DataError as error:
        raise DataError([inside_deal(fault) for fault in error.faults]) from None
    if deal.deal_id != record.deal_id:
        message = f"the deal inside has the id {deal.deal_id}, the result says {record.deal_id}"
        raise DataError(Fault(message, "$.deal_id"))
    return deal


def _faults(record: ResultRecord, deal: Deal) -> list[Fault]:
    """What does not hold: the evidence must be there for what is said, and be right."""
    from pyrsolve import registry
    from pyrsolve.errors import Fault
    from pyrsolve.records.result import refutation_of
    from pyrsolve.verify.refutation import check
    from pyrsolve.verify.replay import replay

    game = registry.game(deal.game)
    faults = []
    effective = deal.options.effective()
    if record.rules != effective:
        faults.append(
            Fault(f"the rules are said to be {record.rules}, but those of the deal are {effective}", "$.rules")
        )
    solvable, witness = record.verdict == "solvable", record.witness is not None
    if witness != solvable:
        faults.append(Fault(f"{record.verdict} {'without' if solvable else 'with'} a witness", "$.verdict"))
    if (record.proof is not None) != (record.verdict == "unsolvable"):
        what = f"with the proof {record.proof}" if record.proof else "without a proof, checked or claimed"
        faults.append(Fault(f"{record.verdict} {what}", "$.proof"))
    if (record.refutation is not None) != (record.proof == "checked"):
        what = "there is a" if record.refutation is not None else "there is no"
        faults.append(Fault(f"{what} refutation, but the proof is {record.proof or 'absent'}", "$.proof"))
    if record.witness is not None:
        faults.extend(replay(game, deal, record.witness))
    if record.refutation is not None:
        faults.extend(check(game, deal, refutation_of(record.refutation)))
    return faults


def _report(item: Item, checked: Checked, as_json: bool) -> None:
    from pyrsolve.records.encode import encode

    if not as_json:
        click.echo(f"{checked.state:<10}{checked.verdict:<12}{place(item.source)}: {checked.what}")
        return
    record = {
        "source": item.source,
        "deal_id": checked.deal_id,
        "verdict": checked.verdict,
        "state": checked.state,
        "faults": [{"message": fault.message, "path": fault.path} for fault in checked.faults],
    }
    write_line(encode(record))


def _export(checked: Checked, folder: Path, kinds: tuple[str, ...], say: Callable[[str], None]) -> None:
    from pyrsolve import registry
    from pyrsolve.errors import UnsupportedError
    from pyrsolve.records.result import refutation_of
    from pyrsolve.verify.export import export

    assert checked.refutation is not None
    assert checked.deal is not None
    game = registry.game(checked.deal.game)
    try:
        for path in export(game, checked.deal, refutation_of(checked.refutation), folder, kinds):
            say(f"wrote {path}")
    except UnsupportedError as error:
        say(f"not exported: {error}")
