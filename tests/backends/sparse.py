"""Mahjong in which matching is not transitive: some pairs of every group are not allowed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from pyrsolve.games.mahjong.game import Mahjong
from pyrsolve.games.removal import rules
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.games.removal.pairing import PairingProblem


class Sparse(Mahjong):
    """About a fourth of the pairs are missing."""

    def allowed(self, deal: RemovalDeal) -> list[tuple[int, int]]:
        pairs = (pair for group in self.groups(deal) for pair in combinations(group, 2))
        return sorted((i, j) for i, j in pairs if (7 * i + 3 * j + len(deal.faces)) % 4)

    def start(self, deal: RemovalDeal) -> rules.Position:
        known = rules.RemovalRules(self.cover(deal.options), frozenset(self.allowed(deal)))
        return rules.start(deal.layout.tiles, known, deal.removed)

    def pairing_problem(self, deal: RemovalDeal) -> PairingProblem:
        pairs = self.allowed(deal)
        flat = array("i", [tile for pair in pairs for tile in pair])
        odd = tuple(tuple(group) for group in self._components(deal, pairs) if len(group) % 2)
        return replace(super().pairing_problem(deal), pairs=flat, odd=odd)

    def _components(self, deal: RemovalDeal, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
        import networkx

        graph = networkx.Graph(pairs)
        graph.add_nodes_from(set(range(len(deal.faces))) - set(deal.removed))
        return [sorted(component) for component in networkx.connected_components(graph)]


SPARSE = Sparse()
