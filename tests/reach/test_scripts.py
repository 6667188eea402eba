"""The scripts of this folder run: what they need from outside is left out, or stood in for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pyrsolve import api
from tests.boards import corpus_file, make_deal
from tests.reach import bench_ffalt, corpus_to_deals, outside_lrat

STAND_IN = """
export class Solver {
	solveLayout(stones: Array<Stone>): number { return stones.length === 144 && stones[0].groupNr === 0 ? LEFT : 144; }
}
"""
ESBUILD = "exports.transformSync = source => ({ code: source.replace(/: Array<Stone>|: number/g, '') });"


def test_corpus_deals_as_records(corpus: Path, tmp_path: Path) -> None:
    known = corpus_to_deals.write(corpus, tmp_path, 3, ("turtle-1000", "maze"))
    assert sorted(known) == ["maze", "turtle-1000"]
    assert (tmp_path / "verdicts.txt").read_text(encoding="utf-8").split()[::2] == ["maze", "turtle-1000"]
    deals, verdicts = corpus_file(corpus / "deals" / "maze.json")
    written = api.load(tmp_path / "maze.jsonl")
    assert [deal.deal_id for deal in written] == [deal.deal_id for deal in deals[:3]]
    assert known["maze"] == verdicts[:3]
    with pytest.raises(FileNotFoundError):
        corpus_to_deals.write(tmp_path, tmp_path)


def test_without_a_checkout_the_comparison_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert bench_ffalt.main([]) == 0
    assert bench_ffalt.main([str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("no checkout of ffalt/mah given") == 2


def test_deals_that_the_other_solver_does_not_know_are_left_out() -> None:
    def row(faces: tuple[str, ...], step: int = 4) -> list[int] | None:
        return bench_ffalt.groups_of(make_deal(tuple((step * k, 0, 0) for k in range(len(faces))), faces))

    assert row(("a", "b", "b", "a")) == [0, 1, 1, 0]
    assert row(("a",) * 6) is None
    assert row(("a", "a"), step=200) is None


@pytest.mark.parametrize(("left", "code"), [("0", 0), ("2", 1)])
def test_verdicts_are_compared(left: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if shutil.which("node") is None:
        pytest.skip("no node")
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    (tmp_path / "src" / "app" / "model").mkdir(parents=True)
    (tmp_path / "src" / "app" / "model" / "solver.ts").write_text(STAND_IN.replace("LEFT", left), encoding="utf-8")
    module = tmp_path / "node_modules" / "esbuild"  # a stand-in too: it takes the types away
    module.mkdir(parents=True)
    (module / "index.js").write_text(ESBUILD, encoding="utf-8")
    assert bench_ffalt.main([str(tmp_path), "pyrsolve:turtle:1", "pyrsolve:turtle:2"]) == code
    assert "ratio of the means" in capsys.readouterr().out


def test_clauses_are_read_from_lrat() -> None:
    assert outside_lrat.clauses_of_lrat("12 -3 4 0 1 2 0\n13 0 12 0\n14 10 -20 0 7 0\n") == [(-3, 4), (), (10, -20)]


def test_outside_checkers_or_a_word_that_there_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert outside_lrat.main(["2", "turtle", "bowl"]) == 0
    out = capsys.readouterr().out
    if outside_lrat.checkers():
        assert out.count("accepts") == 2 * len(outside_lrat.checkers())
    else:
        assert "no checker is installed" in out


@pytest.mark.parametrize("name", ["corpus_to_deals", "bench_ffalt", "outside_lrat"])
def test_scripts_start_from_anywhere(name: str, tmp_path: Path) -> None:
    script = Path(__file__).parent / f"{name}.py"
    arguments = ["0"] if name == "outside_lrat" else ["--help"]
    done = subprocess.run(
        [sys.executable, str(script), *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
