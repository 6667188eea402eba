"""The search states of the games count what the rules count: legal move sequences and positions, depth by depth."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pyrsolve import inputs, registry
from pyrsolve.kernels.search_state import SearchState
from tests.golden.perft import FILE, perft

ENTRIES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
MOST_SEQUENCES = 300_000


def deal_of(entry: dict[str, Any]) -> Any:
    return inputs.deal_of_value(entry["deal"], inputs.Reading())


def count(state: SearchState, depth: int, sequences: list[int], positions: list[set[tuple[int, ...]]]) -> None:
    """Walk through every sequence of at most so many moves, and count them by their length."""
    at = len(sequences) - 1 - depth
    sequences[at] += 1
    state.write_key()
    positions[at].add(tuple(state.key))
    if depth:
        for move in list(state.listed[: state.moves()]):
            state.apply(move)
            count(state, depth - 1, sequences, positions)
            state.undo(move)


@pytest.mark.parametrize("number", range(len(ENTRIES)))
def test_states_count_what_the_rules_count(number: int) -> None:
    entry = ENTRIES[number]
    deal = deal_of(entry)
    state = registry.game(deal.game).search_state(deal, reductions=False)
    known = entry["sequences"]
    depth = max(depth for depth in range(len(known)) if sum(known[: depth + 1]) <= MOST_SEQUENCES)
    sequences = [0] * (depth + 1)
    positions: list[set[tuple[int, ...]]] = [set() for _ in sequences]
    count(state, depth, sequences, positions)
    assert sequences == known[: depth + 1]
    assert list(map(len, positions)) == entry["positions"][: depth + 1]
    assert depth >= 3 or depth == len(known) - 1


@pytest.mark.parametrize("number", range(len(ENTRIES)))
def test_the_numbers_are_those_of_the_rules(number: int) -> None:
    entry = ENTRIES[number]
    deal = deal_of(entry)
    known = entry["positions"]
    depth = max(depth for depth in range(len(known)) if sum(known[: depth + 1]) <= 400)
    sequences, positions = perft(registry.game(deal.game), deal, depth)
    assert sequences == entry["sequences"][: depth + 1]
    assert positions == known[: depth + 1]


def test_every_game_with_a_search_state_is_counted() -> None:
    with_state = {name for name in registry.GAMES if "search_state" in registry.game(name).forms()}
    assert with_state == {entry["deal"]["game"] for entry in ENTRIES}


def test_six_isolated_equal_tiles() -> None:
    (six,) = (entry for entry in ENTRIES if len(entry["deal"]["faces"]) == 6)
    assert six["sequences"] == [1, 15, 90, 90]
    assert six["positions"] == [1, 15, 15, 1]
