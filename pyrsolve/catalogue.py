"""Finds layouts: shipped ones by name, files by path, and names in folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from pyrsolve.errors import DataError, Fault, NotFoundError
from pyrsolve.formats import kmahjongg
from pyrsolve.records.caps import MAX_FILE_BYTES
from pyrsolve.records.decode import convert, parse, placed
from pyrsolve.records.layout import Layout, LayoutRecord, resolve

ENDINGS = (".json", ".layout")


@cache
def shipped() -> tuple[str, ...]:
    """The names of the layouts that come with the package, sorted."""
    from importlib.resources import files

    return tuple(
        sorted(entry.name[:-5] for entry in files("pyrsolve.layouts").iterdir() if entry.name.endswith(".json"))
    )


def find(name: str, folders: Sequence[Path] = ()) -> Layout:
    """The layout called `name`: in `folders` and the folders of PYRSOLVE_LAYOUTS, then shipped, then a path to a file.

    Raises NotFoundError, with names that are close; DataError where a file was found and is bad.
    """
    if not _looks_like_path(name):
        for folder in [*folders, *_folders_of_environment()]:
            for ending in ENDINGS:
                path = folder / (name + ending)
                if path.is_file():
                    return read_file(path)
        if name in shipped():
            return _shipped_layout(name)
    path = Path(name)
    if "\0" not in name and len(name) < 4096 and path.is_file():
        return read_file(path)
    close = get_close_matches(name, shipped(), n=3)
    hint = f"did you mean {' or '.join(map(repr, close))}?" if close else "'pyrsolve layouts list' shows what there is"
    raise NotFoundError(Fault(f"no layout {name!r}; {hint} (folders with more: --layouts DIR)"))


@cache
def _shipped_layout(name: str) -> Layout:
    from importlib.resources import files

    return resolve(convert(parse((files("pyrsolve.layouts") / f"{name}.json").read_bytes()), LayoutRecord))


def is_shipped(layout: Layout) -> bool:
    """Whether a layout is the shipped one of its name, so that a record may refer to it by name."""
    return layout.name in shipped() and _shipped_layout(layout.name).tiles == layout.tiles


def _looks_like_path(name: str) -> bool:
    return "/" in name or "\\" in name or name.endswith(ENDINGS)


def _folders_of_environment() -> list[Path]:
    return [Path(part) for part in os.environ.get("PYRSOLVE_LAYOUTS", "").split(os.pathsep) if part]


def read_file(path: Path) -> Layout:
    """The layout in a file. Raises NotFoundError or DataError, with the file's name in every fault."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise DataError(Fault(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MB", file=str(path)))
        data = path.read_bytes()
    except OSError as error:
        raise NotFoundError(Fault(error.strerror or "cannot be read", file=str(path))) from None
    try:
        return read_layout(data, path.stem, path)
    except DataError as error:
        raise error.at(file=str(path)) from None


def read_layout(data: bytes, name: str, path: Path | None = None) -> Layout:
    """The layout in some bytes, by what they look like; `name` is used where the format has none."""
    if kmahjongg.sniff(data):
        about: dict[str, str] = {}
        if path is not None and path.with_suffix(".desktop").is_file():
            about = kmahjongg.read_desktop(path.with_suffix(".desktop").read_bytes())
        return kmahjongg.read(data, name, about.get("Author"))
    start = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start and not start.startswith(b"{"):
        raise DataError(Fault("neither a layout/1 record (JSON) nor a KMahjongg layout", None, 1, 1))
    record = convert(parse(data), LayoutRecord, data)
    try:
        return resolve(record)
    except DataError as error:
        raise DataError(placed(list(error.faults), data)) from None
