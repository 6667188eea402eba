"""Paths, standard input, folders, patterns and references as items; items as deals, with every fault in its place."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyrsolve
from pyrsolve import inputs, registry
from pyrsolve.errors import DataError, NotFoundError, OptionError
from pyrsolve.inputs import Item, Reading, count, expand, parse_rules, read
from pyrsolve.records import caps
from pyrsolve.records.encode import encode
from pyrsolve.records.fault import Source
from tests.samples import FLOATING, ODD, SOLVABLE, UNSOLVABLE, line, row, write


def sources(*arguments: str | Path) -> list[tuple[str, int | None]]:
    return [(item.source.file, item.source.line) for item in expand(map(str, arguments))]


def error_of(*arguments: str | Path) -> str:
    (item,) = expand(map(str, arguments))
    assert isinstance(item.error, NotFoundError)
    return str(item.error)


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


# --- arguments ----------------------------------------------------------------------------------------------------
def test_a_json_file_is_one_record(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", SOLVABLE)
    (item,) = expand([str(path)])
    assert item == Item(Source(str(path)), path.read_bytes())
    assert read(item, Reading()).game == "mahjong"


def test_a_jsonl_file_is_one_record_a_line_and_blank_lines_count(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SOLVABLE, "\n", "  \r\n", UNSOLVABLE)
    items = list(expand([str(path)]))
    assert [item.source.line for item in items] == [1, 4]
    assert [json.loads(item.data or b"") for item in items] == [SOLVABLE, UNSOLVABLE]


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SOLVABLE, line(UNSOLVABLE).rstrip("\n"))
    assert sources(path) == [(str(path), 1), (str(path), 2)]


@pytest.mark.parametrize("content", [b"", b"\n", b" \n\n"])
def test_an_empty_jsonl_file_is_a_fault(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(content)
    (item,) = expand([str(tmp_path / "a.jsonl")])
    with pytest.raises(DataError, match=r"a\.jsonl: empty"):
        read(item, Reading())


def test_names_stay_as_the_user_gave_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "a.json", SOLVABLE)
    assert sources("./a.json", "a.json", str(tmp_path / "a.json")) == [
        ("./a.json", None),
        ("a.json", None),
        (str(tmp_path / "a.json"), None),
    ]


def test_a_folder_gives_its_records_sorted(tmp_path: Path) -> None:
    for name in ("b.json", "a.jsonl", "c.txt", "d.json.bak", "Z.json"):
        write(tmp_path / name, SOLVABLE)
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub" / "e.json", SOLVABLE)
    assert [(Path(file).name, number) for file, number in sources(tmp_path)] == [
        ("Z.json", None),
        ("a.jsonl", 1),
        ("b.json", None),
    ]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside.json", SOLVABLE)
    home = tmp_path / "home"
    (home / "sub").mkdir(parents=True)
    write(home / "a.json", SOLVABLE)
    (home / "inside.json").symlink_to("a.json")
    (home / "out.json").symlink_to(outside)
    (home / "up.json").symlink_to("../outside.json")
    (home / "loop.json").symlink_to("loop.json")
    (home / "dangling.json").symlink_to("nowhere.json")
    assert [Path(file).name for file, _ in sources(home)] == ["a.json", "inside.json"]
    (tmp_path / "link").symlink_to(home)  # a link that the user names is the user's wish
    assert len(sources(tmp_path / "link")) == 2


def test_patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    for name in ("b.json", "a.json", "sub/c.json", "sub/d.jsonl", "[x].json"):
        write(tmp_path / name, SOLVABLE)
    assert [file for file, _ in sources("?.json")] == ["a.json", "b.json"]
    assert [file for file, _ in sources("**/*.json")] == sorted(
        ["[x].json", "a.json", "b.json", str(Path("sub/c.json"))]
    )
    assert [Path(file).name for file, _ in sources("s*")] == ["c.json", "d.jsonl"]
    assert [file for file, _ in sources("[x].json")] == ["[x].json"]  # it is there by that name


def test_what_leads_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert error_of(tmp_path / "no.json") == f"{tmp_path / 'no.json'}: No such file or directory"
    assert error_of(tmp_path / "empty") == f"{tmp_path / 'empty'}: the folder has no *.json and no *.jsonl file"
    assert error_of(tmp_path / "*.json") == f"{tmp_path / '*.json'}: no file matches this pattern"
    assert error_of("x" * 5000).endswith("ile name too long") or os.name == "nt"
    assert error_of(line(SOLVABLE)).startswith('{"schema"')  # a record where its file's name should be


def test_what_leads_to_nothing_does_not_stop_the_others(tmp_path: Path) -> None:
    good = write(tmp_path / "a.json", SOLVABLE)
    items = list(expand([str(tmp_path / "no.json"), str(good)]))
    assert [item.error is None for item in items] == [False, True]


@pytest.mark.skipif(os.name != "posix" or sys.platform == "darwin", reason="names are Unicode there")
def test_a_name_that_is_not_utf_8(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xe9.json"))
    write(path, SOLVABLE)
    (item,) = expand([str(path)])
    assert item.source.file == f"{tmp_path}/\\xe9.json"
    item.source.file.encode()
    assert error_of(str(path) + "x").endswith("\\xe9.jsonx: No such file or directory")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs a user without all rights")
def test_what_may_not_be_read(tmp_path: Path) -> None:
    path = write(tmp_path / "a.json", SOLVABLE)
    path.chmod(0)
    assert "Permission denied" in error_of(path)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (line(SOLVABLE), [1]),
        (line(SOLVABLE) + line(UNSOLVABLE), [1, 2]),
        ("\n\n" + line(SOLVABLE) + "\n" + line(UNSOLVABLE), [3, 5]),
        (json.dumps(SOLVABLE, indent=1), [None]),
        ("\n" + json.dumps(SOLVABLE, indent=1), [None]),
        ("{broken\n" + line(SOLVABLE), [1, 2]),
        ("{broken\n", [None]),
        ("{broken\n{broken\n", [None]),
        ("", [None]),
        ("\n\n", [None]),
        ('{"schema": "pyrsolve.deal/1", "layout":\n{"schema": "pyrsolve.layout/1"}\n}', [None]),
        ("[\n" + line(SOLVABLE) + "]\n", [1, 2, 3]),
        ("1\n2\n", [None]),
    ],
)
def test_standard_input_is_looked_at(stdin, tmp_path: Path, data: str, lines: list[int | None]) -> None:  # type: ignore[no-untyped-def]
    stdin(data.encode())
    items = list(expand(["-"]))
    assert [item.source.line for item in items] == lines
    assert {item.source.file for item in items} == {"-"}
    assert b"\n".join(item.data or b"" for item in items).split() == data.encode().split()
    other = tmp_path / "records.txt"  # and so is a file whose name does not say what it is
    other.write_text(data, encoding="utf-8")
    assert [item.source.line for item in expand([str(other)])] == lines


def test_files_larger_than_the_cap_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "MAX_FILE_BYTES", 1000)
    for name in ("a.json", "a.jsonl", "a.txt"):
        (tmp_path / name).write_bytes(b"{" + b" " * 5000)
        (item,) = expand([str(tmp_path / name)])
        assert item.data is not None
        assert len(item.data) == 1001, name
    (tmp_path / "b.jsonl").write_bytes(b"{" + b" " * 5000 + b"\n" + line(SOLVABLE).encode())
    assert len(list(expand([str(tmp_path / "b.jsonl")]))) == 1
    assert caps.MAX_FILE_BYTES == 64 * 1024 * 1024


def test_count(tmp_path: Path) -> None:
    write(tmp_path / "a.json", SOLVABLE)
    write(tmp_path / "b.jsonl", SOLVABLE, "\n", SOLVABLE)
    arguments = [str(tmp_path), str(tmp_path / "*.json"), "pyrsolve:turtle:1", str(tmp_path / "no.json")]
    assert count(arguments) == len(list(expand(arguments))) == 3 + 1 + 1 + 1
    assert count([*arguments, "-"]) is None


# --- references ---------------------------------------------------------------------------------------------------
def test_references() -> None:
    long, short = (read(item, Reading()) for item in expand(["pyrsolve:mahjong/turtle:17", "pyrsolve:turtle:17"]))
    assert long == short
    assert long.reference == "pyrsolve:mahjong/turtle:17"
    record = encode(registry.game("mahjong").write(long))
    assert read(Item(Source("x"), record), Reading()).deal_id == long.deal_id


@pytest.mark.parametrize(
    "reference",
    [
        "pyrsolve:",
        "pyrsolve:turtle",
        "pyrsolve:turtle:",
        "pyrsolve:turtle:x",
        "pyrsolve:turtle:-1",
        "pyrsolve:turtle:1.5",
        "pyrsolve:turtle:\u0663",
        "pyrsolve:turtle:1234567890123456789",
        "pyrsolve::1",
        "pyrsolve:turtel:1",
        "pyrsolve:chess/turtle:1",
        "pyrsolve:\udce9:1",
    ],
)
def test_bad_references(reference: str) -> None:
    (item,) = expand([reference])
    with pytest.raises(DataError) as caught:
        read(item, Reading())
    (fault,) = caught.value.faults
    assert fault.file == item.source.file
    str(fault).encode()


def test_a_reference_to_a_layout_in_a_folder(tmp_path: Path) -> None:
    write(tmp_path / "mine.json", UNSOLVABLE["layout"])
    (item,) = expand(["pyrsolve:mine:3"])
    with pytest.raises(NotFoundError, match="no layout 'mine'"):
        read(item, Reading())
    assert len(read(item, Reading((tmp_path,))).faces) == 4  # type: ignore[attr-defined]


# --- records ------------------------------------------------------------------------------------------------------
def faults_of(value: object, reading: Reading = Reading()) -> list[str]:  # noqa: B008
    data = value.encode() if isinstance(value, str) else json.dumps(value, indent=1).encode()
    with pytest.raises(DataError) as caught:
        read(Item(Source("f.json"), data), reading)
    return [str(fault) for fault in caught.value.faults]


def test_every_fault_has_file_line_and_column() -> None:
    bad = row("1m", "1m", "1m")
    bad["rules"] = {"cover": "sideways", "colour": 1}
    bad["removed"] = [9]
    found = faults_of(bad)
    assert any(text.startswith("f.json:") and "$.rules: " in text and "sideways" in text for text in found)
    assert any("$.removed[0]: " in text for text in found)
    for text in found:
        file, number, column, _ = text.split(":", 3)
        assert (file, number.isdigit(), column.isdigit()) == ("f.json", True, True), text


def test_a_fault_on_a_line_of_many() -> None:
    with pytest.raises(DataError) as caught:
        read(Item(Source("f.jsonl", 7), line(ODD).encode()), Reading())
    assert [(fault.file, fault.line) for fault in caught.value.faults] == [("f.jsonl", 7)] * 2
    assert all(fault.column is not None and fault.column > 100 for fault in caught.value.faults)


def test_faults_of_a_layout_in_its_own_file(tmp_path: Path) -> None:
    """The place of such a fault is in the layout's file, not in the deal's."""
    write(tmp_path / "mine.json", {"schema": "pyrsolve.layout/1", "name": "mine", "tiles": [[0, 0, 0], [1, 0, 0]]})
    deal = {"schema": "pyrsolve.deal/1", "game": "mahjong", "layout": "mine", "faces": ["a", "a"]}
    with pytest.raises(DataError) as caught:
        read(Item(Source("deals.jsonl", 5), line(deal).encode()), Reading((tmp_path,)))
    (fault,) = caught.value.faults
    assert (fault.file, fault.line, fault.path) == (str(tmp_path / "mine.json"), 1, "$.tiles[1]")


def test_an_unknown_layout_preset_and_rule() -> None:
    assert "did you mean 'turtle'" in faults_of({**SOLVABLE, "layout": "turtel"})[0]
    assert "$.layout" in faults_of({**SOLVABLE, "layout": "turtel"})[0]
    assert "$.preset: unknown preset 'best'" in faults_of({**SOLVABLE, "preset": "best"})[0]
    assert (
        "$.rules: unknown rule 'covers'; did you mean 'cover'?"
        in faults_of({**SOLVABLE, "rules": {"covers": "any"}})[0]
    )


def test_rules_of_the_command_line_win() -> None:
    item = Item(Source("f"), line({**FLOATING, "rules": {"cover": "next"}}).encode())
    assert read(item, Reading()).options.effective()["cover"] == "next"
    assert read(item, Reading(rules={"cover": "any"})).options.effective()["cover"] == "any"
    assert read(item, Reading(preset="rulebook-literal", rules={"deck": "free"})).options.effective()["deck"] == "free"


def test_rules_that_the_game_does_not_have_are_the_users_mistake() -> None:
    for item in (Item(Source("f"), line(SOLVABLE).encode()), *expand(["pyrsolve:turtle:1"])):
        with pytest.raises(OptionError, match="unknown rule 'covers'"):
            read(item, Reading(rules={"covers": "any"}))
        with pytest.raises(OptionError, match="unknown preset 'best'"):
            read(item, Reading(preset="best"))


def test_odd_groups() -> None:
    assert len(faults_of(ODD)) == 2
    item = Item(Source("f"), line(ODD).encode())
    assert read(item, Reading(allow_odd=True)).game == "mahjong"


def test_parse_rules() -> None:
    assert parse_rules(["a=b", "c=d=e", "f="]) == {"a": "b", "c": "d=e", "f": ""}
    for wrong in ("a", "=b", ""):
        with pytest.raises(OptionError, match="NAME=VALUE"):
            parse_rules([wrong])


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(DataError):
        read(Item(Source("f"), data), Reading())


# --- load ---------------------------------------------------------------------------------------------------------
def test_load(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", SOLVABLE, UNSOLVABLE)
    assert [len(deal.faces) for deal in pyrsolve.load(path)] == [6, 4]  # type: ignore[attr-defined]
    assert pyrsolve.load("pyrsolve:turtle:1")[0].reference == "pyrsolve:mahjong/turtle:1"


def test_load_names_every_fault_of_every_record(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", ODD, SOLVABLE, "{\n", ODD)
    with pytest.raises(DataError) as caught:
        pyrsolve.load(path)
    assert [fault.line for fault in caught.value.faults] == [1, 1, 3, 4, 4]
    with pytest.raises(NotFoundError):
        pyrsolve.load(tmp_path / "no.json")


def test_a_record_that_holds_a_deal_stands_for_it(tmp_path: Path) -> None:
    inside = json.loads(line(SOLVABLE))
    for schema in ("pyrsolve.result/1", "pyrsolve.repair/1", "pyrsolve.record/1"):
        path = tmp_path / "held.json"
        path.write_text(json.dumps({"schema": schema, "deal": inside}), encoding="utf-8")
        [deal] = pyrsolve.load(path)
        path.write_text(json.dumps(inside), encoding="utf-8")
        [same] = pyrsolve.load(path)
        assert deal.deal_id == same.deal_id
        path.write_text(json.dumps({"schema": schema, "deal": {**inside, "faces": ["a"]}}), encoding="utf-8")
        with pytest.raises(DataError, match=r"held.json:1:.*\$\.deal\.faces"):
            pyrsolve.load(path)
        path.write_text(json.dumps({"schema": schema}), encoding="utf-8")
        with pytest.raises(DataError, match="no deal inside"):
            pyrsolve.load(path)
