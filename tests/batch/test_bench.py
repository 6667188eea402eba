"""`bench`: what the rows say, in what order, and what stops it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from pyrsolve import api, registry
from pyrsolve.backends import calibration
from pyrsolve.backends.base import Backend
from pyrsolve.batch.bench import Plan, Trouble, bench, percentile, rows, totals
from pyrsolve.cli.main import run
from pyrsolve.errors import DataError, DisagreementError
from pyrsolve.inputs import expand
from pyrsolve.outcome import Limits, Outcome, Solvable
from pyrsolve.records.bench import BenchRow
from pyrsolve.records.encode import encode
from pyrsolve.records.schema import FOLDER
from tests.boards import make_deal

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = registry.game("mahjong")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Two files of three turtles and of one small unsolvable deal."""
    many = tmp_path / "turtles.jsonl"
    many.write_bytes(b"".join(encode(GAME.write(deal)) + b"\n" for deal in api.deal("turtle", 1, 3)))
    locked = make_deal(((0, 0, 0), (0, 0, 1)), ("a", "a"))
    (tmp_path / "locked.json").write_bytes(encode(GAME.write(locked)))
    return tmp_path


def printed(capfdbinary: pytest.CaptureFixture[bytes]) -> dict[str, object]:
    value = json.loads(capfdbinary.readouterr().out)
    assert isinstance(value, dict)
    return value


