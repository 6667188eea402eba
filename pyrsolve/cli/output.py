"""What every command prints the same way: faults, JSON lines, names from files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from pyrsolve.escape import terminal

if TYPE_CHECKING:
    from pyrsolve.errors import DataError, Fault
    from pyrsolve.records.fault import Source


def complain(error: DataError) -> None:
    """Every fault on stderr, one a line: ``file:line:column: path: message``."""
    for fault in error.faults:
        say(shown(fault))


def shown(fault: Fault) -> str:
    """A fault as one line; one without a place is marked as an error."""
    text = str(fault)
    return printable(text if text != fault.message else f"error: {text}")


def say(message: str) -> None:
    """A message on stderr."""
    click.echo(message, err=True)


printable = terminal
"""Text from a file, safe for a terminal."""

Say = Callable[[str], None]


def place(source: Source) -> str:
    """The file, and the line where there is one, safe for a terminal."""
    return printable(source.file if source.line is None else f"{source.file}:{source.line}")


def in_json(move: object) -> str:
    """A move in the codec of its game, safe for a terminal."""
    import json

    return printable(json.dumps(move, ensure_ascii=False))


def write_line(line: bytes) -> None:
    """One line of output, flushed, so that a pipe sees it at once."""
    sys.stdout.flush()
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
