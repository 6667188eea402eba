"""`count`: exact, estimated, cut short."""

from __future__ import annotations

import json
from pathlib import Path

from pyrsolve.records.schema import FOLDER
from tests.cli.conftest import Cli
from tests.samples import LONG, ODD, SOLVABLE, UNSOLVABLE, write


def test_the_example_of_six(cli: Cli, folder: Path) -> None:
    write(folder / "six.json", SOLVABLE)
    (record,) = cli("count", "six.json", "--exact", "--json", "--no-timing").records
    assert (record["schema"], record["exact"]) == ("pyrsolve.count/1", True)
    assert (record["positions"], record["winning_sequences"], record["winning_pairings"]) == (32, 90, 15)
    assert (record["dead_ends"], record["dead_ends_by_tiles_left"]) == (0, {})
    assert "timing" not in record
    text = cli("count", "six.json").out
    assert "winning lines     90" in text


def test_dead_ends_by_tiles_left_have_text_keys(cli: Cli, folder: Path) -> None:
    write(folder / "lost.json", UNSOLVABLE)
    (record,) = cli("count", "lost.json", "--json").records
    assert record["dead_ends_by_tiles_left"] == {"4": 1}
    assert (record["positions"], record["winning_sequences"], record["winnable_positions"]) == (1, 0, 0)


def test_exact_never_turns_into_an_estimate(cli: Cli) -> None:
    ran = cli("count", "pyrsolve:turtle:1", "--json", "--node-limit", "5000")
    assert ran.code == 12
    (record,) = ran.records
    assert (record["exact"], record["reason"]) == (False, "nodes")
    assert record["positions"] > 100
    assert not {"winning_sequences", "winning_pairings", "random", "lines", "winnable_positions"} & set(record)
    assert "cut short (nodes), so far" in cli("count", "pyrsolve:turtle:1", "--node-limit", "5000").out
    assert cli("count", "pyrsolve:turtle:1", "--memory-limit", "1M", "--json").records[0]["reason"] == "memory"


def test_estimates_have_errors_and_repeat(cli: Cli) -> None:
    first = cli("count", "pyrsolve:gate:2", "--estimate", "--samples", "200", "--json")
    (record,) = first.records
    assert "positions" not in record
    for name in ("random", "careful"):
        low, high = record[name]["interval"]
        assert low <= record[name]["rate"] <= high
        assert record[name]["plays"] == 200
    assert record["winning_lines"]["standard_error"] > 0
    assert cli("count", "pyrsolve:gate:2", "--estimate", "--samples", "200", "--json").out == first.out
    assert cli("count", "pyrsolve:gate:2", "--estimate", "--samples", "200", "--seed", "2", "--json").out != first.out
    assert "standard error" in cli("count", "pyrsolve:gate:2", "--estimate").out


def test_large_numbers_are_whole(cli: Cli, folder: Path) -> None:
    places = [[4 * place, 0, 0] for place in range(36)]
    deal = {**SOLVABLE, "layout": {**SOLVABLE["layout"], "tiles": places}, "faces": [f"{n // 2}" for n in range(36)]}
    write(folder / "wide.json", deal)
    (record,) = cli("count", "wide.json", "--json", "--no-pairings").records
    assert record["winning_sequences"] == 6402373705728000
    schema = json.loads((FOLDER / "count.json").read_text(encoding="utf-8"))
    assert "integer" in json.dumps(schema)


def test_bad_input_does_not_stop_the_others(cli: Cli, folder: Path) -> None:
    write(folder / "bad.json", {**SOLVABLE, "faces": ["a"]})
    write(folder / "odd.json", ODD)
    write(folder / "six.json", SOLVABLE)
    ran = cli("count", "bad.json", "odd.json", "six.json")
    assert ran.code == 65
    assert "winning lines     90" in ran.out
    assert "odd.json" in ran.err


def test_time_limit(cli: Cli, folder: Path) -> None:
    write(folder / "long.json", LONG)
    assert cli("count", "long.json", "--time-limit", "0.2", "--json").records[0]["reason"] in ("time", "memory")
    assert cli("count", "long.json", "--estimate", "--time-limit", "0.1", "--json").code == 12
