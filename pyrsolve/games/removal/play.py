"""Pair removal as a game that is played: by one player who sees everything, over the reference rules."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pyrsolve.games.play import OVER, Event, PlayState, View
from pyrsolve.games.removal import rules
from pyrsolve.games.removal.deal import RemovalDeal

if TYPE_CHECKING:
    from pyrsolve.games.removal.game import RemovalGame
    from pyrsolve.splitmix import SplitMix64


class RemovalPlay(PlayState):
    """A position of a deal; the return is 1 where the board is cleared, 0 where no pair is left."""

    players = 1
    low = 0
    high = 1

    def __init__(self, game: RemovalGame, deal: RemovalDeal, position: rules.Position) -> None:
        self.game, self.dealt, self.position = game, deal, position
        self._moves = [list(pair) for pair in rules.legal_pairs(position)]

    def actor(self) -> int:
        """The player, as long as a pair is left."""
        return 0 if self._moves else OVER

    def moves(self) -> list[list[int]]:
        """Every pair ``[i, j]`` that may be removed."""
        return self._moves

    def play(self, move: Any) -> tuple[RemovalPlay, tuple[Event, ...]]:
        """Remove a pair. Raises IllegalMoveError."""
        after = RemovalPlay(self.game, self.dealt, self.game.step(self.position, move))
        faces = sorted({self.dealt.faces[tile] for tile in move})
        left = len(self.dealt.faces) - len(after.position.gone)
        return after, (Event(f"{' and '.join(faces)} removed, {left} tiles left", rule="MP-7"),)

    def returns(self) -> tuple[int]:
        """1 where every tile is gone."""
        return (int(rules.is_cleared(self.position)),)

    def view(self, player: int) -> RemovalView:
        """All of it."""
        return RemovalView(player, self.dealt.deal_id, self.position.gone, self)

    def key(self) -> Hashable:
        """The tiles that are gone."""
        return self.position.gone

    def deal(self) -> RemovalDeal:
        """The deal with these tiles gone."""
        return replace(self.dealt, removed=tuple(sorted(self.position.gone)), reference=None)


@dataclass(frozen=True)
class RemovalView(View):
    """What there is to see: everything. Views of one deal are equal where the same tiles are gone."""

    player: int
    deal_id: str
    gone: frozenset[int]
    state: RemovalPlay

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RemovalView) and (self.deal_id, self.gone) == (other.deal_id, other.gone)

    def __hash__(self) -> int:
        return hash((self.deal_id, self.gone))

    @property
    def complete(self) -> bool:
        """Nothing is hidden."""
        return True

    def text(self) -> list[str]:
        """The free tiles by face, and how many tiles are left."""
        position, faces = self.state.position, self.state.dealt.faces
        free: dict[str, list[int]] = {}
        for tile in range(len(faces)):
            if rules.is_free(position, tile):
                free.setdefault(faces[tile], []).append(tile)
        lines = [f"{len(faces) - len(self.gone)} of {len(faces)} tiles left; free tiles by face:"]
        shown = [f"{face} {','.join(map(str, tiles))}" for face, tiles in sorted(free.items())]
        width = max(map(len, shown), default=0) + 3
        across = max(1, 96 // width)
        lines += [
            "  " + "".join(text.ljust(width) for text in shown[at : at + across]).rstrip()
            for at in range(0, len(shown), across)
        ]
        return lines

    def sample(self, random: SplitMix64) -> RemovalPlay:
        """The state itself."""
        return self.state
