"""The deal of a removal game: a layout, a face a tile, and the tiles already gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyrsolve.games.base import Deal
from pyrsolve.records.layout import Layout


@dataclass(frozen=True, kw_only=True)
class RemovalDeal(Deal):
    """`faces[i]` is the face of tile i in layout order; `removed` are tile indices, ascending.

    `named_layout` is the name by which the record referred to a layout; None when it was inline.
    """

    layout: Layout
    faces: tuple[str, ...]
    removed: tuple[int, ...] = ()
    named_layout: str | None = None

    def identity(self) -> dict[str, Any]:
        """Tiles in order, faces, removed."""
        body: dict[str, Any] = {
            "tiles": self.layout.tiles,
            "faces": self.faces,
            "removed": self.removed,
        }
        marks = self.layout.marks
        if marks.capstones or marks.vaults or marks.face_down:
            body["marks"] = {
                "capstones": marks.capstones,
                "vaults": marks.vaults,
                "face_down": marks.face_down,
            }
        return body
