"""`verify`: every field of a record that says something is checked, failures are named, exports are proofs elsewhere too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pyrsolve import api
from pyrsolve.cli.main import run
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.records.encode import encode
from pyrsolve.records.result import result_record
from tests.boards import make_deal
from tests.verify.independent import Board, accepts_lrat, accepts_rup, formula, read_cnf, read_lrat

EXAMPLES = Path(__file__).parents[2] / "examples"
Printed = pytest.CaptureFixture[bytes]


def result(name: str) -> dict[str, Any]:
    """The result of an example, the deal inside, as a JSON value."""
    path = EXAMPLES / f"{name}.json"
    deal = api.load(path)[0]
    record = json.loads(path.read_text(encoding="utf-8"))
    value = json.loads(encode(result_record(api.solve(deal), deal, deal_record=record)))
    assert isinstance(value, dict)
    return value


def verify(tmp_path: Path, *values: dict[str, Any], more: tuple[str, ...] = ()) -> int:
    path = tmp_path / "results.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return run(["verify", str(path), *more])


@pytest.fixture
def unsolvable() -> dict[str, Any]:
    return result("bowl-unsolvable")


@pytest.fixture
def solvable() -> dict[str, Any]:
    return result("turtle-easy")


def test_untouched_records_hold(tmp_path: Path, unsolvable: dict[str, Any], solvable: dict[str, Any]) -> None:
    assert verify(tmp_path, unsolvable, solvable) == 0


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("schema", "pyrsolve.result/2", 65),
        ("deal_id", "0" * 64, 65),
        ("verdict", "solvable", 14),
        ("verdict", "undecided", 14),
        ("verdict", "lost", 65),
        ("proof", "claimed", 14),
        ("proof", None, 14),
        ("witness", [[0, 1]], 14),
        ("refutation", None, 14),
        ("refutation", {}, 14),
        ("refutation", {"odd_group": "7"}, 14),
        ("refutation", {"deadlocks": [], "steps": [[[], []]]}, 14),
        ("refutation", {"deadlocks": [{"tiles": "f", "clause": [1]}]}, 65),
        ("refutation", {"axioms": [[1], [-1]]}, 65),
        ("rules", {"cover": "sideways"}, 14),
        ("deal", None, 65),
        ("trusted", True, 65),
    ],
)
def test_fields_of_a_record(tmp_path: Path, unsolvable: dict[str, Any], field: str, value: Any, code: int) -> None:
    unsolvable[field] = value
    if value is None:
        del unsolvable[field]
    assert verify(tmp_path, unsolvable) == code


def test_the_failure_is_named_and_the_others_are_checked(
    tmp_path: Path, unsolvable: dict[str, Any], solvable: dict[str, Any], capfdbinary: Printed
) -> None:
    broken = json.loads(json.dumps(unsolvable))
    broken["refutation"]["steps"][2][1] = []
    assert verify(tmp_path, solvable, broken, unsolvable) == 14
    out, err = capfdbinary.readouterr()
    assert err.decode().count("results.jsonl:2") == 1
    assert "$.refutation.steps[2]" in err.decode()
    states = [line.split()[0] for line in out.decode().splitlines()]
    assert states == ["holds", "wrong", "holds"]
    assert verify(tmp_path, solvable, broken, unsolvable, more=("--json",)) == 14
    values = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [value["state"] for value in values] == ["holds", "wrong", "holds"]
    assert values[1]["source"]["line"] == 2
    assert values[1]["faults"][0]["path"] == "$.refutation.steps[2]"


@pytest.mark.parametrize("place", range(4))
def test_masks_and_steps_of_a_record(tmp_path: Path, unsolvable: dict[str, Any], place: int) -> None:
    refutation = unsolvable["refutation"]
    if place == 0:
        refutation["deadlocks"][0]["tiles"] = f"{1 << 200:x}"
    elif place == 1:
        refutation["deadlocks"].reverse()
        refutation["deadlocks"] = refutation["deadlocks"][1:]
    elif place == 2:
        refutation["steps"].pop()
    else:
        refutation["steps"][0][0] = [-literal for literal in refutation["steps"][0][0]] or [1]
    assert verify(tmp_path, unsolvable) == 14


def test_a_refutation_of_another_deal(tmp_path: Path, unsolvable: dict[str, Any], solvable: dict[str, Any]) -> None:
    other = result("twin-towers-unsolvable")
    other["refutation"], unsolvable["refutation"] = unsolvable["refutation"], other["refutation"]
    assert verify(tmp_path, other) == 14
    assert verify(tmp_path, unsolvable) == 14
    pinned = {**solvable, "verdict": "unsolvable", "reason": "refuted", "proof": "checked"}
    del pinned["witness"]
    assert verify(tmp_path, {**pinned, "refutation": other["refutation"]}) == 14


def test_a_refutation_moved_to_other_faces(tmp_path: Path, unsolvable: dict[str, Any]) -> None:
    """The deal inside is what is checked: with other faces its id is another one."""
    faces = unsolvable["deal"]["faces"]
    faces[0], faces[1] = faces[1], faces[0]
    assert verify(tmp_path, unsolvable) == 65


def test_results_without_their_deals(tmp_path: Path, unsolvable: dict[str, Any]) -> None:
    del unsolvable["deal"]
    deals = str(EXAMPLES / "bowl-unsolvable.json")
    assert verify(tmp_path, unsolvable, more=(deals,)) == 0
    unsolvable["refutation"]["steps"].pop()
    assert verify(tmp_path, unsolvable, more=(deals,)) == 14


def test_witnesses_tampered_with(tmp_path: Path, solvable: dict[str, Any]) -> None:
    moves = solvable["witness"]
    changed = (moves[1:], moves[:-1], moves[::-1], [*moves, moves[0]], [[0, 0], *moves], [])
    for wrong in changed:
        assert verify(tmp_path, {**solvable, "witness": wrong}) == 14


# --- exports ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["bowl-unsolvable", "turtle-unsolvable", "twin-towers-unsolvable", "row-locked"])
def test_exports_are_proofs_for_another_checker(tmp_path: Path, name: str) -> None:
    value = result(name)
    out = tmp_path / "out"
    assert verify(tmp_path, value, more=("--export", "cnf,lrat", str(out))) == 0
    assert sorted(path.name for path in out.iterdir()) == [f"{value['deal_id']}.cnf", f"{value['deal_id']}.lrat"]
    variables, clauses = read_cnf((out / f"{value['deal_id']}.cnf").read_text("ascii"))
    steps = read_lrat((out / f"{value['deal_id']}.lrat").read_text("ascii"), len(clauses) + 1)
    assert accepts_lrat(variables, clauses, steps)
    assert accepts_rup(clauses, steps)
    # and the formula is that of the deal, by another reading of the coordinates
    deal = api.load(EXAMPLES / f"{name}.json")[0]
    assert isinstance(deal, RemovalDeal)
    masks = [int(entry["tiles"], 16) for entry in value["refutation"]["deadlocks"]]
    sets = [frozenset(tile for tile in range(len(deal.faces)) if mask >> tile & 1) for mask in masks]
    assert clauses == formula(deal, sets)
    assert variables == len(Board(deal).pairs)


def test_another_checker_sees_a_tampered_export(tmp_path: Path, unsolvable: dict[str, Any]) -> None:
    out = tmp_path / "out"
    assert verify(tmp_path, unsolvable, more=("--export", "cnf,lrat", str(out))) == 0
    variables, clauses = read_cnf(next(out.glob("*.cnf")).read_text("ascii"))
    steps = read_lrat(next(out.glob("*.lrat")).read_text("ascii"), len(clauses) + 1)
    for place in range(len(steps)):
        assert not accepts_lrat(variables, clauses, steps[:place] + steps[place + 1 :])
    masks = len(unsolvable["refutation"]["deadlocks"])
    assert not accepts_rup(clauses[:-masks], steps)


def test_only_what_holds_is_exported(tmp_path: Path, unsolvable: dict[str, Any], solvable: dict[str, Any]) -> None:
    unsolvable["refutation"]["steps"].pop()
    out = tmp_path / "out"
    assert verify(tmp_path, unsolvable, solvable, more=("--export", "cnf,lrat", str(out))) == 14
    assert not out.exists() or not list(out.iterdir())


def test_exports_of_one_kind_and_of_none_there_is(tmp_path: Path, unsolvable: dict[str, Any]) -> None:
    assert verify(tmp_path, unsolvable, more=("--export", "lrat", str(tmp_path / "one"))) == 0
    assert [path.suffix for path in (tmp_path / "one").iterdir()] == [".lrat"]
    assert verify(tmp_path, unsolvable, more=("--export", "drat", str(tmp_path / "two"))) == 2


def test_an_odd_group_has_nothing_to_export(tmp_path: Path, capfdbinary: Printed) -> None:
    deal = make_deal(((0, 0, 0), (4, 0, 0), (8, 0, 0)), ("a", "a", "a"))
    record = {
        "schema": "pyrsolve.deal/1",
        "game": "mahjong",
        "layout": {"schema": "pyrsolve.layout/1", "name": "three", "tiles": deal.layout.tiles},
        "faces": deal.faces,
    }
    value = json.loads(encode(result_record(api.solve(deal), deal, deal_record=record)))
    out = str(tmp_path / "out")
    assert verify(tmp_path, value, more=("--allow-odd", "--export", "cnf,lrat", out)) == 0
    assert "odd match group" in capfdbinary.readouterr().err.decode()
    value["refutation"]["odd_group"] = "3"
    assert verify(tmp_path, value, more=("--allow-odd",)) == 14
