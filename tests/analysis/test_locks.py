"""Locks: what an explanation claims is checked on real sub-deals, by the search, its refutations and exhaustive search."""

from __future__ import annotations

import random
import time
from itertools import combinations
from pathlib import Path

import pytest

from pyrsolve import api, registry
from pyrsolve.analysis.cases import is_locked
from pyrsolve.analysis.explain import explain
from pyrsolve.analysis.explanation import Case, Explanation, Kind
from pyrsolve.analysis.locks import Board, components, shrink, smallest_hitting, smallest_lock
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.outcome import Refuted, Verdict
from pyrsolve.verify.refutation import check
from tests.boards import corpus_file, make_deal, random_deal

GAME = registry.game("mahjong")
EXAMPLES = Path(__file__).parents[2] / "examples"


def sub_deal(deal: RemovalDeal, groups: list[tuple[int, ...]], alone: list[int]) -> RemovalDeal:
    """The deal with only `groups` and `alone` on the board; each of `alone` has a partner lying apart, so it goes by itself."""
    standing = sorted({tile for group in groups for tile in group} | set(alone))
    far = max(x for x, _, _ in deal.layout.tiles) + 4
    tiles = [deal.layout.tiles[tile] for tile in standing]
    faces = [f"alone {tile}" if tile in alone else deal.faces[tile] for tile in standing]
    for number, tile in enumerate(alone):
        tiles.append((far + 4 * number, 0, 0))
        faces.append(f"alone {tile}")
    return make_deal(tuple(tiles), tuple(faces), str(deal.options.effective()["cover"]))


def explained(deal: RemovalDeal, seconds: float = 5.0) -> Explanation:
    return explain(GAME, deal, api.solve(deal), seconds=seconds)


def rest_of(deal: RemovalDeal, groups: list[tuple[int, ...]]) -> list[int]:
    inside = {tile for group in groups for tile in group}
    return [tile for group in GAME.groups(deal) for tile in group if tile not in inside]  # type: ignore[attr-defined]


def hold_to_its_claims(deal: RemovalDeal, explanation: Explanation) -> None:
    assert explanation.kind is Kind.LOCK
    groups, others = list(explanation.groups), list(explanation.others)
    own = {tuple(group) for group in GAME.groups(deal)}  # type: ignore[attr-defined]
    assert set(groups) <= own
    locked = sub_deal(deal, groups, others)
    outcome = api.solve(locked, backend="pairing")
    assert isinstance(outcome, Refuted)
    assert check(GAME, locked, outcome.evidence) == []
    if explanation.irreducible:
        for group in groups:
            fewer = [other for other in groups if other != group]
            assert api.solve(sub_deal(deal, fewer, [*others, *group])).verdict is Verdict.SOLVABLE
        for tile in others:
            assert api.solve(sub_deal(deal, groups, [t for t in others if t != tile])).verdict is Verdict.SOLVABLE
    for case in explanation.cases:
        assert is_locked(GAME.start(deal), case, others)


def pairings(tiles: tuple[int, ...]) -> list[frozenset[tuple[int, int]]]:
    if not tiles:
        return [frozenset()]
    first, rest = tiles[0], tiles[1:]
    return [
        pairing | {(first, other)}
        for other in rest
        for pairing in pairings(tuple(tile for tile in rest if tile != other))
    ]


def all_pairings(groups: tuple[tuple[int, ...], ...]) -> list[frozenset[tuple[int, int]]]:
    found: list[frozenset[tuple[int, int]]] = [frozenset()]
    for group in groups:
        found = [pairing | more for pairing in found for more in pairings(group)]
    return found


def unsolvable(seed: int, largest: int = 14) -> RemovalDeal:
    rng = random.Random(seed)
    while True:
        deal = random_deal(rng, 4, largest)
        if api.solve(deal, proof=False).verdict is Verdict.UNSOLVABLE:
            return deal


@pytest.mark.parametrize("seed", range(60))
def test_claims_hold_on_small_boards(seed: int) -> None:
    deal = unsolvable(seed)
    explanation = explained(deal)
    assert explanation.irreducible
    assert explanation.fewest
    hold_to_its_claims(deal, explanation)
    for size in range(len(explanation.groups)):
        for groups in combinations(map(tuple, GAME.groups(deal)), size):  # type: ignore[attr-defined]
            easier = sub_deal(deal, list(groups), rest_of(deal, list(groups)))
            assert api.solve(easier, proof=False).verdict is Verdict.SOLVABLE


@pytest.mark.parametrize("seed", range(60))
def test_cases_cover_every_pairing(seed: int) -> None:
    deal = unsolvable(1000 + seed, 12)
    explanation = explained(deal)
    assert explanation.cases
    for pairing in all_pairings(explanation.groups):
        assert any(set(case.pairs) <= pairing for case in explanation.cases)


def tiny(seed: int) -> RemovalDeal:
    return unsolvable(2000 + seed, 10)


