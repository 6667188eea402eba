"""Classic Mahjong Solitaire."""

from __future__ import annotations

from collections.abc import Hashable

from pyrsolve.errors import Fault
from pyrsolve.games.mahjong.deck import classic_faults, deck_for, match_class
from pyrsolve.games.mahjong.options import MahjongOptions
from pyrsolve.games.options import Options
from pyrsolve.games.removal.game import RemovalGame
from pyrsolve.splitmix import SplitMix64


class Mahjong(RemovalGame):
    """Pairs of equal tiles (any two flowers, any two seasons) that are both free are removed until none is left."""

    name = "mahjong"
    title = "Mahjong Solitaire"
    options = MahjongOptions

    def match_class(self, face: str, options: Options) -> Hashable:
        """Flowers are one class, seasons another; every other face matches itself."""
        return match_class(face)

    def face_faults(self, faces: tuple[str, ...], options: Options) -> list[Fault]:
        """Under ``deck=classic``, codes and counts."""
        return classic_faults(faces) if options.effective()["deck"] == "classic" else []

    def deck(self, tiles: int, options: Options, random: SplitMix64) -> list[str]:
        """Whole decks of 144, and of the last one what the board still needs."""
        return deck_for(tiles, random)
