# ruff: noqa: F811
"""References to other programs' games, through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyrsolve.dealers.mt19937 import glib, seed_sequence
from tests.cli.conftest import Cli, cli, folder  # noqa: F401


def put(folder: Path, name: str, width: int) -> None:
    tiles = [[2 * x, 0, 0] for x in range(width)]
    (folder / f"{name}.json").write_text(json.dumps({"schema": "pyrsolve.layout/1", "name": name, "tiles": tiles}))


def test_generators_are_the_published_ones() -> None:
    """C++'s std::mt19937 documents its 10000th word for the seeding that GLib has too."""
    random = glib(5489)
    assert [random.getrandbits(32) for _ in range(10000)][-1] == 4123659995
    assert seed_sequence(1).getrandbits(32) != seed_sequence(2).getrandbits(32)


def test_a_game_of_kmahjongg_by_number(cli: Cli, corpus: Path) -> None:
    layouts = corpus / "layouts/kmahjongg"
    ran = cli("solve", "--json", "kmahjongg:default:12345", "--layouts", layouts)
    (result,) = ran.records
    assert (ran.code, result["verdict"], result["rules"]["cover"]) == (0, "solvable", "next")
    assert result["deal"]["reference"] == "kmahjongg:default:12345"
    assert result["deal"]["made"] == {
        "method": "kmahjongg", "number": 12345, "attempts": 2, "dealing": {"solvable": "true"},
    }  # fmt: skip
    plain = cli("deal", "kmahjongg:default:12345", "--layouts", layouts, "--dealing", "solvable=false").records[0]
    assert plain["faces"] != result["deal"]["faces"]


def test_gnome_games_have_its_blocking_rule(cli: Cli, folder: Path) -> None:
    put(folder, "row", 8)
    ran = cli("deal", "gnome:row:42", "--layouts", folder)
    assert (ran.code, ran.records[0]["rules"]) == (0, {"cover": "any"})


@pytest.mark.parametrize(
    ("reference", "extra", "code", "message"),
    [
        ("kmahjongg:nowhere:1", (), 65, "package kmahjongg"),
        ("gnome:turtle:1", (), 65, "package gnome-mahjongg"),
        ("kmahjongg:odd:1", ("--dealing", "solvable=false"), 65, "even number"),
        ("pysolfc:row:0", (), 65, "no game number"),
        ("pysolfc:row:ms", (), 65, "no game number"),
        ("pysolfc:six:1", (), 65, "multiples of 4"),
        ("kmahjongg:row:2147483648", (), 65, "no game number"),
        ("kmahjongg:row", (), 65, "not of the form"),
        ("xmahjongg:row:1", (), 65, "not reproduced"),
        ("kmahjongg:row:1", ("--dealing", "mode=1"), 2, "no dealing option"),
        ("pysolfc:row:1", ("--dealing", "mode=3"), 2, "none of 0, 1, 2"),
        ("pysolfc:row:1", ("--dealing", "mode"), 2, "--dealing takes NAME=VALUE"),
    ],
)
def test_bad_references(
    cli: Cli,
    folder: Path,
    reference: str,
    extra: tuple[str, ...],
    code: int,
    message: str,
) -> None:
    for name, width in (("row", 8), ("odd", 3), ("six", 6)):
        put(folder, name, width)
    ran = cli("deal", reference, "--layouts", folder, *extra)
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err


@pytest.mark.parametrize("mode", ["0", "1", "2"])
def test_pysolfc_deals_what_its_mode_says(cli: Cli, folder: Path, mode: str) -> None:
    put(folder, "row", 8)
    ran = cli("check", "--format", "jsonl", *(f"pysolfc:row:{n}" for n in range(1, 9)), "--layouts", folder,
              "--dealing", f"mode={mode}")  # fmt: skip
    verdicts = {record["verdict"] for record in ran.records}
    assert len(ran.records) == 8
    assert verdicts == {"solvable"} if mode != "0" else "unsolvable" in verdicts
