"""Every deal that was recorded from the programs' own dealing code is dealt again, face by face."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrsolve.catalogue import read_file
from pyrsolve.dealers.base import Dealt, dealer
from pyrsolve.errors import DataError
from pyrsolve.records.layout import Layout

GNOME_GROUPS = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m 1s 2s 3s 4s 5s 6s 7s 8s 9s 1p 2p 3p 4p 5p 6p 7p 8p 9p 1z 2z 3z 4z 6z 7z".split()
)


def records(corpus: Path, program: str) -> Iterator[dict[str, Any]]:
    with (corpus / "golden" / f"{program}_deals.jsonl").open() as file:
        yield from map(json.loads, file)


def layout_of(tiles: list[list[int]]) -> Layout:
    return Layout(name="board", tiles=tuple((x, y, z) for x, y, z in tiles))


def strings(corpus: Path) -> dict[int, list[list[int]]]:
    """The PySolFC layouts in the order of their strings, which decides between tiles of equal depth."""
    found = {}
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for line in (corpus / "layouts/pysolfc/layouts.tsv").read_text().splitlines()[1:]:
        game, _, _, text = line.split("\t")
        values = [letters.index(letter) for letter in text[1:]]
        found[int(game)] = [
            [x, y, z]
            for n, x, y in zip(values[::3], values[1::3], values[2::3], strict=True)
            for z in range(n // 7, n // 7 + n % 7 + 1)
        ]
    return found


def dealt(program: str, tiles: list[list[int]], number: object, **options: str) -> Dealt:
    by = dealer(program)
    return by.deal(layout_of(tiles), str(number), by.options(options))


def faces(result: Dealt, tiles: list[list[int]]) -> dict[tuple[int, ...], str]:
    return dict(zip(map(tuple, tiles), result.faces, strict=True))


def kmahjongg_code(face: int) -> str:
    for first, last, suit, start in (
        (2, 10, "m", 1), (11, 19, "s", 1), (20, 28, "p", 1), (29, 32, "q", 1),
        (33, 36, "z", 1), (37, 39, "z", 5), (40, 43, "f", 1),
    ):  # fmt: skip
        if first <= face <= last:
            return f"{face - first + start}{suit}"
    raise AssertionError(face)


def gnome_code(number: int) -> str:
    group = number // 4
    if group < 33:
        return GNOME_GROUPS[group]
    return "5z" if group == 34 else f"{number % 4 + 1}{'f' if group == 33 else 'q'}"


def pysolfc_code(suit: int, rank: int) -> str:
    if suit < 3:
        return f"{rank + 1}{'psm'[suit]}" if rank < 9 else f"{suit + 5}z"
    return f"{rank % 4 + 1}{'zqf'[rank // 4]}"


def test_kmahjongg(corpus: Path) -> None:
    wrong, seen, without = [], 0, 0
    for record in records(corpus, "kmahjongg"):
        tiles = [tile[:3] for tile in record["tiles"]]
        if not record["ok"]:
            board = [list(tile) for tile in read_file(corpus / "layouts/kmahjongg" / record["layout"]).tiles]
            with pytest.raises(DataError, match=r"no (solvable )?game"):
                dealt("kmahjongg", board, record["number"])
            without += 1
            continue
        result = dealt("kmahjongg", tiles, record["number"], solvable=str(record["solvable"]).lower())
        expected = {tuple(tile[:3]): kmahjongg_code(tile[3]) for tile in record["tiles"]}
        seen += 1
        if faces(result, tiles) != expected or result.attempts != record["tries"]:
            wrong.append((record["layout"], record["number"], record["solvable"]))
    assert not wrong, (len(wrong), wrong[:8])
    assert seen > 100


def test_gnome(corpus: Path) -> None:
    wrong = []
    for record in records(corpus, "gnome"):
        tiles = [tile[:3] for tile in reversed(record["tiles"])]
        if faces(dealt("gnome", tiles, record["seed"]), tiles) != {
            tuple(tile[:3]): gnome_code(tile[3]) for tile in record["tiles"]
        }:
            wrong.append((record["map"], record["seed"]))
    assert not wrong, (len(wrong), wrong[:8])


def test_pysolfc(corpus: Path) -> None:
    wrong = []
    boards = strings(corpus)
    for record in records(corpus, "pysolfc"):
        tiles = boards.get(record["game"]) or [tile[:3] for tile in record["tiles"]]
        result = dealt("pysolfc", tiles, record["number"], mode=str(record["create_solvable"]))
        if faces(result, tiles) != {tuple(tile[:3]): pysolfc_code(*tile[4:6]) for tile in record["tiles"]}:
            wrong.append((record["game"], record["number"], record["create_solvable"]))
    assert not wrong, (len(wrong), wrong[:8])