@pytest.mark.parametrize("seed", range(30))
def test_no_locked_tile_ever_leaves_by_exhaustive_search(seed: int) -> None:
    deal = tiny(seed)
    explanation = explained(deal)
    only = sub_deal(deal, list(explanation.groups), list(explanation.others))
    number = {tile: place for place, tile in enumerate(explanation.tiles)}
    for case in explanation.cases:
        mates = {tile: other for i, j in case.pairs for tile, other in ((i, j), (j, i))}
        seen, todo = set(), [GAME.start(only)]
        while todo:
            position = todo.pop()
            if position in seen:
                continue
            seen.add(position)
            assert not any(number[tile] in position.gone for tile in case.locked)
            for i, j in GAME.moves(position):
                at = {place: tile for tile, place in number.items()}
                a, b = at.get(i, -1), at.get(j, -1)
                if mates.get(a, b) == b and mates.get(b, a) == a:
                    todo.append(GAME.step(position, (i, j)))


@pytest.mark.parametrize("name", ["bowl-unsolvable", "turtle-unsolvable", "twin-towers-unsolvable", "row-locked"])
def test_claims_hold_on_the_examples(name: str) -> None:
    deal = api.load(EXAMPLES / f"{name}.json")[0]
    assert isinstance(deal, RemovalDeal)
    explanation = explained(deal)
    hold_to_its_claims(deal, explanation)
    assert explanation.fewest


def test_two_tiles_of_which_one_lies_on_the_other() -> None:
    deal = make_deal(((0, 0, 0), (0, 0, 1), (6, 0, 0), (10, 0, 0)), ("a", "a", "b", "b"))
    explanation = explained(deal)
    assert explanation.groups == ((0, 1),)
    assert explanation.others == ()
    assert explanation.cases == (Case(((0, 1),), (0, 1)),) or explanation.cases == (Case((), (0, 1)),)


def test_two_pairs_that_cross() -> None:
    """Each of two pairs has a tile under one of the other: nothing of them can go, though each alone could."""
    deal = make_deal(
        ((0, 0, 0), (0, 0, 1), (6, 0, 0), (6, 0, 1), (20, 0, 0), (24, 0, 0)), ("a", "b", "b", "a", "c", "c")
    )
    explanation = explained(deal)
    assert explanation.groups == ((0, 3), (1, 2))
    assert explanation.fewest
    assert len(explanation.cases) == 1
    assert set(explanation.cases[0].locked) == {0, 1, 2, 3}


@pytest.mark.parametrize("wrong", [(0,), (1,), (0, 2)])
def test_a_case_that_does_not_hold_is_seen(wrong: tuple[int, ...]) -> None:
    deal = make_deal(((0, 0, 0), (0, 0, 1), (6, 0, 0), (6, 0, 1)), ("a", "b", "b", "a"))
    start = GAME.start(deal)
    assert is_locked(start, Case((), (0, 1, 2, 3)))
    assert not is_locked(start, Case((), wrong))
    assert not is_locked(start, Case((), ()))
    assert not is_locked(start, Case((), (0, 1, 2, 3)), others=(3,))


@pytest.mark.parametrize("name", ["maze", "pyramid", "turtle-1000"])
def test_the_hardest_are_explained_within_the_time(corpus: Path, name: str) -> None:
    deals, verdicts = corpus_file(corpus / "deals" / f"{name}.json")
    deal = deals[verdicts.index("U")]
    outcome = api.solve(deal)
    began = time.perf_counter()
    explanation = explain(GAME, deal, outcome, seconds=0.5)
    assert time.perf_counter() - began < 1.5
    locked = sub_deal(deal, list(explanation.groups), list(explanation.others))
    assert api.solve(locked, proof=False).verdict is Verdict.UNSOLVABLE
    assert explanation.cases or explanation.deadlocks


def test_without_time_the_whole_board_is_the_lock() -> None:
    deal = api.load(EXAMPLES / "turtle-unsolvable.json")[0]
    assert isinstance(deal, RemovalDeal)
    lock = smallest_lock(Board(GAME.pairing_problem(deal), 0.0), lambda _: 0)
    assert sorted(lock.groups) == sorted(map(tuple, GAME.groups(deal)))  # type: ignore[attr-defined]
    assert not lock.irreducible
    assert not lock.fewest


# --- the machinery ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(20))
def test_shrink_leaves_an_irreducible_part(seed: int) -> None:
    rng = random.Random(seed)
    wanted = [set(rng.sample(range(30), rng.randint(1, 5))) for _ in range(3)]
    items = list(range(30))
    shrink(items, lambda rest: any(part <= set(rest) for part in wanted))
    assert set(items) in wanted
    nothing = [1, 2, 3]
    shrink(nothing, lambda rest: True)
    assert nothing == []


@pytest.mark.parametrize("seed", range(40))
def test_smallest_hitting_set_is_one(seed: int) -> None:
    rng = random.Random(seed)
    bits = 8
    sets = [rng.randrange(1, 1 << bits) for _ in range(rng.randint(1, 10))]
    sizes = [mask.bit_count() for mask in range(1 << bits) if all(mask & other for other in sets)]
    found = smallest_hitting(sets, bits, lambda: None)
    assert found is not None
    assert all(found & other for other in sets)
    assert found.bit_count() == min(sizes)
    assert smallest_hitting(sets, min(sizes) - 1, lambda: None) is None


def test_components_of_pairs_that_are_not_transitive() -> None:
    assert components([0, 5, 1, 2, 2, 7, 3, 4]) == [(0, 5), (1, 2, 7), (3, 4)]
