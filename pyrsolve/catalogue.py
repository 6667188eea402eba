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
LONGEST_NAME = 200
"""Longer names are not looked for in folders: file systems refuse them, some with an error of their own."""


@cache
def shipped() -> tuple[str, ...]:
    """The names of the layouts that come with the package, sorted."""
    from importlib.resources import files

    return tuple(
        sorted(entry.name[:-5] for entry in files("pyrsolve.layouts").iterdir() if entry.name.endswith(".json"))
    )


def find(name: str, folders: Sequence[Path] = ()) -> Layout:
    """The layout that a user names: as `named` finds it, or a path to a file.

    Raises NotFoundError, with names that are close; DataError where a file was found and is bad.
    """
    layout = _named(name, folders)
    if layout is None and _is_file(name):
        layout = read_file(Path(name))
    if layout is None:
        raise _not_found(name)
    return layout


def named(name: str, folders: Sequence[Path] = ()) -> Layout:
    """The layout called `name`: in `folders`, in those of PYRSOLVE_LAYOUTS, then shipped. Never a path.

    This is for names that come out of files: a stranger's record cannot have any file of this machine opened.
    Raises NotFoundError, with names that are close; DataError where a file was found and is bad.
    """
    layout = _named(name, folders)
    if layout is None:
        raise _not_found(name)
    return layout


def _named(name: str, folders: Sequence[Path]) -> Layout | None:
    layout = in_folders(name, [*folders, *folders_of_environment()])
    return _shipped_layout(name) if layout is None and name in shipped() else layout


def in_folders(name: str, folders: Sequence[Path]) -> Layout | None:
    """The layout whose file in one of the folders, the first that has it, is called `name`. Raises DataError for a bad file."""
    if not _is_plain(name):
        return None
    for folder in folders:
        for ending in ENDINGS:
            path = folder / (name + ending)
            if path.is_file() and _lies_in(path, folder):
                return read_file(path)
    return None


def _is_plain(name: str) -> bool:
    """Whether `name` can be a layout's name, and leads nowhere else as part of a path, on any system."""
    return len(name) <= LONGEST_NAME and name.strip(". ") != "" and not any(mark in name for mark in "/\\:\0")


def _lies_in(path: Path, folder: Path) -> bool:
    """Links that lead out of the folder are not followed."""
    return not path.is_symlink() or folder.resolve() in path.resolve().parents


def _is_file(name: str) -> bool:
    try:
        return "\0" not in name and Path(name).is_file()
    except OSError:  # too long for the file system, or nothing that it can look for
        return False


def _not_found(name: str) -> NotFoundError:
    shown = repr(name) if len(name) <= LONGEST_NAME else repr(name[:LONGEST_NAME] + "...")
    close = get_close_matches(name[:LONGEST_NAME], shipped(), n=3)
    hint = f"did you mean {' or '.join(map(repr, close))}?" if close else "'pyrsolve layouts list' shows what there is"
    return NotFoundError(Fault(f"no layout {shown}; {hint} (folders with more: --layouts DIR)"))


@cache
def _shipped_layout(name: str) -> Layout:
    from importlib.resources import files

    return resolve(convert(parse((files("pyrsolve.layouts") / f"{name}.json").read_bytes()), LayoutRecord))


def is_shipped(layout: Layout) -> bool:
    """Whether a layout is the shipped one of its name, so that a record may refer to it by name."""
    return layout.name in shipped() and _shipped_layout(layout.name).tiles == layout.tiles


def files_in(folder: Path) -> list[Path]:
    """The files of a folder that `named` would find, sorted. Raises NotFoundError where it is no folder that can be read."""
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix in ENDINGS)
        return [path for path in found if path.is_file() and _lies_in(path, folder)]
    except OSError as error:
        raise NotFoundError(Fault(error.strerror or "cannot be read", file=str(folder))) from None


def folders_of_environment() -> list[Path]:
    """The folders that PYRSOLVE_LAYOUTS names."""
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
    """The layout in some bytes, by what they look like; `name` is used where the format has none.

    `path`, where the bytes are a file's, is where a ``.desktop`` file is looked for. Raises DataError with every fault.
    """
    if kmahjongg.sniff(data):
        about = _about(path.with_suffix(".desktop")) if path is not None else {}
        title, text = about.get("Name"), about.get("Description")
        description = f"{title}: {text}" if title and text else title or text
        return kmahjongg.read(data, name, about.get("Author") or None, description or None)
    start = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start and not start.startswith(b"{"):
        raise DataError(Fault("neither a layout/1 record (JSON) nor a KMahjongg layout", None, 1, 1))
    record = convert(parse(data), LayoutRecord, data)
    try:
        return resolve(record)
    except DataError as error:
        raise DataError(placed(list(error.faults), data)) from None


def _about(path: Path) -> dict[str, str]:
    """What the ``.desktop`` file beside a layout says; nothing where there is none that can be read."""
    try:
        if not path.is_file() or not _lies_in(path, path.parent):
            return {}
        with path.open("rb") as file:
            return kmahjongg.read_desktop(file.read(kmahjongg.DESKTOP_BYTES))
    except OSError:
        return {}
