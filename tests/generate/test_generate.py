"""Generated deals: winnable, distinct, the same with any number of processes, as rare as they should be."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

from pyrsolve import catalogue, registry
from pyrsolve.analysis.traps import traps
from pyrsolve.errors import DataError, UnsupportedError
from pyrsolve.games.base import Game
from pyrsolve.games.removal.backward import peel
from pyrsolve.games.removal.tables import tables
from pyrsolve.generate import difficulty
from pyrsolve.generate.generate import CutShortError, generate
from pyrsolve.generate.grade import FIRST, SECOND, Grader, Range, Target
from pyrsolve.generate.recipe import Method, Recipe
from pyrsolve.generate.unique import open_groups
from pyrsolve.inputs import Reading, deal_of_value
from pyrsolve.outcome import Limits
from pyrsolve.records.layout import Layout
from pyrsolve.splitmix import SplitMix64
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal, random_tiles

GAME = registry.game("mahjong")
ROW = tuple((2 * x, 0, 0) for x in range(8))
TOWER = ((0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3))


def recipe(layout: str | Layout = "gate", **changes: object) -> Recipe:
    found = layout if isinstance(layout, Layout) else catalogue.find(layout)
    return Recipe(game="mahjong", layout=found, options=GAME.options.make({}), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", list(Method))
def test_every_record_replays_and_says_how_it_was_made(method: Method) -> None:
    records = list(generate(recipe(method=method), 20, 7))
    assert len(records) == 20
    for record in records:
        assert record.deal is not None
        assert record.witness is not None
        assert record.verified is True
        deal = deal_of_value(record.deal, Reading())
        assert deal.deal_id == record.deal_id
        assert replay(GAME, deal, record.witness) == []
        made = record.deal["made"]
        assert (made["method"], made["seed"]) == (method.value, 7)
        assert made["number"] >= 7
    numbers = [record.deal["made"]["number"] for record in records if record.deal]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("method", list(Method))
def test_more_processes_change_nothing(method: Method) -> None:
    assert list(generate(recipe(method=method), 6, 3)) == list(generate(recipe(method=method), 6, 3, jobs=2))


def test_fair_ones_are_the_winnable_ones_of_the_numbered_deals() -> None:
    records = list(generate(recipe(), 30))
    last = records[-1].deal["made"]["number"]  # type: ignore[index]
    winnable = [
        deal.deal_id
        for deal in (GAME.random_deal(recipe().layout, number, recipe().options) for number in range(1, last + 1))
        if registry.backend("brute" if len(deal.faces) < 20 else "pairing").solve(GAME, deal, Limits()).witness
    ]
    assert [record.deal_id for record in records] == winnable


def test_no_two_play_alike() -> None:
    """On a row of four only so many deals are different: 1 1 2 2 (and its mirror), 1 2 2 1; 1 2 1 2 is lost."""
    layout = Layout(name="row of four", tiles=ROW[:4])
    made = recipe(layout, faces=("a", "a", "b", "b"))
    found = []
    with pytest.raises(CutShortError, match=r"1 of 9 deals found in 60 candidates from 1 on: .* plays like one before"):
        found.extend(generate(made, 9, attempts=60))
    assert len(found) <= 1
    assert len(list(generate(made, 1, attempts=60))) == 1


def test_the_canonical_id_forgets_names_and_mirrors_and_nothing_else() -> None:
    rng = random.Random(5)
    for _ in range(200):
        deal = random_deal(rng, 4, 14)
        names = {face: f"other {number}" for number, face in enumerate(sorted(set(deal.faces)))}
        if not any(face.endswith(("f", "q")) for face in deal.faces):
            renamed = make_deal(
                deal.layout.tiles, tuple(names[face] for face in deal.faces), deal.options.cover, deal.removed
            )  # type: ignore[attr-defined]
            assert GAME.canonical_id(renamed) == GAME.canonical_id(deal)
        for sx, sy in ((-1, 1), (1, -1), (-1, -1)):
            tiles = tuple((sx * x + 3, sy * y, z) for x, y, z in deal.layout.tiles)
            order = list(range(len(tiles)))
            rng.shuffle(order)
            mirrored = make_deal(
                tuple(tiles[at] for at in order),
                tuple(deal.faces[at] for at in order),
                deal.options.cover,  # type: ignore[attr-defined]
                tuple(sorted(order.index(tile) for tile in deal.removed)),
            )
            assert GAME.canonical_id(mirrored) == GAME.canonical_id(deal)
        i, j = rng.sample(range(len(deal.faces)), 2)
        changed = GAME.swapped(deal, i, j)
        same = {frozenset(group) for group in GAME.swappable(changed)} == {
            frozenset(group) for group in GAME.swappable(deal)
        }
        if same:
            assert GAME.canonical_id(changed) == GAME.canonical_id(deal)


def test_canonical_ids_tell_apart_what_differs() -> None:
    """All 35 ways to lay two faces of four tiles on a row: those that are mirrors are one, all others differ."""
    from itertools import combinations

    ids = {}
    for chosen in combinations(range(8), 4):
        faces = tuple("a" if tile in chosen else "b" for tile in range(8))
        key = min(
            tuple(turned.index(face) if face == turned[0] else 9 for face in turned) for turned in (faces, faces[::-1])
        )
        ids.setdefault(GAME.canonical_id(make_deal(ROW, faces)), set()).add(key)
    assert all(len(keys) == 1 for keys in ids.values())
    assert len(ids) == len({key for keys in ids.values() for key in keys})


def test_a_mutated_walk_rests_on_fair_winnable_deals() -> None:
    """On a row of four, of 1122 2211 1221 2112 (winnable) and 1212 2121 (lost): each winnable one as often."""
    layout = Layout(name="row of four", tiles=ROW[:4])
    made = recipe(layout, faces=("a", "a", "b", "b"), method=Method.MUTATE)
    counts = Counter()
    for number in range(1, 801):
        record = made.make(number).record
        assert record is not None
        assert record.deal is not None
        counts["".join(record.deal["faces"])] += 1
    assert set(counts) == {"abba", "baab"} | ({"aabb", "bbaa"} & set(counts))
    expected = 800 / len(counts)
    assert all(abs(count - expected) < 5 * expected**0.5 for count in counts.values())


def brute_pairings(deal: object) -> int:
    """How many pairings win, by walking through every line."""
    found = set()
    seen = set()
    todo = [(GAME.start(deal), frozenset())]
    while todo:
        position, used = todo.pop()
        if used in seen:
            continue
        seen.add(used)
        if GAME.won(position):
            found.add(used)
        for move in GAME.moves(position):
            todo.append((GAME.step(position, move), used | {tuple(sorted(move))}))
    return len(found)


def test_uniqueness_is_what_counting_says() -> None:
    rng = random.Random(11)
    unique = several = 0
    while unique < 40 or several < 40:
        deal = random_deal(rng, 6, 10)
        outcome = registry.backend("pairing").solve(GAME, deal, Limits())
        if outcome.witness is None:
            continue
        count = brute_pairings(deal)
        assert (open_groups(GAME, deal, outcome.witness) == 0) == (count == 1)
        assert (open_groups(GAME, deal, outcome.witness, most=0) == 0) == (count == 1)
        unique, several = unique + (count == 1), several + (count > 1)


def test_unique_deals_can_be_asked_for() -> None:
    for record in generate(recipe(method=Method.MUTATE, unique=True), 3):
        assert record.unique is True
        deal = deal_of_value(record.deal, Reading())
        assert record.witness is not None
        assert open_groups(GAME, deal, record.witness) == 0


def test_peeling_takes_free_pairs_until_none_is_left() -> None:
    rng = random.Random(3)
    peeled = 0
    for seed in range(200):
        tiles = random_tiles(rng, 2 * rng.randint(2, 8))
        try:
            line = peel(tables(tiles, "next"), SplitMix64(seed))
        except DataError:
            continue
        peeled += 1
        faces = [""] * len(tiles)
        for number, (i, j) in enumerate(line):
            faces[i] = faces[j] = f"face {number}"
        assert replay(GAME, make_deal(tiles, tuple(faces)), line) == []
    assert peeled > 100


def test_what_cannot_be_built_backwards_says_why() -> None:
    with pytest.raises(DataError, match="could not be taken apart"):
        next(generate(recipe(Layout(name="tower", tiles=TOWER), method=Method.REVERSE), 1))
    for method in Method:
        with pytest.raises(DataError, match="odd number of tiles"):
            next(generate(recipe(Layout(name="three", tiles=TOWER[:3]), method=method), 1))
    with pytest.raises(DataError, match="2 matching pairs; the layout has places for 4"):
        next(generate(recipe(Layout(name="row", tiles=ROW), faces=("a", "a", "b", "b", "c")), 1))


def test_a_game_that_lacks_what_a_method_needs_is_unsupported() -> None:
    for call in (Game.backward_deal, Game.deal_from):
        with pytest.raises(UnsupportedError):
            call(GAME, recipe().layout, 1, recipe().options, ())  # type: ignore[arg-type]


def test_a_search_cut_short_gives_what_it_found() -> None:
    found = []
    with pytest.raises(CutShortError, match="3 of 5 deals found in 3 candidates"):
        found.extend(generate(recipe(method=Method.REVERSE), 5, attempts=3))
    numbers = [record.deal["made"]["number"] for record in islice(generate(recipe(method=Method.REVERSE), 3), 3)]  # type: ignore[index]
    assert numbers == [1, 2, 3]


# --- grades -----------------------------------------------------------------------------------------------------------
def test_targets_are_met_on_the_first_sample_and_reported_on_another() -> None:
    target = Target(win_rate=Range(0.0, 0.1), plays=400)
    made = recipe(target=target)
    for record in generate(made, 10):
        assert record.deal is not None
        assert record.grade is not None
        deal = deal_of_value(record.deal, Reading())
        grader = Grader(GAME, target)
        number = record.deal["made"]["number"]
        first = grader.grade(deal, record.witness, number, FIRST)  # type: ignore[arg-type]
        second = grader.grade(deal, record.witness, number, SECOND)  # type: ignore[arg-type]
        assert first.win_rate <= 0.1
        assert (record.grade.wins, record.grade.plays) == (second.wins, 400)
        assert record.grade.interval[0] <= second.win_rate <= record.grade.interval[1]


def test_mutation_goes_where_fair_deals_are_not() -> None:
    target = Target(win_rate=Range(0.7, 1.0), plays=200)
    made = recipe(method=Method.MUTATE, target=target, steps=400)
    accepted = [made.make(number).record for number in range(1, 9)]
    fair = recipe(target=target)
    assert sum(fair.make(number).record is not None for number in range(1, 60)) <= 2
    found = [record for record in accepted if record is not None]
    assert len(found) >= 4
    assert all(record.grade is not None and record.grade.win_rate > 0.55 for record in found)


def test_traps_are_exact_along_the_witness() -> None:
    target = Target(traps=Range(0.2, 1.0), plays=50)
    for record in generate(recipe(target=target), 3):
        deal = deal_of_value(record.deal, Reading())
        assert record.witness is not None
        steps = traps(GAME, deal, record.witness)
        losing = sum(len(step.losing) for step in steps)
        density = losing / sum(step.legal for step in steps)
        assert record.grade is not None
        assert record.grade.trap_density == pytest.approx(density)
        assert density >= 0.2


def test_difficulty_is_a_quantile_of_fair_winnable_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difficulty, "SAMPLE", 40)
    base = recipe(target=Target(plays=100))
    rates = difficulty.fair_win_rates(base)
    assert rates == sorted(rates)
    assert len(rates) == 40
    hardest = difficulty.aimed(base, 0.9, 1.0).target.win_rate
    easiest = difficulty.aimed(base, 0.0, 0.1).target.win_rate
    assert hardest is not None
    assert easiest is not None
    assert (hardest.low, easiest.high) == (0.0, 1.0)
    assert sum(rate <= hardest.high for rate in rates) in range(3, 9)
    assert hardest.high < easiest.low
    monkeypatch.setattr(difficulty, "RARE", 1)
    never = recipe(Layout(name="tower", tiles=TOWER), faces=("a", "a", "b", "b"))
    with pytest.raises(DataError, match="too few to rank by"):
        difficulty.fair_win_rates(never)