def test_json_is_what_the_interface_says(files: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    both = ["--backend", "brute", "--backend", "pairing"]
    assert run(["bench", str(files), *both, "--limit", "1", "--time-limit", ".1", "--json"]) == 0
    value = printed(capfdbinary)
    jsonschema.validate(value, json.loads((FOLDER / "bench.json").read_text(encoding="utf-8")))
    assert value["schema"] == "pyrsolve.bench/1"
    assert isinstance(value["calibration_ms"], float)
    assert value["calibration_ms"] > 0
    found = value["rows"]
    assert isinstance(found, list)
    assert [(Path(row["file"]).name, row["backend"]) for row in found] == [
        ("locked.json", "brute"),
        ("locked.json", "pairing"),
        ("turtles.jsonl", "brute"),
        ("turtles.jsonl", "pairing"),
    ]
    for row in found:
        assert row["deals"] == row["solvable"] + row["unsolvable"] + row["undecided"] == 1
        assert 0 <= row["median_ms"] <= row["p99_ms"] <= row["max_ms"]
    assert [row["unsolvable"] for row in found] == [1, 1, 0, 0]
    assert found[3]["solvable"] == 1
    assert "closures" not in found[0]
    assert found[3]["closures"] > 0


def test_counters_are_sums_and_the_same_each_time(files: Path) -> None:
    deals = list(api.deal("turtle", 1, 3))
    closures = sum(api.solve(deal).stats.closures or 0 for deal in deals)
    for _ in range(2):
        found = [row for row in rows(Plan(), expand([str(files / "turtles.jsonl")])) if isinstance(row, BenchRow)]
        assert [(row.deals, row.closures) for row in found] == [(3, closures)]
        assert found[0].backend == "pairing"


def test_the_table(files: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["bench", str(files)]) == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    assert lines[0].split()[:3] == ["file", "backend", "deals"]
    assert [line.split()[2] for line in lines[1:3]] == ["1", "3"]
    assert lines[3].startswith("pairing: 2 files, sum of means ")
    assert lines[4].startswith("calibration: ")
    assert len(lines) == 5


def test_bad_records_are_named_and_the_others_timed(files: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = files / "turtles.jsonl"
    first, *rest = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([first, b"{}\n", *rest]))
    assert run(["bench", str(path), "--json"]) == 65
    out, err = capfdbinary.readouterr()
    assert json.loads(out)["rows"][0]["deals"] == 3
    assert f"{path}:2".encode() in err


def test_limits_are_kept(files: Path) -> None:
    plan = Plan(limits=Limits(nodes=0), limit=2)
    found = [row for row in rows(plan, expand([str(files / "turtles.jsonl")])) if isinstance(row, BenchRow)]
    assert [(row.deals, row.undecided) for row in found] == [(2, 2)]


def test_unknown_backends_are_usage_errors(files: Path) -> None:
    assert run(["bench", str(files), "--backend", "nobody"]) == 2
    assert run(["bench", str(files / "nothing.json")]) == 65


class Liar(Backend):
    """Says yes to everything."""

    name, summary, needs, complete = "liar", "", frozenset(), True

    def solve(self, game: object, deal: object, limits: Limits, *, proof: bool = True) -> Outcome:
        return Solvable(backend="liar", moves=())


def test_backends_that_contradict_each_other_stop_it(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = registry.backend
    monkeypatch.setattr(registry, "backend", lambda name: Liar() if name == "liar" else real(name))
    plan = Plan(backends=("pairing", "liar"))
    with pytest.raises(DisagreementError, match=r"locked\.json"):
        list(rows(plan, expand([str(files)])))
    assert run(["bench", str(files), "--backend", "pairing", "--backend", "liar"]) == 70


def test_a_backend_that_cannot_is_told_and_the_others_go_on(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pyrsolve.errors import UnsupportedError

    class Unable(Liar):
        def solve(self, game: object, deal: object, limits: Limits, *, proof: bool = True) -> Outcome:
            raise UnsupportedError("cannot")

    real = registry.backend
    monkeypatch.setattr(registry, "backend", lambda name: Unable() if name == "unable" else real(name))
    found = list(rows(Plan(backends=("unable", "pairing")), expand([str(files)])))
    assert [type(row) for row in found] == [Trouble, BenchRow, Trouble, BenchRow]
    assert run(["bench", str(files), "--backend", "unable", "--backend", "pairing"]) == 13


def test_calibration_frames_the_run(files: Path) -> None:
    said: list[object] = []
    times: Iterator[float] = iter([10.0, 20.0])

    def calibrate() -> float:
        said.append("calibrated")
        return next(times)

    record = bench(Plan(), expand([str(files)]), calibrate, said.append)
    assert said == ["calibrated", *record.rows, "calibrated"]
    assert (record.calibration_before_ms, record.calibration_after_ms, record.calibration_ms) == (10, 20, 15)


def test_calibration_is_the_same_work_always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "CLOSURES", 20)
    deal = next(api.deal("turtle", 1))
    assert calibration.calibrate(GAME, deal) > 0
    from pyrsolve.kernels.calibration import closures

    tables = GAME.pairing_problem(deal).tables
    assert closures(tables.counter, tables.first, tables.target, tables.delta, 20) == 20 * 144
    monkeypatch.setattr("pyrsolve.kernels.calibration.closures", lambda *_: 0)
    with pytest.raises(RuntimeError, match="not all of them"):
        calibration.calibrate(GAME, deal)


@pytest.mark.parametrize(
    ("count", "expected"),
    [(1, 1), (2, 2), (99, 99), (100, 99), (101, 100), (200, 198), (1000, 990)],
)
def test_p99_is_the_nearest_rank(count: int, expected: int) -> None:
    assert percentile(list(range(1, count + 1)), 99) == expected


def test_totals_are_sums_and_geometric_means() -> None:
    def row(file: str, backend: str, mean: float) -> BenchRow:
        return BenchRow(
            file=file,
            backend=backend,
            deals=1,
            solvable=1,
            unsolvable=0,
            undecided=0,
            mean_ms=mean,
            median_ms=mean,
            p99_ms=mean,
            max_ms=mean,
        )

    found = totals([row("a", "x", 1.0), row("a", "y", 5.0), row("b", "x", 4.0)])
    assert [(total.backend, total.files, total.sum_of_means_ms, total.geometric_mean_ms) for total in found] == [
        ("x", 2, 5.0, 2.0),
        ("y", 1, 5.0, 5.0),
    ]
    assert totals([]) == ()


def test_troubles_carry_their_error(files: Path) -> None:
    (files / "bad.json").write_text("{", encoding="utf-8")
    found = next(iter(rows(Plan(), expand([str(files / "bad.json")]))))
    assert isinstance(found, Trouble)
    assert isinstance(found.error, DataError)
