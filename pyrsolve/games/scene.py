"""What a game says of a position so that it can be drawn: pieces with labels and marks, nothing about ink."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """What a picture shows of a piece beside its label."""

    FREE = "free"
    LOCKED = "locked"
    LAST = "last"
    FACE_DOWN = "face_down"
    CAPSTONE = "capstone"
    VAULT = "vault"


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile or card at ``(x, y)`` on level `z`, in half-tile units (a tile is 2 x 2); `number` is its index in the layout.

    `label`: its face, empty where it has none. `words`: what it is and what holds it, for those who cannot see.
    """

    number: int
    x: int
    y: int
    z: int
    label: str = ""
    marks: frozenset[Mark] = frozenset()
    words: str = ""
    width: int = 2
    height: int = 2


@dataclass(frozen=True, slots=True)
class Scene:
    """A position: its pieces, a title, and what there is to say about it, line by line."""

    title: str
    pieces: tuple[Piece, ...]
    summary: tuple[str, ...] = ()

    def drawn_last(self) -> list[Piece]:
        """The pieces in the order of painting: lower levels first, then from the back to the front and from left to right."""
        return sorted(self.pieces, key=lambda piece: (piece.z, piece.y, piece.x))
