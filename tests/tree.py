"""The repository's files: which modules are compiled, from what; and a copy without what builds and tools leave behind."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", "*.so", "*.pyd", "*.c", ".hypothesis", ".*_cache"
)
IMPORTS_CYTHON = re.compile(r"^import cython$", re.MULTILINE)
CIMPORT = re.compile(r"from cython\.cimports\.(pyrsolve[\w.]*) import|^from (pyrsolve[\w.]*) cimport", re.MULTILINE)


def copy_to(folder: Path) -> Path:
    """The copy, in `folder` (which must not exist yet)."""
    shutil.copytree(ROOT, folder, ignore=LEFT_BEHIND)
    return folder


@cache
def compiled_modules() -> tuple[str, ...]:
    """The full names of the modules that are compiled where there is a compiler: those that import cython."""
    return tuple(
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in sorted((ROOT / "pyrsolve").rglob("*.py"))
        if IMPORTS_CYTHON.search(path.read_text(encoding="utf-8"))
    )


def sources(module: str) -> set[Path]:
    """What a module is compiled from: its .py and .pxd, and the .pxd of all that these cimport, and so on."""
    found: set[Path] = set()
    home = ROOT.joinpath(*module.split("."))
    todo = [home.with_suffix(".py"), home.with_suffix(".pxd")]
    while todo:
        path = todo.pop()
        if path not in found and path.exists():
            found.add(path)
            for names in CIMPORT.findall(path.read_text(encoding="utf-8")):
                todo.append(ROOT.joinpath(*"".join(names).split(".")).with_suffix(".pxd"))
    return found
