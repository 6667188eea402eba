"""Pair removal as a game: what Mahjong Solitaire and its relatives share; each adds its deck and options."""

from __future__ import annotations

from abc import abstractmethod
from array import array
from collections.abc import Callable, Hashable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from pyrsolve.errors import DataError, Fault, IllegalMoveError
from pyrsolve.games.base import ConstraintModel, DependencyGraph, Game, do_nothing
from pyrsolve.games.options import Options
from pyrsolve.games.removal import rules
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.games.removal.pairing import PairingProblem
from pyrsolve.games.removal.tables import tables
from pyrsolve.records.caps import MAX_GROUP
from pyrsolve.records.deal import DealRecord, RemovalDealRecord
from pyrsolve.records.layout import Layout

if TYPE_CHECKING:
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
