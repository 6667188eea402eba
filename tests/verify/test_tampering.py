"""Refutations that were tampered with are rejected, unless an independent checker finds that they still are proofs."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve import api, registry
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.outcome import Refutation, Verdict
from pyrsolve.verify.refutation import check
from tests.boards import make_deal, random_deal
from tests.verify.independent import Board, accepts, accepts_rup, formula

GAME = registry.game("mahjong")
EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("turtle-unsolvable", "bowl-unsolvable", "twin-towers-unsolvable", "turtle-midgame-lost", "row-locked")
REFERENCES = ("pyrsolve:turtle:45", "pyrsolve:bowl:33", "pyrsolve:twin-towers:7")


def plain(refutation: Refutation) -> Refutation:
    """The same with tuples, to cut and paste."""
    return Refutation(tuple(refutation.deadlocks), tuple(refutation.steps), refutation.odd_group)


@cache
def proved() -> tuple[tuple[RemovalDeal, Refutation], ...]:
    """Unsolvable deals with their refutations: real ones, and small ones with every oddity."""
    deals = [api.load(EXAMPLES / f"{name}.json")[0] for name in NAMES]
    deals += [api.load(reference)[0] for reference in REFERENCES]
    rng = random.Random(5)
    while len(deals) < 20:
        small = random_deal(rng, 8, 20)
        outcome = api.solve(small)
        if outcome.refutation is not None and len(outcome.refutation.steps) > 3:
            deals.append(small)
    found = []
    for deal in deals:
        refutation = api.solve(deal).refutation
        assert isinstance(deal, RemovalDeal)
        assert refutation is not None
        found.append((deal, plain(refutation)))
    return tuple(found)


def holds(deal: RemovalDeal, refutation: Refutation) -> bool:
    """Whether `check` accepts; it must say the same as the independent checker, and what it accepts must be a proof."""
    accepted = check(GAME, deal, refutation) == []
    if not refutation.odd_group:
        assert accepted == accepts(deal, refutation)
    return accepted


@pytest.mark.parametrize("place", range(20))
def test_untouched_they_hold(place: int) -> None:
    deal, refutation = proved()[place]
    assert holds(deal, refutation)
    clauses = formula(deal, refutation.deadlocks)
    assert clauses is not None
    assert accepts_rup(clauses, refutation.steps)


# --- each field, everywhere ---------------------------------------------------------------------------------------
def deadlock(refutation: Refutation, place: int, tiles: frozenset[int]) -> Refutation:
    sets = list(refutation.deadlocks)
    sets[place] = tiles
    return replace(refutation, deadlocks=tuple(sets))


def step(refutation: Refutation, place: int, literals: tuple[int, ...], hints: tuple[int, ...]) -> Refutation:
    steps = list(refutation.steps)
    steps[place] = (literals, hints)
    return replace(refutation, steps=tuple(steps))


@pytest.mark.parametrize("name", ["turtle-unsolvable", "bowl-unsolvable", "twin-towers-unsolvable"])
def test_every_tile_of_every_deadlock(name: str) -> None:
    """A tile more or less: the clause is recomputed, so either it is the same or weaker proof, or it does not hold."""
    deal, refutation = proved()[NAMES.index(name)]
    rejected = 0
    rng = random.Random(1)
    for place, tiles in enumerate(refutation.deadlocks):
        for tile in rng.sample(range(len(deal.faces)), 24):
            rejected += not holds(deal, deadlock(refutation, place, tiles ^ {tile}))
        assert not holds(deal, deadlock(refutation, place, frozenset()))
        assert not holds(deal, deadlock(refutation, place, tiles | {len(deal.faces)}))
        assert not holds(deal, deadlock(refutation, place, tiles | {-1}))
    assert rejected


@pytest.mark.parametrize("name", NAMES)
def test_every_deadlock_is_needed(name: str) -> None:
    deal, refutation = proved()[NAMES.index(name)]
    for place in range(len(refutation.deadlocks)):
        sets = refutation.deadlocks[:place] + refutation.deadlocks[place + 1 :]
        assert not holds(deal, replace(refutation, deadlocks=sets))
    assert not holds(deal, replace(refutation, deadlocks=()))


@pytest.mark.parametrize("name", NAMES)
def test_literals_and_hints_of_steps(name: str) -> None:
    deal, refutation = proved()[NAMES.index(name)]
    variables = len(Board(deal).pairs)
    most = len(refutation.steps)
    for place in sorted({*range(0, most, 1 + most // 10), most - 1}):
        literals, hints = refutation.steps[place]
        assert not holds(deal, replace(refutation, steps=refutation.steps[:place]))
        assert not holds(deal, step(refutation, place, literals, ()))
        assert not holds(deal, step(refutation, place, (), hints)) or literals == ()
        for strange in (0, variables + 1, -variables - 1):
            assert not holds(deal, step(refutation, place, (*literals, strange), hints))
        for at in range(len(literals)):
            negated = (*literals[:at], -literals[at], *literals[at + 1 :])
            assert not holds(deal, step(refutation, place, negated, hints))
            holds(deal, step(refutation, place, literals[:at] + literals[at + 1 :], hints))
        for at in range(len(hints)):
            assert not holds(deal, step(refutation, place, literals, hints[:at] + hints[at + 1 :]))
            for strange in (0, -1, -hints[at], 10**9, 2**63):
                assert not holds(deal, step(refutation, place, literals, (*hints[:at], strange, *hints[at + 1 :])))
        assert not holds(deal, step(refutation, place, literals, (*hints, hints[-1])))
    rest = [refutation.steps[:at] + refutation.steps[at + 1 :] for at in range(most)]
    assert not any(holds(deal, replace(refutation, steps=steps)) for steps in rest)


def test_steps_may_not_rest_on_themselves_or_on_what_comes_later() -> None:
    for deal, refutation in proved():
        clauses = formula(deal, refutation.deadlocks)
        assert clauses is not None
        own = len(clauses) + 1
        assert not holds(deal, replace(refutation, steps=(((), (own,)),)))
        assert not holds(deal, replace(refutation, steps=(((), (own + 1,)), ((), (own,)))))
        assert not holds(deal, replace(refutation, steps=(((1,), (own,)), *refutation.steps)))


# --- another deal -------------------------------------------------------------------------------------------------
def test_refutations_of_other_deals_do_not_hold() -> None:
    held = sum(
        holds(deal, refutation)
        for at, (deal, _) in enumerate(proved())
        for other, (_, refutation) in enumerate(proved())
        if at != other
    )
    assert held == 0


@pytest.mark.parametrize("place", range(20))
def test_pinned_on_a_solvable_deal_of_the_same_board(place: int) -> None:
    """Two faces change places until the deal can be won: whatever still fits of the proof must not be enough."""
    deal, refutation = proved()[place]
    rng = random.Random(place)
    pinned = 0
    for _ in range(200):
        faces = list(deal.faces)
        i, j = rng.sample([tile for tile in range(len(faces)) if tile not in deal.removed], 2)
        faces[i], faces[j] = faces[j], faces[i]
        other = replace(deal, faces=tuple(faces))
        if api.solve(other, proof=False).verdict is Verdict.SOLVABLE:
            assert not holds(other, refutation)
            pinned += 1
            if pinned == 5:
                break


@pytest.mark.parametrize("name", ["turtle-easy", "gate", "six-alike", "spiral"])
def test_nothing_refutes_a_solvable_example(name: str) -> None:
    deal = api.load(EXAMPLES / f"{name}.json")[0]
    assert isinstance(deal, RemovalDeal)
    for _, refutation in proved():
        assert not holds(deal, refutation)
    assert not holds(deal, Refutation())
    assert not holds(deal, Refutation(steps=(((), ()),)))
    assert not holds(deal, Refutation(deadlocks=(frozenset(range(len(deal.faces))),)))
    everything = frozenset(range(len(deal.faces)))
    count = len(formula(deal, (everything,)) or ())
    assert not holds(deal, Refutation(deadlocks=(everything,), steps=(((), (count,)),)))


# --- claimed axioms -----------------------------------------------------------------------------------------------
def test_an_axiom_that_is_only_claimed() -> None:
    """A unit clause out of nothing would make most deals unsolvable; neither its hints nor its place may get it in."""
    for deal, refutation in proved()[:8]:
        clauses = formula(deal, refutation.deadlocks)
        assert clauses is not None
        for claimed in ((1,), (-1,), ()):
            for hints in ((), (1,), (len(clauses),), (len(clauses) + 1,)):
                steps = ((claimed, hints), *refutation.steps)
                if holds(deal, replace(refutation, steps=steps)):
                    assert accepts_rup(clauses, steps)
    deal = make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a"))
    assert not holds(deal, Refutation(steps=(((-1,), ()), ((), (2, 1)))))
    assert not holds(deal, Refutation(steps=(((-1,), (1,)), ((), (3, 1)))))
    assert not holds(deal, Refutation(deadlocks=(frozenset({0}),), steps=(((), (3,)),)))


# --- odd groups ---------------------------------------------------------------------------------------------------
ODD = make_deal(tuple((4 * k, 0, 0) for k in range(8)), ("a", "a", "a", "b", "b", "c", "c", "c"), removed=(5, 6, 7))


def test_odd_groups_hold() -> None:
    assert check(GAME, ODD, Refutation(odd_group=frozenset({0, 1, 2}))) == []
    alone = make_deal(((0, 0, 0), (4, 0, 0), (8, 0, 0)), ("x", "y", "y"))
    assert check(GAME, alone, Refutation(odd_group=frozenset({0}))) == []
    # two groups, one of them odd, match nothing outside them either
    assert check(GAME, ODD, Refutation(odd_group=frozenset({0, 1, 2, 3, 4}))) == []


@pytest.mark.parametrize(
    "tiles",
    [{0}, {0, 1}, {1, 2}, {0, 1, 2, 3}, {0, 1, 3}, {3}, {3, 4}, {5, 6, 7}, {5}, {0, 1, 2, 5, 6}, {8}, {-1}, {0, 1, -6}],
)
def test_odd_groups_tampered_with(tiles: set[int]) -> None:
    assert check(GAME, ODD, Refutation(odd_group=frozenset(tiles))) != []


def test_odd_groups_stand_alone() -> None:
    assert check(GAME, ODD, Refutation(odd_group=frozenset({0, 1, 2}), steps=(((), ()),))) != []
    assert check(GAME, ODD, Refutation(odd_group=frozenset({0, 1, 2}), deadlocks=(frozenset({0}),))) != []
    for deal, refutation in proved()[:5]:
        for size in (1, 3, 5):
            group = frozenset(range(size))
            assert check(GAME, deal, Refutation(odd_group=group)) != []
            assert check(GAME, deal, replace(refutation, odd_group=group)) != []


# --- anything at all ----------------------------------------------------------------------------------------------
Mutation = Callable[[st.DataObject, RemovalDeal, Refutation], Refutation]


def some(data: st.DataObject, count: int) -> int:
    return data.draw(st.integers(0, max(0, count - 1)))


def change_tile(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    if not r.deadlocks:
        return r
    place = some(data, len(r.deadlocks))
    return deadlock(r, place, r.deadlocks[place] ^ {data.draw(st.integers(-1, len(deal.faces)))})


def shrink_deadlock(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    if not r.deadlocks:
        return r
    place = some(data, len(r.deadlocks))
    keep = data.draw(st.sets(st.sampled_from(sorted(r.deadlocks[place]) or [0])))
    return deadlock(r, place, frozenset(keep))


def drop_deadlock(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    place = some(data, len(r.deadlocks))
    return replace(r, deadlocks=tuple(r.deadlocks[:place]) + tuple(r.deadlocks[place + 1 :]))


def add_deadlock(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    place = some(data, len(r.deadlocks) + 1)
    tiles = data.draw(st.frozensets(st.integers(0, len(deal.faces) - 1), max_size=6))
    return replace(r, deadlocks=(*r.deadlocks[:place], tiles, *r.deadlocks[place:]))


def swap_deadlocks(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    if not r.deadlocks:
        return r
    sets = list(r.deadlocks)
    i, j = some(data, len(sets)), some(data, len(sets))
    sets[i], sets[j] = sets[j], sets[i]
    return replace(r, deadlocks=tuple(sets))


def change_literals(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    if not r.steps:
        return r
    place = some(data, len(r.steps))
    literals, hints = r.steps[place]
    at = some(data, len(literals) + 1)
    cut = data.draw(st.integers(0, 1))
    variables = len(Board(deal).pairs)
    new = data.draw(st.lists(st.integers(-variables - 1, variables + 1), max_size=2))
    return step(r, place, (*literals[:at], *new, *literals[at + cut :]), hints)


def change_hints(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    if not r.steps:
        return r
    place = some(data, len(r.steps))
    literals, hints = r.steps[place]
    at = some(data, len(hints) + 1)
    cut = data.draw(st.integers(0, 1))
    known = {hint for _, others in r.steps for hint in others} or {1}
    new = data.draw(st.lists(st.sampled_from(sorted(known)) | st.integers(-3, 2000), max_size=2))
    return step(r, place, literals, (*hints[:at], *new, *hints[at + cut :]))


def drop_step(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    place = some(data, len(r.steps))
    return replace(r, steps=tuple(r.steps[:place]) + tuple(r.steps[place + 1 :]))


def swap_steps(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    if not r.steps:
        return r
    steps = list(r.steps)
    i, j = some(data, len(steps)), some(data, len(steps))
    steps[i], steps[j] = steps[j], steps[i]
    return replace(r, steps=tuple(steps))


def repeat_step(data: st.DataObject, deal: RemovalDeal, r: Refutation) -> Refutation:
    if not r.steps:
        return r
    return replace(r, steps=(*r.steps, r.steps[some(data, len(r.steps))]))


MUTATIONS: list[Mutation] = [
    change_tile,
    shrink_deadlock,
    drop_deadlock,
    add_deadlock,
    swap_deadlocks,
    change_literals,
    change_hints,
    drop_step,
    swap_steps,
    repeat_step,
]


@given(st.data())
def test_whatever_is_accepted_is_a_proof(data: st.DataObject) -> None:
    deal, refutation = data.draw(st.sampled_from(proved()))
    for mutate in data.draw(st.lists(st.sampled_from(MUTATIONS), min_size=1, max_size=3)):
        refutation = mutate(data, deal, refutation)
    if holds(deal, refutation):
        clauses = formula(deal, refutation.deadlocks)
        assert clauses is not None
        assert accepts_rup(clauses, refutation.steps)


@given(st.data())
def test_nothing_is_accepted_for_a_deal_that_can_be_won(data: st.DataObject) -> None:
    """Small solvable boards; deadlock sets and steps at random, hints as propagation would find them."""
    seed = data.draw(st.integers(0, 10**6))
    rng = random.Random(seed)
    deal = random_deal(rng, 4, 10)
    if api.solve(deal, proof=False).verdict is not Verdict.SOLVABLE:
        return
    there = [tile for tile in range(len(deal.faces)) if tile not in deal.removed]
    sets = tuple(frozenset(rng.sample(there, rng.randint(1, len(there)))) for _ in range(6))
    clauses = formula(deal, sets)
    assert clauses is not None
    hints, true = [], set[int]()
    moved = True
    while moved:
        moved = False
        for number, clause in enumerate(clauses, start=1):
            left = [literal for literal in clause if -literal not in true]
            if not left:
                hints.append(number)
                assert not holds(deal, Refutation(sets, (((), tuple(hints)),)))
                pytest.fail("propagation alone refutes a deal that can be won")
            if len(left) == 1 and left[0] not in true:
                true.add(left[0])
                hints.append(number)
                moved = True
    assert not holds(deal, Refutation(sets, (((), tuple(hints)),)))
