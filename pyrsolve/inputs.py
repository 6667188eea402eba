"""What the user names on the command line, turned into deals: paths, standard input, folders, patterns, references.

An `Item` is one record's bytes (or a reference) with its source; reading it is a second step, so that one bad record does
not stop the others, and so that workers may do it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from glob import glob, has_magic
from pathlib import Path
from typing import Any

from pyrsolve import catalogue, registry
from pyrsolve.errors import DataError, Fault, NotFoundError, OptionError
from pyrsolve.games.base import Deal
from pyrsolve.records.caps import MAX_FILE_BYTES
from pyrsolve.records.deal import DealRecord, convert_deal, decode_deal
from pyrsolve.records.decode import placed
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Layout

REFERENCE = "pyrsolve:"


@dataclass(frozen=True, slots=True)
class Item:
    """One deal still to be read: `data` of a record, or a `reference`; or the `error` that stands in its place."""

    source: Source
    data: bytes | None = None
    reference: str | None = None
    error: DataError | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How items are read: where layouts are looked for, and what the command line says about rules."""

    folders: tuple[Path, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    preset: str | None = None
    allow_odd: bool = False


def expand(arguments: Iterable[str]) -> Iterator[Item]:
    """The items behind the arguments, in order. Raises NotFoundError for one that leads to nothing."""
    for argument in arguments:
        if argument == "-":
            yield from _records(sys.stdin.buffer, "-")
        elif argument.startswith(REFERENCE):
            yield Item(Source(argument), reference=argument)
        elif Path(argument).is_dir():
            paths = [path for path in _files_in(Path(argument)) if path.suffix in (".json", ".jsonl")]
            if not paths:
                raise NotFoundError(Fault("the folder has no *.json and no *.jsonl file", file=argument))
            for path in paths:
                yield from _file(path)
        elif not Path(argument).exists() and has_magic(argument):
            matching = sorted(glob(argument, recursive=True))
            if not matching:
                raise NotFoundError(Fault("no file matches this pattern", file=argument))
            for match in matching:
                if Path(match).is_file():
                    yield from _file(Path(match))
        else:
            yield from _file(Path(argument))


def _files_in(folder: Path) -> list[Path]:
    """The files of a folder, sorted; links that lead out of it are not followed."""
    home = folder.resolve()
    return sorted(
        path
        for path in folder.iterdir()
        if path.is_file() and (not path.is_symlink() or home in path.resolve().parents)
    )


def _file(path: Path) -> Iterator[Item]:
    try:
        if path.is_dir():
            raise NotFoundError(Fault("this is a folder, not a file", file=str(path)))
        with path.open("rb") as file:
            yield from _records(file, str(path), lines=path.suffix == ".jsonl")
    except OSError as error:
        raise NotFoundError(Fault(error.strerror or "cannot be read", file=str(path))) from None


def _records(file: Any, name: str, lines: bool | None = None) -> Iterator[Item]:
    """One record a line (`lines`), or the whole; None looks whether the first line is a record by itself."""
    if lines is None:
        first = file.readline(MAX_FILE_BYTES + 1)
        lines = _is_whole(first)
        if not lines:
            yield Item(Source(name), first + file.read(MAX_FILE_BYTES + 1 - len(first)))
            return
        if first.strip():
            yield Item(Source(name, 1), first)
        start = 2
    elif not lines:
        yield Item(Source(name), file.read(MAX_FILE_BYTES + 1))
        return
    else:
        start = 1
    number = start
    while line := file.readline(MAX_FILE_BYTES + 1):
        if line.strip():
            yield Item(Source(name, number), line)
        if len(line) > MAX_FILE_BYTES and not line.endswith(b"\n"):
            return  # the rest of an endless line is not read; decoding reports its size
        number += 1
    if number == 1:
        yield Item(Source(name), error=DataError(Fault("empty: one record a line was expected")))


def _is_whole(line: bytes) -> bool:
    import json

    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def read(item: Item, reading: Reading) -> Deal:
    """The deal of an item. Raises DataError with every fault, its file and its line."""
    return read_with_record(item, reading)[0]


def read_with_record(item: Item, reading: Reading) -> tuple[Deal, DealRecord]:
    """The deal of an item and its record, with the rules of the command line on top of the record's own."""
    if item.error is not None:
        raise item.error.at(file=item.source.file)
    if item.reference is not None:
        deal = dealt(item.reference, reading)
        return deal, registry.game(deal.game).write(deal)
    assert item.data is not None
    try:
        record = decode_deal(item.data)
        return _deal_of(record, item.data, reading), record
    except DataError as error:
        faults = error.faults
        if item.source.line is not None:  # a record is one line of its file
            faults = tuple(
                Fault(fault.message, fault.path, item.source.line, fault.column, fault.file) for fault in faults
            )
        raise DataError(fault.at(file=item.source.file) for fault in faults) from None


def deal_of_value(value: Any, reading: Reading) -> Deal:
    """The deal in a parsed JSON value. Raises DataError with every fault; places in a text are not known."""
    return _deal_of(convert_deal(value), None, reading)


def _deal_of(record: DealRecord, data: bytes | None, reading: Reading) -> Deal:
    import msgspec

    game = registry.game(record.game)
    if reading.rules or reading.preset:
        record = msgspec.structs.replace(
            record, rules={**record.rules, **reading.rules}, preset=reading.preset or record.preset
        )
    try:
        layout = _layout_of(getattr(record, "layout", None), reading)
        try:
            deal: Deal = game.read(record, layout, allow_odd=reading.allow_odd)
        except OptionError as error:
            raise DataError(Fault(str(error), "$.rules")) from None
        return deal
    except DataError as error:
        raise DataError(placed(list(error.faults), data)) from None


def _layout_of(layout: object, reading: Reading) -> Layout | None:
    """The layout that a record names or holds; None where its game has none."""
    from pyrsolve.records.layout import LayoutRecord, resolve

    if isinstance(layout, LayoutRecord):
        return resolve(layout, "$.layout")
    if isinstance(layout, str):
        try:
            return catalogue.named(layout, reading.folders)
        except NotFoundError as error:
            raise DataError(Fault(error.faults[0].message, "$.layout")) from None
    return None


def dealt(reference: str, reading: Reading) -> Deal:
    """The deal of ``pyrsolve:GAME/LAYOUT:NUMBER``; ``GAME/`` may be left out for mahjong. Raises DataError."""
    body, _, number = reference.removeprefix(REFERENCE).rpartition(":")
    game_name, slash, layout_name = body.partition("/")
    if not slash or game_name not in registry.GAMES:
        game_name, layout_name = "mahjong", body
    if not layout_name or not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise DataError(
            Fault(f"{reference!r} is not 'pyrsolve:GAME/LAYOUT:NUMBER', as in pyrsolve:turtle:17", file=reference)
        )
    try:
        layout = catalogue.find(layout_name, reading.folders)
    except NotFoundError as error:
        raise error.at(file=reference) from None
    game = registry.game(game_name)
    preset = reading.preset or "recommended"
    deal: Deal = game.random_deal(layout, int(number), game.options.make(reading.rules, preset), preset)
    return deal


def parse_rules(rules: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` texts as a dictionary. Raises OptionError for one without an equals sign."""
    found = {}
    for text in rules:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError(f"--rules takes NAME=VALUE, not {text!r}")
        found[name] = value
    return found
