"""What the user names on the command line, turned into deals: paths, standard input, folders, patterns, references.

An `Item` is one record's bytes (or a reference) with its source; reading it is a second step, so that one bad record does
not stop the others, and so that workers may do it. What leads to nothing is an item too, with the error in it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from glob import glob, has_magic
from pathlib import Path
from typing import Any, BinaryIO

from pyrsolve import catalogue, registry
from pyrsolve.errors import DataError, Fault, NotFoundError, OptionError
from pyrsolve.games.base import Deal, Game
from pyrsolve.records.caps import MAX_FILE_BYTES
from pyrsolve.records.deal import DealRecord, convert_deal
from pyrsolve.records.decode import parse, placed, schema_of
from pyrsolve.records.fault import Source
from pyrsolve.records.layout import Layout

REFERENCE = "pyrsolve:"
PROGRAMS = ("kmahjongg:", "gnome:", "pysolfc:", "xmahjongg:")
"""How references to other programs' numbered games begin."""
STDIN = "-"
ENDINGS = (".json", ".jsonl")
HOLDERS = ("pyrsolve.result/1", "pyrsolve.repair/1", "pyrsolve.record/1")
"""Records that hold a deal, which stands for them where a deal is asked for."""


@dataclass(frozen=True, slots=True)
class Item:
    """One deal still to be read: `data` of a record, or a `reference`; or the `error` that stands in its place."""

    source: Source
    data: bytes | None = None
    reference: str | None = None
    error: DataError | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How items are read: where layouts are looked for, and what the command line says about rules and dealing."""

    folders: tuple[Path, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    preset: str | None = None
    allow_odd: bool = False
    dealing: Mapping[str, str] = field(default_factory=dict)


# --- arguments to items -----------------------------------------------------------------------------------------------
def expand(arguments: Iterable[str]) -> Iterator[Item]:
    """The items behind the arguments, in order; an argument that leads to nothing is one item with its NotFoundError."""
    for argument in arguments:
        if argument.startswith((REFERENCE, *PROGRAMS)):
            yield Item(Source(printed(argument)), reference=argument)
        elif argument == STDIN and sys.stdin is None:
            yield _missing(argument, "standard input is closed")
        elif argument == STDIN:
            yield from _records(sys.stdin.buffer, STDIN, None)
        else:
            try:
                yield from _behind(argument)
            except OSError as error:  # a name too long for the system, a folder that may not be read
                yield _missing(argument, error.strerror or "cannot be read")


def count(arguments: Iterable[str]) -> int | None:
    """How many items `expand` will give, about; None where standard input is among them. Reads the files."""
    total = 0
    for argument in arguments:
        if argument == STDIN:
            return None
        if argument.startswith((REFERENCE, *PROGRAMS)):
            total += 1
            continue
        try:
            for path in _paths(argument):
                with path.open("rb") as file:
                    total += sum(1 for line in file if line.strip()) if path.suffix == ".jsonl" else 1
        except OSError:
            total += 1
    return total


def _behind(argument: str) -> Iterator[Item]:
    paths = _paths(argument)
    if not paths and Path(argument).is_dir():
        yield _missing(argument, "the folder has no *.json and no *.jsonl file")
    elif not paths:
        yield _missing(argument, "no file matches this pattern")
    for path in paths:
        name = argument if len(paths) == 1 and path == Path(argument) else str(path)
        try:
            with path.open("rb") as file:
                yield from _records(file, printed(name), {".json": False, ".jsonl": True}.get(path.suffix))
        except OSError as error:
            yield _missing(name, error.strerror or "cannot be read")


def _paths(argument: str) -> list[Path]:
    """The files behind a path, folder or pattern; a path that leads nowhere comes back as it is."""
    path = Path(argument)
    if path.is_dir():
        return _files_in(path)
    if path.exists() or not has_magic(argument):
        return [path]
    matching = map(Path, sorted(glob(argument, recursive=True)))
    return [file for match in matching for file in (_files_in(match) if match.is_dir() else [match])]


def _files_in(folder: Path) -> list[Path]:
    """The records of a folder, sorted by name; links that lead out of it are not followed."""
    home = folder.resolve()
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix in ENDINGS and path.is_file() and (not path.is_symlink() or home in path.resolve().parents)
    )


def _missing(name: str, message: str) -> Item:
    name = printed(name)
    return Item(Source(name), error=NotFoundError(Fault(message, file=name)))


def printed(name: str) -> str:
    """A file's name as text that can be encoded: bytes that are not UTF-8 become escapes."""
    return os.fsencode(name).decode("utf-8", "backslashreplace") if not name.isascii() else name


