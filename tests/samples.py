"""Small deals as records, one of every fate; and ways to write them into files."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def deal(faces: list[str], tiles: list[list[int]], **more: Any) -> Record:
    """A mahjong deal with its layout inside."""
    layout = {"schema": "pyrsolve.layout/1", "name": "sample", "tiles": tiles}
    return {"schema": "pyrsolve.deal/1", "game": "mahjong", "layout": layout, "faces": faces, **more}


def row(*faces: str, gap: int = 2) -> Record:
    """A row of tiles that touch, or do not."""
    return deal(list(faces), [[gap * place, 0, 0] for place in range(len(faces))])


def long_search() -> Record:
    """One that takes minutes: groups of eight in sixty stacks of twelve."""
    faces = [f"{place // 8}" for place in range(720)]
    random.Random(0).shuffle(faces)
    return deal(faces, [[4 * (place % 60), 0, place // 60] for place in range(720)])


SOLVABLE = row("1m", "1m", "1m", "1m", "1m", "1m", gap=4)
UNSOLVABLE = row("1m", "1m", "2p", "2p")
ODD = row("1m", "1m", "1m", "2p", gap=4)
LONG = long_search()
FLOATING = deal(["a", "b", "a", "b"], [[0, 0, 0], [0, 0, 2], [8, 0, 0], [4, 0, 0]])
"""Solvable either way; tile 1 floats over tile 0, which only ``cover=any`` covers."""


def line(value: object) -> str:
    """A value as one line of JSON."""
    return json.dumps(value) + "\n"


def write(path: Path, *values: object) -> Path:
    """A file with one record a line; a text is written as it is."""
    lines = (value if isinstance(value, str) else line(value) for value in values)
    path.write_text("".join(lines), encoding="utf-8")
    return path
