"""What every command prints the same way: faults, JSON lines, sizes."""

from __future__ import annotations

import sys

import click

from pyrsolve.errors import DataError


def complain(error: DataError) -> None:
    """Every fault on stderr, one a line, with its place."""
    for fault in error.faults:
        click.echo(f"error: {printable(str(fault))}", err=True)


def printable(text: str) -> str:
    """Text from a file, safe for a terminal: control characters and what would reorder the line are escaped."""
    return "".join(
        character
        if character.isprintable() and not "\u200b" <= character <= "\u200f" and not "\u202a" <= character <= "\u202e"
        else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def write_line(line: bytes) -> None:
    """One line of output, flushed, so that a pipe sees it at once."""
    sys.stdout.flush()
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


class Size(click.ParamType[int]):
    """A number of bytes: plain, or with K, M or G."""

    name = "bytes"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """``512M`` as a number."""
        if isinstance(value, int):
            return value
        text = str(value).strip().upper().removesuffix("B").removesuffix("I")
        factor = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:], 1)
        digits = text[:-1] if factor > 1 else text
        if not digits.isdigit() or len(digits) > 15:
            self.fail(f"{value!r} is not a size such as 1000000, 512M or 2G", param, ctx)
        return int(digits) * factor