def _records(file: BinaryIO, name: str, lines: bool | None) -> Iterator[Item]:
    """One record a line (`lines`), or the whole; None looks at the beginning."""
    if lines is False:
        yield Item(Source(name), file.read(MAX_FILE_BYTES + 1))
        return
    head: list[bytes] = []
    if lines is None:
        head = _head(file)
        if not _is_lines(head):
            start = b"".join(head)
            yield Item(Source(name), start + file.read(max(0, MAX_FILE_BYTES + 1 - len(start))))
            return
    found = False
    for number, line in enumerate(_lines(file, head), start=1):
        if line.strip():
            found = True
            yield Item(Source(name, number), line.rstrip(b"\r\n"))
    if not found:
        yield Item(Source(name), error=DataError(Fault("empty: one record a line was expected", file=name)))


def _lines(file: BinaryIO, head: Iterable[bytes]) -> Iterator[bytes]:
    yield from head
    while line := file.readline(MAX_FILE_BYTES + 1):
        yield line
        if len(line) > MAX_FILE_BYTES and not line.endswith(b"\n"):
            return  # the rest of an endless line is not read; decoding reports its size


def _head(file: BinaryIO) -> list[bytes]:
    """The first lines, up to the second that is not blank; only the first where that is a record by itself."""
    head: list[bytes] = []
    filled = 0
    while filled < 2 and sum(map(len, head)) <= MAX_FILE_BYTES and (line := file.readline(MAX_FILE_BYTES + 1)):
        head.append(line)
        filled += bool(line.strip())
        if line.strip() and _schema(line) is not None:
            break
    return head


def _is_lines(head: list[bytes]) -> bool:
    """Whether a text that begins so has one record a line: its first or (where the first is broken) second line is one."""
    filled = [line for line in head if line.strip()]
    if not filled:
        return False
    first = _schema(filled[0])
    if first is not None or len(filled) == 1:
        return first is not None
    # a layout inside of a deal may stand on a line of its own, a deal or result inside of something else may not
    return (_schema(filled[1]) or "").startswith(("pyrsolve.deal/", "pyrsolve.result/", "pyrsolve.fault/"))


def _schema(line: bytes) -> str | None:
    """The schema of the JSON object that a line is, empty where it names none; None where it is no such object."""
    import json

    if not line.lstrip().startswith(b"{"):
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return str(value.get("schema", "")) if isinstance(value, dict) else None


# --- items to deals ---------------------------------------------------------------------------------------------------
def read(item: Item, reading: Reading) -> Deal:
    """The deal of an item. Raises DataError with every fault, its file and its line; OptionError as `read_with_record`."""
    return read_with_record(item, reading)[0]


def read_with_record(item: Item, reading: Reading) -> tuple[Deal, DealRecord]:
    """The deal of an item and its record, with the rules of the command line on top of the record's own.

    Raises DataError with every fault, its file and its line; OptionError where the game has no such rules as `reading` says.
    """
    if item.error is not None:
        raise item.error.at(file=item.source.file)
    if item.reference is not None:
        deal = dealt(item.reference, reading)
        return deal, registry.game(deal.game).write(deal)
    assert item.data is not None
    try:
        value = parse(item.data)
        if schema_of(value) in HOLDERS:
            return _deal_inside(value, item.data, reading)
        record = convert_deal(value, item.data)
        return _deal_of(record, item.data, reading), record
    except DataError as error:
        raise error_in(item, error) from None


