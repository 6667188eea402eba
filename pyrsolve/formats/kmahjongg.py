"""KMahjongg's ``.layout`` files, v1.0 and v1.1, and the ``.desktop`` file beside them.

Line 1 is the magic; ``#`` lines are comments; v1.1 has ``w``, ``h``, ``d`` lines (the last of each counts), v1.0 is 32 x 16 x 5.
All other lines together are ``w * h * d`` cells, level by level from the bottom, row by row; ``1`` is the top-left quarter of
a tile, and only that counts: there are files with a wrong ``2``, ``3`` or ``4``. The layout museum's files lack the k of the
magic; they are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_COORDINATE, MAX_FAULTS, MAX_FILE_BYTES, MAX_NAME, MAX_TILES
from pyrsolve.records.layout import Layout, Tile, tile_faults

MAX_LINES = 1_000_000
BOM = b"\xef\xbb\xbf"
MAGIC = re.compile(r"k?mahjongg-layout-v1\.([01])[ \t\r]*")
SIZE_LINE = re.compile(r"^([whd])([^\n]*+)", re.MULTILINE)
NO_CELLS = {"0": re.compile(r"^#[^\n]*+", re.MULTILINE), "1": re.compile(r"^[#whd][^\n]*+", re.MULTILINE)}
SIZE = re.compile(r"[ \t]*+([0-9]{1,9})[ \t\r]*+")
LARGEST = {"w": 2 * MAX_COORDINATE, "h": 2 * MAX_COORDINATE, "d": MAX_COORDINATE}
V1_0 = {"w": 32, "h": 16, "d": 5}
NAMES = {"w": "width", "h": "height", "d": "number of levels"}
DESKTOP_BYTES = 65536


def sniff(data: bytes) -> bool:
    """Whether the first line looks like this format's magic."""
    return re.match(rb"(?:\xef\xbb\xbf)?k?mahjongg-layout", data[:64]) is not None


