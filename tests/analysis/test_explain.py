"""Explanations in words and in records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyrsolve import api, registry
from pyrsolve.analysis.explain import explain, record
from pyrsolve.analysis.explanation import Kind
from pyrsolve.analysis.words import lines, listed
from pyrsolve.cli.main import run
from pyrsolve.errors import UnsupportedError
from pyrsolve.games.removal import rules
from pyrsolve.outcome import Limits
from pyrsolve.records.encode import encode
from pyrsolve.records.result import decode_result, result_record
from tests.boards import make_deal

GAME = registry.game("mahjong")
EXAMPLES = Path(__file__).parents[2] / "examples"


def in_words(deal: object) -> list[str]:
    outcome = api.solve(deal)  # type: ignore[arg-type]
    return lines(deal, GAME.start(deal), explain(GAME, deal, outcome))  # type: ignore[arg-type]


def test_a_lock_in_words() -> None:
    assert in_words(api.load(EXAMPLES / "turtle-midgame-lost.json")[0]) == [
        "the 2 tiles of 3m lock each other: every way to pair them gets stuck.",
        "It stays so with every other tile off the board.",
        "  34 (3m)   level 1, row 4, column 6",
        "  100 (3m)  level 2, row 4, column 6",
        "Whatever is paired: 34 lies under 100; 100 can go only with 34. None of 34 and 100 can go first.",
    ]


def test_a_row_in_words() -> None:
    said = in_words(make_deal(((0, 0, 0), (2, 0, 0), (4, 0, 0), (6, 0, 0)), ("x", "x", "y", "y")))
    assert said[0] == "the 2 tiles of x and the 2 tiles of y lock each other: every way to pair them gets stuck."
    assert said[-1] == (
        "Whatever is paired: 1 stands between 0 and 2; 2 stands between 1 and 3; 0 can go only with 1; 3 can go only with 2."
        " None of 0, 1, 2 and 3 can go first."
    )


def test_cases_name_partners_that_are_still_to_be_had() -> None:
    tower = ((0, 0, 0), (0, 0, 1), (0, 0, 2), (6, 0, 0))
    said = in_words(make_deal(tower, ("a",) * 4))
    cases = [line for line in said if line.startswith("case")]
    assert cases
    for line in cases:
        for taken in [word for word in line.split(": ", 1)[1].split(" (")[0].split() if word.isdigit()]:
            for part in line.split("; "):
                if "can go only with" in part:
                    assert taken not in part.rstrip(".").split("with ")[1].replace(",", " ").split()


def test_removals_in_words_say_what_they_free() -> None:
    deal = api.load(EXAMPLES / "turtle-easy.json")[0]
    outcome = api.solve(deal)
    explanation = explain(GAME, deal, outcome)
    assert explanation.kind is Kind.REMOVALS
    position = GAME.start(deal)
    everything = range(144)
    for step in explanation.removals:
        after = GAME.step(position, step.move)
        free = [tile for tile in everything if rules.is_free(after, tile) and not rules.is_free(position, tile)]
        assert list(step.frees) == free
        position = after
    assert GAME.won(position)
    said = lines(deal, GAME.start(deal), explanation)
    assert len(said) == 72
    assert all(line.startswith(f"{number}. ") for number, line in enumerate(said, start=1))
    i, j = explanation.removals[0].move
    assert f"tile {i} (level " in said[0]
    assert f"tile {j} (level " in said[0]


def test_places_count_from_the_corner_of_the_layout() -> None:
    said = in_words(make_deal(((10, 5, 3), (12, 6, 3)), ("a", "a")))
    assert said == [
        "1. a: tile 0 (level 1, row 1, column 1) and tile 1 (level 1, row 1.5, column 2); frees nothing",
    ]


def test_odd_groups() -> None:
    said = in_words(make_deal(((0, 0, 0), (4, 0, 0), (8, 0, 0)), ("a", "a", "a")))
    assert said[0] == "3 tiles of a match only each other: an odd number, so one is left over."
    assert len(said) == 4
    said = in_words(make_deal(((0, 0, 0), (4, 0, 0), (8, 0, 0)), ("a", "b", "b")))
    assert said[0] == "tile 0 (a) matches no other tile: it can never go."


def test_what_is_not_decided_is_not_explained() -> None:
    deal = api.load(EXAMPLES / "turtle-unsolvable.json")[0]
    outcome = api.solve(deal, limits=Limits(nodes=0))
    with pytest.raises(UnsupportedError, match="undecided"):
        explain(GAME, deal, outcome)


def test_a_verdict_without_a_refutation_is_explained_too() -> None:
    deal = api.load(EXAMPLES / "bowl-unsolvable.json")[0]
    claimed = explain(GAME, deal, api.solve(deal, proof=False))
    assert claimed.groups == explain(GAME, deal, api.solve(deal)).groups
    assert claimed.cases


@pytest.mark.parametrize("name", ["bowl-unsolvable", "twin-towers-unsolvable", "turtle-easy"])
def test_records_hold_the_explanation(name: str) -> None:
    deal = api.load(EXAMPLES / f"{name}.json")[0]
    outcome = api.solve(deal)
    made = record(GAME, deal, explain(GAME, deal, outcome))
    whole = result_record(outcome, deal, explanation=made)
    assert decode_result(encode(whole)).explanation is not None
    assert json.loads(encode(whole))["explanation"]["text"] == list(made.text)


def test_the_command_explains(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["solve", "--explain", str(EXAMPLES / "bowl-unsolvable.json")]) == 11
    text = capfdbinary.readouterr().out.decode()
    assert "lock each other" in text
    assert "level 1, row 2, column 2" in text
    assert run(["solve", "--explain", "--json", str(EXAMPLES / "bowl-unsolvable.json")]) == 11
    value = json.loads(capfdbinary.readouterr().out)
    assert value["explanation"]["kind"] == "lock"
    assert value["explanation"]["cases"]
    assert run(["solve", "--explain", str(EXAMPLES / "turtle-easy.json")]) == 0
    assert "72. " in capfdbinary.readouterr().out.decode()
    assert run(["solve", "--json", str(EXAMPLES / "bowl-unsolvable.json")]) == 11
    assert "explanation" not in json.loads(capfdbinary.readouterr().out)


def test_evil_faces_are_escaped(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    deal = {
        "schema": "pyrsolve.deal/1",
        "game": "mahjong",
        "layout": {"schema": "pyrsolve.layout/1", "name": "t", "tiles": [[0, 0, 0], [0, 0, 1]]},
        "faces": ["\x1b[31m", "\x1b[31m"],
    }
    path = tmp_path / "evil.json"
    path.write_text(json.dumps(deal), encoding="utf-8")
    assert run(["solve", "--explain", str(path)]) == 11
    assert b"\x1b" not in capfdbinary.readouterr().out


def test_lists_in_words() -> None:
    assert listed([]) == ""
    assert listed([1]) == "1"
    assert listed([1, 2, 3], "or") == "1, 2 or 3"
