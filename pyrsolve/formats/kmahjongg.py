"""KMahjongg's ``.layout`` files, v1.0 and v1.1, and the ``.desktop`` file beside them.

Line 1 is the magic; ``#`` lines are comments; v1.1 has ``w``, ``h``, ``d`` lines (the last of each counts), v1.0 is 32 x 16 x 5.
All other lines together are ``w * h * d`` cells, level by level from the bottom, row by row; ``1`` is the top-left quarter of
a tile, and only that counts. The layout museum's files lack the k of the magic; they are read too.
"""

from __future__ import annotations

import re

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_COORDINATE, MAX_FILE_BYTES, MAX_NAME, MAX_TILES
from pyrsolve.records.layout import Layout, tile_faults

MAGIC = re.compile(rb"k?mahjongg-layout-v1\.([01])\s*$")
SIZE_LINE = re.compile(r"([whd])\s*(\d{1,9})\s*$")
LARGEST = {"w": 2 * MAX_COORDINATE, "h": 2 * MAX_COORDINATE, "d": MAX_COORDINATE}
V1_0 = {"w": 32, "h": 16, "d": 5}
NAMES = {"w": "width", "h": "height", "d": "number of levels"}


def sniff(data: bytes) -> bool:
    """Whether the first line looks like this format's magic."""
    return re.match(rb"(\xef\xbb\xbf)?k?mahjongg-layout", data[:64]) is not None


def read(data: bytes, name: str, author: str | None = None) -> Layout:
    """The layout in a file; tiles in the order level, row, column. Raises DataError with every fault and its line."""
    if len(data) > MAX_FILE_BYTES:
        raise DataError(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MB")
    head, _, body = data.partition(b"\n")
    magic = MAGIC.match(head.rstrip(b"\r"))
    if magic is None:
        shown = head[:40].decode("ascii", "backslashreplace").strip()
        raise DataError(Fault(f"the first line is {shown!r}, not 'kmahjongg-layout-v1.0' or '-v1.1'", None, 1, 1))
    size: dict[str, int] = dict(V1_0) if magic.group(1) == b"0" else {}
    faults: list[Fault] = []
    cells: list[str] = []
    starts: list[tuple[int, int]] = []  # (first cell, line) of every line of cells
    length = 0
    line = 1
    for line, raw in enumerate(body.split(b"\n"), start=2):
        text = raw.rstrip(b"\r").decode("latin-1")
        if not text or text.startswith("#"):
            continue
        if magic.group(1) == b"1" and text[0] in "whd":
            match = SIZE_LINE.match(text)
            if match is None or not 1 <= int(match.group(2)) <= LARGEST[text[0]]:
                faults.append(
                    Fault(f"{text[:40]!r} is no {NAMES[text[0]]} between 1 and {LARGEST[text[0]]}", None, line, 1)
                )
            else:
                size[match.group(1)] = int(match.group(2))
            continue
        starts.append((length, line))
        cells.append(text)
        length += len(text)
    for letter in "whd":
        if letter not in size and not any(NAMES[letter] in fault.message for fault in faults):
            faults.append(Fault(f"the {NAMES[letter]} is missing: a line {letter!r} and a number", None, 1, 1))
    if faults:
        raise DataError(faults)
    width, height, depth = size["w"], size["h"], size["d"]
    wanted = width * height * depth
    if length != wanted:
        at = next((number for first, number in reversed(starts) if first <= wanted), line) if length > wanted else line
        raise DataError(
            Fault(
                f"{length} cells, but {width} x {height} x {depth} = {wanted} are wanted"
                f" ({abs(length - wanted)} too {'many' if length > wanted else 'few'})",
                None,
                at,
                1,
            )
        )
    grid = "".join(cells)
    if grid.count("1") > MAX_TILES:
        raise DataError(f"{grid.count('1')} tiles; at most {MAX_TILES} are allowed")
    tiles = []
    place = grid.find("1")
    while place >= 0:
        level, rest = divmod(place, width * height)
        tiles.append((rest % width, rest // width, level))
        place = grid.find("1", place + 1)
    if not tiles:
        raise DataError(Fault("no tile: a '1' is the top-left quarter of one", None, 2, 1))

    def where(tile: int) -> tuple[int, int]:
        x, y, z = tiles[tile]
        cell = (z * height + y) * width + x
        first, number = next(start for start in reversed(starts) if start[0] <= cell)
        return number, cell - first + 1

    wrong = [Fault(message, None, *where(tile)) for tile, message in tile_faults(tuple(tiles))]
    for tile, (x, y, _) in enumerate(tiles):
        if max(x, y) > MAX_COORDINATE:
            wrong.append(
                Fault(f"tile {tile} at column {x}, row {y} is further out than {MAX_COORDINATE}", None, *where(tile))
            )
    if wrong:
        raise DataError(wrong)
    return Layout(name=name[:MAX_NAME], tiles=tuple(tiles), author=author, source="kmahjongg")


def read_desktop(data: bytes) -> dict[str, str]:
    """The plain keys of the ``[KMahjonggLayout]`` group; a file that is none gives an empty dictionary."""
    found: dict[str, str] = {}
    inside = False
    for raw in data[:65536].decode("utf-8", "replace").splitlines():
        text = raw.strip()
        if text.startswith("["):
            inside = text == "[KMahjonggLayout]"
        elif inside and "=" in text and not text.startswith("#"):
            key, _, value = text.partition("=")
            found.setdefault(key.strip(), value.strip()[:MAX_NAME])
    return found