def read(data: bytes, name: str, author: str | None = None, description: str | None = None) -> Layout:
    """The layout in a file; tiles in the order level, row, column.

    Raises DataError with every fault, its line and its column. Nothing is allocated for what the size lines claim.
    """
    if len(data) > MAX_FILE_BYTES:
        raise DataError(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MB")
    head, _, body = _text(data.removeprefix(BOM)).partition("\n")
    magic = MAGIC.fullmatch(head)
    if magic is None:
        shown = repr(head[:40].strip())
        raise DataError(Fault(f"the first line is {shown}, not 'kmahjongg-layout-v1.0' or '-v1.1'", None, 1, 1))
    if body.count("\n") > MAX_LINES:
        raise DataError(Fault(f"more than {MAX_LINES} lines", None, MAX_LINES + 1, 1))
    version = magic.group(1)
    size, faults, more = (dict(V1_0), [], 0) if version == "0" else _sizes(body)
    cells = NO_CELLS[version].sub("", body).removesuffix("\r").replace("\r\n", "").replace("\n", "")
    count = cells.count("1")
    if count > MAX_TILES:
        faults.append(Fault(f"{count} tiles: at most {MAX_TILES} are allowed"))
    elif not count:
        faults.append(Fault("no tile: a '1' is the top-left quarter of one", None, 2, 1))
    if len(size) == len(NAMES):
        faults.extend(_length_faults(size, len(cells), body, version))
    if faults:
        raise DataError(_listed(faults, more))
    tiles = _tiles(cells, size["w"], size["h"])
    wrong = _tile_faults(tiles, size["w"], size["h"], body, version)
    if wrong:
        raise DataError(_listed(wrong))
    return Layout(name=name[:MAX_NAME], tiles=tiles, author=author, source="kmahjongg", description=description)


def _text(data: bytes) -> str:
    """One character a cell, whatever the author used for an empty one."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _sizes(body: str) -> tuple[dict[str, int], list[Fault], int]:
    """What the size lines of v1.1 say, what is wrong with them, and how many faults more; only good sizes are there."""
    size: dict[str, int] = {}
    faults: list[Fault] = []
    bad: set[str] = set()
    more = 0
    line, at = 2, 0
    for found in SIZE_LINE.finditer(body):
        letter, number = found.groups()
        match = SIZE.fullmatch(number)
        if match is not None and 1 <= int(match.group(1)) <= LARGEST[letter]:
            size[letter] = int(match.group(1))
            continue
        bad.add(letter)
        if len(faults) >= MAX_FAULTS:
            more += 1
            continue
        line, at = line + body.count("\n", at, found.start()), found.start()
        shown = repr(found.group()[:40].rstrip("\r"))
        faults.append(Fault(f"{shown} is no {NAMES[letter]} from 1 to {LARGEST[letter]}", None, line, 1))
    for letter in NAMES:
        if letter not in size and letter not in bad:
            faults.append(Fault(f"the {NAMES[letter]} is missing: a line {letter!r} and a number", None, 1, 1))
    return {letter: value for letter, value in size.items() if letter not in bad}, faults, more


def _length_faults(size: dict[str, int], length: int, body: str, version: str) -> Iterator[Fault]:
    """The number of cells must be what the size says; the place is the first cell too many, or behind the last."""
    width, height, depth = size["w"], size["h"], size["d"]
    wanted = width * height * depth
    if length == wanted:
        return
    if length > wanted:
        line, column = next(_places([wanted], body, version))
    elif length:
        line, column = next(_places([length - 1], body, version))
        column += 1
    else:
        line, column = 2, 1
    more_or_less = f"{length - wanted} too many" if length > wanted else f"{wanted - length} too few"
    yield Fault(
        f"{length} cells, but {width} x {height} x {depth} = {wanted} are wanted ({more_or_less})", None, line, column
    )


def _tiles(cells: str, width: int, height: int) -> tuple[Tile, ...]:
    tiles = []
    for found in re.finditer("1", cells):
        level, rest = divmod(found.start(), width * height)
        tiles.append((rest % width, rest // width, level))
    return tuple(tiles)


def _tile_faults(tiles: tuple[Tile, ...], width: int, height: int, body: str, version: str) -> list[Fault]:
    """Tiles that overlap or stand too far out, with the places of their ``1``, in the order of the file."""
    wrong = list(tile_faults(tiles))
    for tile, (x, y, _) in enumerate(tiles):
        if max(x, y) > MAX_COORDINATE:
            wrong.append((tile, f"tile {tile} at column {x}, row {y}: at most {MAX_COORDINATE} is allowed"))
    wrong.sort(key=lambda entry: entry[0])
    places = _places(
        [(tiles[tile][2] * height + tiles[tile][1]) * width + tiles[tile][0] for tile, _ in wrong], body, version
    )
    return [Fault(message, None, *place) for (_, message), place in zip(wrong, places, strict=True)]


def _places(cells: list[int], body: str, version: str) -> Iterator[tuple[int, int]]:
    """Line and column of cells, given in ascending order."""
    no_cells = "#" if version == "0" else "#whd"
    wanted = iter(cells)
    cell = next(wanted, None)
    first = 0
    for number, line in enumerate(body.split("\n"), start=2):
        if cell is None:
            return
        if not line or line[0] in no_cells:
            continue
        line = line.removesuffix("\r")
        while cell is not None and cell < first + len(line):
            yield number, cell - first + 1
            cell = next(wanted, None)
        first += len(line)


def _listed(faults: list[Fault], more: int = 0) -> list[Fault]:
    """The first faults, and how many more there are, `more` that were never built among them."""
    more += max(0, len(faults) - MAX_FAULTS)
    return [*faults[:MAX_FAULTS], Fault(f"and {more} more fault{'s' if more > 1 else ''}")] if more else faults


def read_desktop(data: bytes) -> dict[str, str]:
    """The plain keys of the ``[KMahjonggLayout]`` group; a file that is none gives an empty dictionary."""
    found: dict[str, str] = {}
    inside = False
    for raw in data[:DESKTOP_BYTES].removeprefix(BOM).decode("utf-8", "replace").splitlines():
        text = raw.strip()
        if text.startswith("["):
            inside = text == "[KMahjonggLayout]"
        elif inside and "=" in text and not text.startswith("#"):
            key, _, value = text.partition("=")
            found.setdefault(key.strip(), value.strip()[:MAX_NAME])
    return found
