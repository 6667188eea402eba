"""Classic Mahjong Solitaire."""

from __future__ import annotations

from collections.abc import Hashable

from pyrsolve.errors import Fault
from pyrsolve.games.mahjong.deck import classic_faults, deck_for, match_class
from pyrsolve.games.mahjong.options import MahjongOptions
from pyrsolve.games.options import Options
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.games.removal.game import RemovalGame
from pyrsolve.records.deal import Made
from pyrsolve.records.layout import Layout
from pyrsolve.splitmix import stream


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

    def random_deal(self, layout: Layout, number: int, options: Options, preset: str = "recommended") -> RemovalDeal:
        """Deal `number`: the deck for the layout's size, shuffled by the project's own pinned stream."""
        random = stream(self.name, layout.name, number)
        faces = deck_for(len(layout.tiles), random)
        random.shuffle(faces)
        return RemovalDeal(
            game=self.name,
            options=options,
            preset=preset,
            reference=f"pyrsolve:{self.name}/{layout.name}:{number}",
            made=Made(method="random", number=number),
            layout=layout,
            faces=tuple(faces),
        )
