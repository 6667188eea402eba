"""CSV for programs, an aligned table for people."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from pyrsolve.escape import cell


def csv_line(cells: Sequence[object]) -> str:
    """One CSV row, without its end. A text that a spreadsheet would run as a formula gets an apostrophe in front."""
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow(  # these are the characters for which a cell is quoted
        [cell(entry) if isinstance(entry, str) else entry for entry in cells]
    )
    return out.getvalue().removesuffix("\r\n")


def aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of cells as lines with columns under each other."""
    listed = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)] if listed else []
    return ["  ".join(entry.ljust(width) for entry, width in zip(row, widths, strict=True)).rstrip() for row in listed]
