"""Makes the toys plug-ins of this process, or of another one, by an entry point."""

from __future__ import annotations

from pathlib import Path

ENTRY_POINTS = """
[pyrsolve.games]
nim = tests.toys.nim:Nim
swap = tests.toys.swap:Swap
"""


def install(folder: Path) -> Path:
    """Write into `folder` what makes a distribution of it; the folder, to be put on the path."""
    about = folder / "toys-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return folder
