"""Neighbour tables for the kernels: a second implementation of the geometry, over painted cells.

Every tile paints its four half-tile cells; who covers or touches whom is read from the paint. The result is flat
arrays, one packed counter a tile, and the list of counters that each tile lowers when it goes.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from pyrsolve.games.removal.geometry import Tile

COVER, LEFT, RIGHT = 1, 1 << 16, 1 << 24
"""What one neighbour adds to a packed counter: covers in bits 0-15, left in 16-23, right in 24-30."""


@dataclass(frozen=True, slots=True)
class Tables:
    """`counter[t]`: packed count of neighbours; tile t lowers ``target[k]`` by ``delta[k]`` for k in ``first[t]:first[t+1]``."""

    counter: array[int]
    first: array[int]
    target: array[int]
    delta: array[int]


@lru_cache(maxsize=16)
def tables(tiles: tuple[Tile, ...], cover: str) -> Tables:
    """The tables of a layout under ``cover`` = ``next`` or ``any``."""
    painted: dict[Tile, int] = {}
    stacks: defaultdict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for number, (x, y, z) in enumerate(tiles):
        for cell in ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)):
            painted[(*cell, z)] = number
            stacks[cell].append((z, number))
    lowers: list[dict[tuple[int, int], None]] = [{} for _ in tiles]  # a dict as an ordered set
    for stack in stacks.values():
        stack.sort()
        for place, (z, below) in enumerate(stack):
            for level, above in stack[place + 1 :]:
                if cover == "any" or level == z + 1:
                    lowers[above][(below, COVER)] = None
    for number, (x, y, z) in enumerate(tiles):
        for row in (y, y + 1):
            beside = painted.get((x - 1, row, z))
            if beside is not None:
                lowers[beside][(number, LEFT)] = None
                lowers[number][(beside, RIGHT)] = None
    counter = array("i", bytes(4 * len(tiles)))
    first, target, delta = array("i", [0]), array("i"), array("i")
    for entries in lowers:
        for tile, amount in entries:
            target.append(tile)
            delta.append(amount)
            counter[tile] += amount
        first.append(len(target))
    return Tables(counter, first, target, delta)


def around(tables: Tables) -> tuple[list[list[int]], list[list[int]], list[list[int]]]:
    """Per tile, those that cover it, and that touch its left and its right side: the tables read backwards."""
    lists: dict[int, list[list[int]]] = {kind: [[] for _ in tables.counter] for kind in (COVER, LEFT, RIGHT)}
    for tile in range(len(tables.counter)):
        for at in range(tables.first[tile], tables.first[tile + 1]):
            lists[tables.delta[at]][tables.target[at]].append(tile)
    return lists[COVER], lists[LEFT], lists[RIGHT]
