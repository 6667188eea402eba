"""Where things stand: JSON paths, lines and columns, joined to the standard library's parser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.errors import DataError, Fault
from pyrsolve.records import caps, scan
from pyrsolve.records.decode import placed
from pyrsolve.records.paths import LONGEST_KEY, Step, render, split
from pyrsolve.records.scan import find_faults, find_places, lines_and_columns
from pyrsolve.records.strict import parse

keys = st.text(max_size=8) | st.sampled_from(["a", "b.c", "[0]", "x y", '"', "\\", "", "ß", "line\nbreak"])
leaves = (
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False) | keys
)
values = st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=25)
layouts = st.sampled_from([None, 0, 1, 3])


def everything_in(value: Any, steps: tuple[Step, ...] = ()) -> Iterator[tuple[tuple[Step, ...], Any]]:
    yield steps, value
    inner: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in inner:
        yield from everything_in(item, (*steps, step))


def at(text: str, place: tuple[int, int]) -> Any:
    """The JSON value that begins at a line and column."""
    line, column = place
    rest = "\n".join(text.split("\n")[line - 1 :])[column - 1 :]
    return json.JSONDecoder().raw_decode(rest)[0]


@given(st.lists(keys | st.integers(0, 10**6)))
def test_split_is_the_inverse_of_render(steps: list[Step]) -> None:
    assert split(render(steps)) == steps


def test_paths_are_readable() -> None:
    assert render(["faces", 3]) == "$.faces[3]"
    assert render(["rules", "a b", "größe"]) == '$.rules["a b"].größe'
    assert render(["k" * 500]) == f"$[{json.dumps('k' * LONGEST_KEY + '...')}]"


@pytest.mark.parametrize("text", ["", "$", "$.", "$..a", "$[", '$["a', "$[-1]", "a b"])
def test_what_is_no_path_has_no_steps(text: str) -> None:
    assert split(text) == []


@given(values, layouts)
def test_every_value_is_found(value: Any, indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    wanted = {render(steps): item for steps, item in everything_in(value)}
    places = find_places(text, wanted)
    assert set(places) == set(wanted)
    for path, item in wanted.items():
        assert at(text, places[path]) == item


@given(values, layouts, st.data())
def test_each_alone_is_found_at_the_same_place(value: Any, indent: int | None, data: st.DataObject) -> None:
    text = json.dumps(value, indent=indent)
    steps, item = data.draw(st.sampled_from(list(everything_in(value))))
    path = render(steps)
    assert at(text, find_places(text, [path])[path]) == item
    beyond = render([*steps, "nothing of this name"])
    assert find_places(text, [beyond])[beyond] == find_places(text, [path])[path]


@given(values, layouts)
def test_nothing_is_found_in_sound_text(value: Any, indent: int | None) -> None:
    assert find_faults(json.dumps(value, indent=indent)) == []


@given(values, layouts, st.sampled_from(["NaN", "-Infinity", "1e999", "9" * 21, '"\\udc80"']), st.data())
def test_a_fault_anywhere_has_its_path_and_place(value: Any, indent: int | None, bad: str, data: st.DataObject) -> None:
    steps, _ = data.draw(st.sampled_from(list(everything_in(value))))
    marked = replaced(value, steps, "<here>")
    before, _, after = json.dumps(marked, indent=indent, ensure_ascii=False).partition('"<here>"')
    with pytest.raises(DataError) as caught:
        parse((before + bad + after).encode())
    (fault,) = caught.value.faults
    assert fault.path == render(steps)
    assert (fault.line, fault.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))


def replaced(value: Any, steps: tuple[Step, ...], new: Any) -> Any:
    if not steps:
        return new
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[steps[0]] = replaced(copied[steps[0]], steps[1:], new)
    return copied


@given(st.text(alphabet="ab\n"), st.lists(st.integers(0, 30)))
def test_lines_and_columns(text: str, offsets: list[int]) -> None:
    offsets = [offset for offset in offsets if offset <= len(text)]
    expected = [
        (text[:offset].count("\n") + 1, len(text[:offset].rsplit("\n", maxsplit=1)[-1]) + 1) for offset in offsets
    ]
    assert lines_and_columns(text, offsets) == expected


def test_what_has_a_place_or_is_about_another_file_keeps_it() -> None:
    known = Fault("a", "$.a", 7, 8)
    elsewhere = Fault("b", "$.a", file="other.json")
    open_ = Fault("c", "$.a")
    assert placed([known, elsewhere, open_], b'{"a": 1}') == [known, elsewhere, Fault("c", "$.a", 1, 7)]
    assert placed([open_], None) == [open_]


def test_many_faults_are_cut() -> None:
    found = placed([Fault("x", "$.a")] * 1000, b'{"a": 1}')
    assert len(found) == caps.MAX_FAULTS + 1
    assert found[-1].message == "and 900 more faults"


def test_a_search_that_ends_early_has_the_place_around(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "MAX_TOKENS", 2)
    assert find_places(' {"a": [1, [2]], "b": 3}', ["$.b"]) == {"$.b": (1, 2)}
