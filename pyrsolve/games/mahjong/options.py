"""The rule options of classic Mahjong Solitaire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pyrsolve.games.options import Options, Value, option


@dataclass(frozen=True)
class MahjongOptions(Options):
    """What varies between programs: how floating tiles cover, and whether face codes are checked."""

    cover: str = option(
        "next",
        ("next", "any"),
        rule="MP-5",
        reason="next: only an overlapping tile exactly one level up covers, as in most programs; any: one of any higher level"
        " does, as in GNOME Mahjongg since 2024. They differ only under floating tiles.",
    )
    deck: str = option(
        "free",
        ("free", "classic"),
        reason="free: any string is a face; classic: only the codes of the 144-tile deck, with their counts checked.",
    )

    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "recommended": {},
        "rulebook-literal": {"deck": "classic"},
    }
