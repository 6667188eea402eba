"""How a face is shown: a short text, a shape that tells its suit without colour, and a colour."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pyrsolve.escape import terminal

CODE = re.compile(r"([1-9])([mpszfq])")
LONGEST = 7


@dataclass(frozen=True, slots=True)
class Face:
    """`text` is large, `shape` (``square``, ``circle``, ``bar``, ``petals``, ``star``, ``frame``, or empty) tells the suit."""

    text: str
    shape: str = ""
    colour: str = "#222222"
    unicode: str = ""


HONOURS = {
    "1": ("E", "", "#1f2a44", "\U0001f000"),
    "2": ("S", "", "#1f2a44", "\U0001f001"),
    "3": ("W", "", "#1f2a44", "\U0001f002"),
    "4": ("N", "", "#1f2a44", "\U0001f003"),
    "5": ("Wh", "frame", "#4a6fa5", "\U0001f006"),
    "6": ("Gr", "frame", "#1e7d32", "\U0001f005"),
    "7": ("Rd", "frame", "#b3261e", "\U0001f004\ufe0e"),
}
SUITS = {
    "m": ("square", "#9b1c1c", 0x1F007),
    "s": ("bar", "#1e6b35", 0x1F010),
    "p": ("circle", "#1c4e9b", 0x1F019),
    "f": ("petals", "#a2327f", 0x1F022),
    "q": ("star", "#9a6700", 0x1F026),
}


@lru_cache(maxsize=4096)
def face(label: str) -> Face:
    """The face of a label: the codes of the mahjong deck have shapes, any other text is shown as it is, shortened."""
    found = CODE.fullmatch(label)
    if found is None:
        shown = terminal(label)
        return Face(shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "\u2026")
    rank, suit = found.groups()
    if suit == "z":
        return Face(*HONOURS[rank]) if rank in HONOURS else Face(label)
    shape, colour, first = SUITS[suit]
    if suit in "fq" and rank > "4":
        return Face(label)
    return Face(rank, shape, colour, chr(first + int(rank) - 1))
