"""Pair removal as a game: what Mahjong Solitaire and its relatives share; each adds its deck and options."""

from __future__ import annotations

import json
from abc import abstractmethod
from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from pyrsolve.errors import DataError, Fault, IllegalMoveError, UnsupportedError
from pyrsolve.games.base import ConstraintModel, DependencyGraph, Game, ObjectiveModel, do_nothing
from pyrsolve.games.options import Options
from pyrsolve.games.removal import rules
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.games.removal.pairing import PairingProblem
from pyrsolve.games.removal.tables import tables
from pyrsolve.records.caps import MAX_GROUP
from pyrsolve.records.deal import DealRecord, Made, RemovalDealRecord
from pyrsolve.records.layout import Layout
from pyrsolve.splitmix import SplitMix64, stream

if TYPE_CHECKING:
    from pyrsolve.games.play import PlayState
    from pyrsolve.games.scene import Scene
    from pyrsolve.kernels.search_state import SearchState


class RemovalGame(Game[RemovalDeal, rules.Position]):
    """Base of the removal games."""

    deal_record = RemovalDealRecord
    shown_tiles: ClassVar[int] = 8  # how many tiles of an odd group a message lists

    @abstractmethod
    def match_class(self, face: str, options: Options) -> Hashable:
        """The match class of a face: two tiles are an allowed pair when theirs are equal."""

    @abstractmethod
    def face_faults(self, faces: tuple[str, ...], options: Options) -> list[Fault]:
        """What the deck option forbids about the faces of a deal; paths are those of the record."""

    def cover(self, options: Options) -> str:
        """``next`` or ``any``: which tiles above cover."""
        return str(getattr(options, "cover"))  # noqa: B009

    # --- records -----------------------------------------------------------------------------------------------
    def read(self, record: DealRecord, layout: Layout | None = None, *, allow_odd: bool = False) -> RemovalDeal:
        """The deal of a record. Raises DataError: counts, indices, faces and odd match groups, every fault at once."""
        assert isinstance(record, RemovalDealRecord)
        assert layout is not None
        preset = record.preset or "recommended"
        options = self.options.make(record.rules, preset)
        faults = list(_removed_faults(record.removed, len(layout.tiles)))
        if len(record.faces) != len(layout.tiles):
            faults.append(
                Fault(
                    f"the layout {layout.name!r} has {len(layout.tiles)} tiles, but there are {len(record.faces)} faces",
                    "$.faces",
                )
            )
        faults.extend(self.face_faults(record.faces, options))
        deal = RemovalDeal(
            game=self.name,
            options=options,
            preset=preset,
            reference=record.reference,
            made=record.made,
            layout=layout,
            faces=tuple(record.faces),
            removed=tuple(sorted(record.removed)),
            named_layout=record.layout if isinstance(record.layout, str) else None,
        )
        if not faults:
            faults.extend(self._group_faults(deal, allow_odd))
        if faults:
            raise DataError(faults)
        return deal

    def write(self, deal: RemovalDeal) -> RemovalDealRecord:
        """The record of a deal, with its layout by name where it came by name or is a shipped one."""
        from pyrsolve.catalogue import is_shipped
        from pyrsolve.records.layout import record_of

        return RemovalDealRecord(
            schema_="pyrsolve.deal/1",
            game=self.name,
            rules=deal.options.differing(deal.preset),
            preset=None if deal.preset == "recommended" else deal.preset,
            reference=deal.reference,
            made=deal.made,
            layout=deal.named_layout or (deal.layout.name if is_shipped(deal.layout) else record_of(deal.layout)),
            faces=deal.faces,
            removed=deal.removed,
        )

    def canonical_id(self, deal: RemovalDeal) -> str:
        """The same for deals that differ by the names of their match groups or by a mirror."""
        from pyrsolve.games.removal.symmetry import canonical_text, digest

        classes = [self.match_class(face, deal.options) for face in deal.faces]
        board = canonical_text(deal.layout.tiles, classes, frozenset(deal.removed))
        return digest(self.name, json.dumps(deal.options.effective(), sort_keys=True), board)

    # --- making deals ------------------------------------------------------------------------------------------
    @abstractmethod
    def deck(self, tiles: int, options: Options, random: SplitMix64) -> list[str]:
        """The faces for a board of so many tiles, not shuffled. Raises DataError for more than the game can deal."""

    def random_deal(self, layout: Layout, number: int, options: Options, preset: str = "recommended") -> RemovalDeal:
        """Deal `number`: the deck for the layout's size, shuffled by the project's own pinned stream."""
        random = stream(self.name, layout.name, number)
        faces = self.deck(len(layout.tiles), options, random)
        random.shuffle(faces)
        made = Made(method="random", number=number)
        return self._made(layout, faces, options, preset, made, f"pyrsolve:{self.name}/{layout.name}:{number}")

    def deal_from(
        self, layout: Layout, number: int, options: Options, faces: Sequence[str], preset: str = "recommended"
    ) -> RemovalDeal:
        """Whole pairs of `faces`, as many as the layout has tiles for, shuffled. Raises DataError for too few."""
        random = stream(f"{self.name}|deck", layout.name, number)
        mixed = [face for pair in self._pairs(faces, len(layout.tiles), options, random) for face in pair]
        random.shuffle(mixed)
        return self._made(layout, mixed, options, preset, Made(method="random", number=number))

    def backward_deal(
        self, layout: Layout, number: int, options: Options, preset: str = "recommended", faces: Sequence[str] = ()
    ) -> tuple[RemovalDeal, tuple[tuple[int, int], ...]]:
        """The bare board peeled at random, with matching faces laid along the way."""
        from pyrsolve.games.removal.backward import laid, peel

        random = stream(f"{self.name}|backward", layout.name, number)
        line = peel(tables(layout.tiles, self.cover(options)), random)
        deck = faces or self.deck(len(layout.tiles), options, random)
        shown = laid(line, self._pairs(deck, len(layout.tiles), options, random), random)
        faces_laid = [shown[tile] for tile in range(len(shown))]
        made = Made(method="reverse", number=number)
        return self._made(layout, faces_laid, options, preset, made), tuple(line)

    def _pairs(self, faces: Sequence[str], tiles: int, options: Options, random: SplitMix64) -> list[tuple[str, str]]:
        """Matching pairs for so many tiles, drawn from `faces`. Raises DataError where these have too few."""
        classes: dict[Hashable, list[str]] = {}
        for face in faces:
            classes.setdefault(self.match_class(face, options), []).append(face)
        pairs: list[tuple[str, str]] = []
        for members in classes.values():
            random.shuffle(members)
            pairs.extend(zip(members[::2], members[1::2], strict=False))
        if len(pairs) < tiles // 2:
            raise DataError(f"the deck has {len(pairs)} matching pairs; the layout has places for {tiles // 2}")
        if len(pairs) > tiles // 2:
            random.shuffle(pairs)
        return pairs[: tiles // 2]

    def _made(
        self,
        layout: Layout,
        faces: Iterable[str],
        options: Options,
        preset: str,
        made: Made,
        reference: str | None = None,
    ) -> RemovalDeal:
        return RemovalDeal(
            game=self.name,
            options=options,
            preset=preset,
            reference=reference,
            made=made,
            layout=layout,
            faces=tuple(faces),
        )

    def swapped(self, deal: RemovalDeal, i: int, j: int) -> RemovalDeal:
        """The deal with the faces of tiles i and j exchanged; it is no longer the one that its reference names."""
        return self._laid_anew(deal, {i: deal.faces[j], j: deal.faces[i]}, "swaps")

    def reshuffled(self, deal: RemovalDeal, number: int) -> RemovalDeal:
        """The faces of the tiles that are still there, shuffled."""
        left = self._left(deal)
        mixed = [deal.faces[tile] for tile in left]
        stream(f"{self.name}|reshuffle", deal.layout.name, number).shuffle(mixed)
        return self._laid_anew(deal, dict(zip(left, mixed, strict=True)))

    def reshuffled_backward(self, deal: RemovalDeal, number: int) -> tuple[RemovalDeal, tuple[tuple[int, int], ...]]:
        """What is left, peeled at random, with its matching pairs of faces laid along the way."""
        from pyrsolve.games.removal.backward import laid, peel

        random = stream(f"{self.name}|reshuffle backward", deal.layout.name, number)
        left = self._left(deal)
        line = peel(tables(deal.layout.tiles, self.cover(deal.options)), random, deal.removed)
        pairs = self._pairs([deal.faces[tile] for tile in left], len(left), deal.options, random)
        return self._laid_anew(deal, laid(line, pairs, random)), tuple(line)

    def _left(self, deal: RemovalDeal) -> list[int]:
        gone = set(deal.removed)
        return [tile for tile in range(len(deal.faces)) if tile not in gone]

    def _laid_anew(self, deal: RemovalDeal, faces: dict[int, str], method: str = "reshuffle") -> RemovalDeal:
        """The deal with other faces at some places; it is no longer the one that its reference names."""
        laid = tuple(faces.get(tile, face) for tile, face in enumerate(deal.faces))
        return replace(deal, faces=laid, reference=None, made=Made(method=method))

    def swappable(self, deal: RemovalDeal) -> tuple[tuple[int, ...], ...]:
        """The match groups of the tiles that are still there."""
        return tuple(map(tuple, self.groups(deal)))

    def _group_faults(self, deal: RemovalDeal, allow_odd: bool) -> Iterable[Fault]:
        for members in self.groups(deal):
            faces = sorted({deal.faces[tile] for tile in members})
            kind = repr(faces[0]) if len(faces) == 1 else " and ".join(map(repr, faces[:4]))
            where = ", ".join(map(str, members[: self.shown_tiles])) + (
                ", ..." if len(members) > self.shown_tiles else ""
            )
            if len(members) > MAX_GROUP:
                yield Fault(f"{len(members)} tiles match each other ({kind}); at most {MAX_GROUP} may", "$.faces")
            elif len(members) % 2 and not allow_odd:
                count = "1 tile" if len(members) == 1 else f"{len(members)} tiles"
                yield Fault(
                    f"{count} of {kind} left (tile{'s' if len(members) > 1 else ''} {where}): an odd number can never be"
                    " cleared; --allow-odd reads it as an unsolvable deal",
                    f"$.faces[{members[-1]}]",
                )

    # --- what may be paired ------------------------------------------------------------------------------------
    def groups(self, deal: RemovalDeal) -> list[list[int]]:
        """The match groups of the tiles that are still there: lists of ascending tile indices."""
        classes: dict[Hashable, list[int]] = {}
        group_of = {
            face: classes.setdefault(self.match_class(face, deal.options), []) for face in dict.fromkeys(deal.faces)
        }
        if deal.removed:
            gone = set(deal.removed)
            for tile, face in enumerate(deal.faces):
                if tile not in gone:
                    group_of[face].append(tile)
            return [group for group in classes.values() if group]
        for tile, face in enumerate(deal.faces):
            group_of[face].append(tile)
        return list(classes.values())

    def pairing_problem(self, deal: RemovalDeal) -> PairingProblem:
        """The deal as arrays."""
        from pyrsolve.kernels.pairs import all_pairs

        groups = self.groups(deal)
        members = array("i", [tile for group in groups for tile in group])
        return PairingProblem(
            tables=tables(deal.layout.tiles, self.cover(deal.options)),
            removed=deal.removed,
            pairs=all_pairs(members, array("i", list(map(len, groups))), len(deal.faces)),
            odd=tuple(tuple(group) for group in groups if len(group) % 2),
        )

    def search_state(self, deal: RemovalDeal, *, reductions: bool = True) -> SearchState:
        """The position as the set of tiles that are gone; the reductions are those of `RemovalState`."""
        from pyrsolve.games.removal.state import removal_state

        return removal_state(self.pairing_problem(deal), reductions)

    def constraint_model(self, deal: RemovalDeal, check: Callable[[], None] = do_nothing) -> ConstraintModel:
        """Removal times and pairs as a CP-SAT model."""
        from pyrsolve.games.removal.model import constraint_model

        return constraint_model(self.pairing_problem(deal), check)

    def dependency_graph(self, deal: RemovalDeal) -> DependencyGraph:
        """Tiles, what frees them and their pairs as an AND/OR graph."""
        from pyrsolve.games.removal.graph import dependency_graph

        return dependency_graph(self.pairing_problem(deal), deal.faces)

    objectives = MappingProxyType({"fewest-tiles-left": "remove as many tiles as can be removed"})

    def objective(self, deal: RemovalDeal, name: str, check: Callable[[], None] = do_nothing) -> ObjectiveModel:
        """The fewest tiles that must stay behind."""
        from pyrsolve.games.removal.partial import fewest_left

        if name not in self.objectives:
            raise UnsupportedError(f"the game {self.name!r} has no objective {name!r}")
        return fewest_left(self.pairing_problem(deal), check)

    def scene(
        self,
        position: rules.Position,
        deal: RemovalDeal,
        *,
        locked: Collection[int] = (),
        last: Collection[int] = (),
    ) -> Scene:
        """The tiles that are still there."""
        from pyrsolve.games.removal.scene import board_scene

        return board_scene(position, deal.layout, deal.faces, locked, last)

    def play_state(self, deal: RemovalDeal) -> PlayState:
        """One player, all tiles to be seen; the game is over when no pair is left to remove."""
        from pyrsolve.games.removal.play import RemovalPlay

        return RemovalPlay(self, deal, self.start(deal))

    # --- rules -------------------------------------------------------------------------------------------------
    def start(self, deal: RemovalDeal) -> rules.Position:
        """The position in which the deal begins."""
        pairs = frozenset(pair for group in self.groups(deal) for pair in combinations(group, 2))
        return rules.start(deal.layout.tiles, rules.RemovalRules(self.cover(deal.options), pairs), deal.removed)

    def step(self, position: rules.Position, move: Any) -> rules.Position:
        """Remove the pair `move` = ``[i, j]``. Raises IllegalMoveError."""
        if not (
            isinstance(move, list | tuple)
            and len(move) == 2
            and all(isinstance(tile, int) and not isinstance(tile, bool) for tile in move)
        ):
            raise IllegalMoveError(f"{move!r} is not a pair of tile indices")
        return rules.remove(position, move[0], move[1])

    def moves(self, position: rules.Position) -> Iterable[tuple[int, int]]:
        """Every pair that may be removed now."""
        return rules.legal_pairs(position)

    def won(self, position: rules.Position) -> bool:
        """Whether every tile is gone."""
        return rules.is_cleared(position)


def _removed_faults(removed: Iterable[int], tiles: int) -> Iterable[Fault]:
    seen: set[int] = set()
    for place, tile in enumerate(removed):
        if not 0 <= tile < tiles:
            yield Fault(f"there is no tile {tile}: the layout has tiles 0 to {tiles - 1}", f"$.removed[{place}]")
        elif tile in seen:
            yield Fault(f"tile {tile} is removed twice", f"$.removed[{place}]")
        seen.add(tile)