def _deal_inside(value: dict[str, Any], data: bytes, reading: Reading) -> tuple[Deal, DealRecord]:
    """The deal in a result or another record that holds one."""
    if not isinstance(value.get("deal"), dict):
        raise DataError(placed([Fault("there is no deal inside", "$")], data))
    try:
        record = convert_deal(value["deal"])
        return _deal_of(record, None, reading), record
    except DataError as error:
        raise DataError(placed([inside_deal(fault) for fault in error.faults], data)) from None


def inside_deal(fault: Fault) -> Fault:
    """A fault of the deal inside of a record, as one of the record."""
    return replace(fault, path="$.deal" + (fault.path or "$")[1:])


def error_in(item: Item, error: DataError) -> DataError:
    """The error with the file of an item; with its line too where a record is one line of its file."""
    line = item.source.line
    faults = error.faults
    if line is not None:
        faults = tuple(replace(fault, line=line) if fault.file is None else fault for fault in faults)
    return DataError([fault.at(file=item.source.file) for fault in faults])


def deal_of_value(value: Any, reading: Reading) -> Deal:
    """The deal in a parsed JSON value. Raises DataError with every fault; places in a text are not known."""
    return _deal_of(convert_deal(value), None, reading)


def _deal_of(record: DealRecord, data: bytes | None, reading: Reading) -> Deal:
    import msgspec

    game = registry.game(record.game)
    faults = _option_faults(game, record)
    if faults:  # read on without them: all faults at once
        record = msgspec.structs.replace(record, rules={}, preset=None)
    if reading.rules or reading.preset:
        game.options.make(reading.rules, reading.preset or "recommended")  # what the user says, apart from the record
        record = msgspec.structs.replace(
            record, rules={**record.rules, **reading.rules}, preset=reading.preset or record.preset
        )
    try:
        deal: Deal = game.read(
            record, _layout_of(getattr(record, "layout", None), reading), allow_odd=reading.allow_odd
        )
    except DataError as error:
        faults.extend(error.faults)
    if faults:
        raise DataError(placed(faults, data))
    return deal


def _option_faults(game: Game[Any, Any], record: DealRecord) -> list[Fault]:
    """What is wrong with the preset and the rules of a record."""
    preset = record.preset or "recommended"
    if preset not in game.options.presets:
        return [Fault(f"unknown preset {preset!r}; there are: {', '.join(game.options.presets)}", "$.preset")]
    try:
        game.options.make(record.rules, preset)
    except OptionError as error:
        return [Fault(str(error), "$.rules")]
    return []


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
    """The deal of ``pyrsolve:GAME/LAYOUT:NUMBER``; ``GAME/`` may be left out for mahjong. Raises DataError.

    ``PROGRAM:LAYOUT:NUMBER`` is another program's game; OptionError is raised for dealing options that it has not.
    """
    if reference.startswith(PROGRAMS):
        from pyrsolve.references import dealt_by_program

        return dealt_by_program(reference, reading)
    body, _, number = reference.removeprefix(REFERENCE).rpartition(":")
    game_name, slash, layout_name = body.partition("/")
    if not slash or (game_name not in registry.GAMES and game_name not in registry.names("game")):
        game_name, layout_name = "mahjong", body
    name = printed(reference)
    if not layout_name or not (number.isascii() and number.isdigit() and len(number) <= 18):
        raise DataError(Fault("not of the form pyrsolve:GAME/LAYOUT:NUMBER, as in pyrsolve:turtle:17", file=name))
    try:
        layout = catalogue.find(layout_name, reading.folders)
    except NotFoundError as error:
        raise error.at(file=name) from None
    game = registry.game(game_name)
    preset = reading.preset or "recommended"
    deal: Deal = game.random_deal(layout, int(number), game.options.make(reading.rules, preset), preset)
    return deal


def parse_rules(rules: Sequence[str], option: str = "--rules") -> dict[str, str]:
    """``NAME=VALUE`` texts as a dictionary. Raises OptionError for one without an equals sign."""
    found = {}
    for text in rules:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise OptionError(f"{option} takes NAME=VALUE, not {text!r}")
        found[name] = value
    return found
