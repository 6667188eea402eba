"""The pairing search against exhaustive search, and compiled against plain."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from array import array
from pathlib import Path

import pytest

from pyrsolve import registry
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.kernels.pairing import PairingSearch
from pyrsolve.outcome import Limits, Verdict
from pyrsolve.verify.refutation import check
from pyrsolve.verify.replay import replay
from tests.boards import make_deal, random_deal

GAME = registry.game("mahjong")
PAIRING = registry.backend("pairing")
BRUTE = registry.backend("brute")


def agree(deal: RemovalDeal) -> bool:
    """Both backends say the same, with evidence that holds; whether the deal is solvable."""
    outcome = PAIRING.solve(GAME, deal, Limits())
    exact = BRUTE.solve(GAME, deal, Limits())
    assert outcome.verdict == exact.verdict, GAME.write(deal)
    if outcome.witness is not None:
        assert replay(GAME, deal, outcome.witness) == []
        assert exact.witness is not None
        assert replay(GAME, deal, exact.witness) == []
    else:
        assert outcome.refutation is not None
        assert check(GAME, deal, outcome.refutation) == []
    return outcome.verdict is Verdict.SOLVABLE


def test_small_boards_agree_with_exhaustive_search() -> None:
    solvable = sum(agree(random_deal(random.Random(seed))) for seed in range(400))
    assert 100 < solvable < 350  # both kinds are there


@pytest.mark.slow
def test_ten_thousand_small_boards_agree_with_exhaustive_search() -> None:
    solvable = sum(agree(random_deal(random.Random(10_000 + seed))) for seed in range(10_000))
    assert 2_000 < solvable < 9_000


def test_six_isolated_equal_tiles() -> None:
    assert agree(make_deal(tuple((4 * k, 0, 0) for k in range(6)), ("a",) * 6))


def test_lost_by_geometry_alone() -> None:
    row = tuple((2 * k, 0, 0) for k in range(4))
    assert not agree(make_deal(row, ("a", "a", "b", "b")))
    outcome = PAIRING.solve(GAME, make_deal(row, ("a", "a", "b", "b")), Limits())
    assert outcome.reason == "structural"


def test_empty_board_is_won() -> None:
    assert agree(make_deal(((0, 0, 0), (4, 0, 0)), ("a", "a"), removed=(0, 1)))


def large_group(size: int) -> RemovalDeal:
    rng = random.Random(size)
    tiles = tuple((2 * (k % 8), 2 * (k // 8 % 4), k // 32) for k in range(2 * size))
    faces = ["a"] * size + ["b"] * size
    rng.shuffle(faces)
    return make_deal(tiles, tuple(faces))


@pytest.mark.parametrize("size", [10, 32, 64])
def test_large_groups(size: int) -> None:
    deal = large_group(size)
    outcome = PAIRING.solve(GAME, deal, Limits())
    if outcome.witness is not None:
        assert replay(GAME, deal, outcome.witness) == []
    else:
        assert outcome.refutation is not None
        assert check(GAME, deal, outcome.refutation) == []


COUNTERS = """
import json, sys
from array import array
import pyrsolve
from pyrsolve import registry
from pyrsolve.kernels import pairing
game, backend = registry.game("mahjong"), registry.backend("pairing")
found = []
for layout, number, count in json.loads(sys.argv[1]):
    for deal in pyrsolve.deal(layout, number, count):
        outcome = backend.solve(game, deal, pyrsolve.Limits())
        refutation = outcome.refutation
        found.append([outcome.verdict, outcome.stats.nodes, outcome.stats.closures, outcome.stats.conflicts, outcome.witness,
                      refutation and [sorted(map(sorted, refutation.deadlocks)), list(refutation.steps)]])
print(json.dumps({"plain": pairing.__file__.endswith(".py"), "found": found}))
"""


def counters(pure: bool) -> dict[str, object]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    environment.pop("PYRSOLVE_PURE", None)
    if pure:
        environment["PYRSOLVE_PURE"] = "1"
    wanted = json.dumps([["turtle", 1400, 15], ["gate", 1, 8], ["bowl", 1, 4], ["diamond", 1, 3]])
    done = subprocess.run(
        [sys.executable, "-c", COUNTERS, wanted], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_plain_and_compiled_are_identical() -> None:
    """Verdicts, witnesses, refutations, nodes, closures and conflicts of 30 deals."""
    plain, other = counters(pure=True), counters(pure=False)
    assert plain["plain"]
    if other["plain"] and not os.environ.get("CI"):
        pytest.skip("the kernels are not compiled here")
    assert not other["plain"]
    assert plain["found"] == other["found"]


def test_runs_in_slices_as_in_one() -> None:
    import pyrsolve

    for deal in pyrsolve.deal("turtle", 1405, 5):
        problem = GAME.pairing_problem(deal)
        made = problem.tables
        searches = [
            PairingSearch(made.counter, made.first, made.target, made.delta, array("i"), problem.pairs)
            for _ in range(2)
        ]
        assert searches[0].run(2**62, 2**62)
        while searches[1].run(2**62, searches[1].closures + 7) == 0:
            pass
        assert searches[0].status == searches[1].status
        assert searches[0].closures == searches[1].closures
        assert searches[0].line() == searches[1].line()
