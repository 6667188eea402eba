"""The corpus's deals: every verdict as recorded, nothing undecided, every witness and refutation holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrsolve import registry
from pyrsolve.outcome import Limits, Verdict
from pyrsolve.verify.refutation import check
from pyrsolve.verify.replay import replay
from tests.boards import corpus_file

pytestmark = pytest.mark.corpus
NAMES = """4_winds X_shaped altar arrow aztec bat castle cat checkered clubs crab default eagle explosion future garden glade
helios inner_circle km mask maze moth pattern pillars pyramid shield squares stadion star stax temple theatre tomb tower
turtle-1000 up&down""".split()
LETTERS = {Verdict.SOLVABLE: "S", Verdict.UNSOLVABLE: "U", Verdict.UNDECIDED: "?"}


def decide(path: Path, first: int, last: int, refutations: bool) -> None:
    game, backend = registry.game("mahjong"), registry.backend("pairing")
    deals, verdicts = corpus_file(path)
    for number, deal in list(enumerate(deals))[first:last]:
        outcome = backend.solve(game, deal, Limits())
        assert LETTERS[outcome.verdict] == verdicts[number], f"deal {number} of {path.name}"
        if outcome.witness is not None:
            assert replay(game, deal, outcome.witness) == []
        elif refutations:
            assert outcome.refutation is not None
            assert check(game, deal, outcome.refutation) == [], f"deal {number} of {path.name}"


@pytest.mark.parametrize("name", NAMES)
def test_some_of_every_layout(corpus: Path, name: str) -> None:
    decide(corpus / "deals" / f"{name}.json", 0, 8, refutations=name != "maze")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_all_verdicts(corpus: Path, name: str) -> None:
    decide(corpus / "deals" / f"{name}.json", 0, 1000, refutations=False)


@pytest.mark.slow
def test_refutations_of_unsolvable_turtles(corpus: Path) -> None:
    decide(corpus / "deals" / "turtle-1000.json", 0, 1000, refutations=True)


def test_the_corpus_is_what_it_was(corpus: Path) -> None:
    assert sorted(path.stem for path in (corpus / "deals").glob("*.json")) == sorted(NAMES)
