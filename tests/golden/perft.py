"""Writes `perft.json`: how many legal move sequences and how many positions there are at every depth, from the rules alone.

    python -m tests.golden.perft

The numbers are facts about the rules and never change; a fast implementation of the same rules must find the same.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from pyrsolve import api, registry
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.records.encode import encode
from tests.boards import make_deal, random_deal

FILE = Path(__file__).with_name("perft.json")


def perft(game: Game[Any, Any], deal: Deal, depth: int) -> tuple[list[int], list[int]]:
    """Sequences and positions at depth 0, 1, ... `depth`, as far as there are any; by the rules, a layer at a time."""
    layer = Counter({game.start(deal): 1})
    sequences, positions = [], []
    for _ in range(depth + 1):
        if not layer:
            break
        sequences.append(sum(layer.values()))
        positions.append(len(layer))
        after: Counter[Any] = Counter()
        for position, ways in layer.items():
            for move in game.moves(position):
                after[game.step(position, move)] += ways
        layer = after
    return sequences, positions


def deals() -> list[tuple[RemovalDeal, int]]:
    """What is counted, and how deep."""
    six = make_deal(tuple((4 * k, 0, 0) for k in range(6)), ("a",) * 6, name="six alike")
    chosen = [(six, 9)]
    for seed in range(12):
        chosen.append((random_deal(random.Random(seed), 8, 14), 9))
    for name, number, depth in (("turtle", 1, 4), ("turtle", 361, 4), ("gate", 3, 4), ("bowl", 2, 3)):
        (deal,) = api.deal(name, number)
        assert isinstance(deal, RemovalDeal)
        chosen.append((deal, depth))
    return chosen


def main() -> None:
    game = registry.game("mahjong")
    lines = []
    for deal, depth in deals():
        sequences, positions = perft(game, deal, depth)
        record = json.loads(encode(game.write(deal)))
        lines.append(json.dumps({"deal": record, "sequences": sequences, "positions": positions}))
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
