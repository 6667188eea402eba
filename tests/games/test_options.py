"""The options machinery: reading, presets, errors that name what there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import pytest

from pyrsolve import registry
from pyrsolve.errors import OptionError
from pyrsolve.games.options import Options, Value, option


@dataclass(frozen=True)
class Sample(Options):
    wild: bool = option(False, (False, True), reason="r", rule="A-1")
    size: int = option(3, (1, 2, 3), reason="r")
    tokens: int = option(2, reason="r")
    cover: str = option("next", ("next", "any"), reason="r")
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {"recommended": {}, "rulebook-literal": {"size": 1}}


def test_reading_words() -> None:
    made = Sample.make({"wild": "on", "size": "2", "tokens": "7", "cover": "any"})
    assert made == Sample(wild=True, size=2, tokens=7, cover="any")
    assert Sample.make({"wild": False, "size": 2, "tokens": 0}).effective() == {
        "wild": False,
        "size": 2,
        "tokens": 0,
        "cover": "next",
    }


def test_preset_and_difference() -> None:
    made = Sample.make({"wild": True}, "rulebook-literal")
    assert made.size == 1
    assert made.differing("rulebook-literal") == {"wild": True}
    assert made.differing() == {"wild": True, "size": 1}


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"wid": True}, "did you mean 'wild'"),
        ({"zzz": 1}, "there are: wild, size, tokens, cover"),
        ({"cover": "maybe"}, "none of next, any"),
        ({"size": 4}, "none of 1, 2, 3"),
        ({"size": True}, "none of 1, 2, 3"),
        ({"wild": 1}, "none of false, true"),
        ({"tokens": -1}, "integer of at least 0"),
        ({"tokens": True}, "integer of at least 0"),
        ({"tokens": "9" * 30}, "integer of at least 0"),
    ],
)
def test_faults(values: dict[str, object], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Sample.make(values)


def test_every_fault_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        Sample.make({"wid": 1, "cover": "maybe", "size": 9})
    assert all(word in str(caught.value) for word in ("wid", "maybe", "9"))


def test_unknown_preset() -> None:
    with pytest.raises(OptionError, match="recommended, rulebook-literal"):
        Sample.make({}, "strict")


@pytest.mark.parametrize("name", registry.GAMES)
def test_every_game_has_the_presets_and_reasons(name: str) -> None:
    options = registry.game(name).options
    assert {"recommended", "rulebook-literal"} <= set(options.presets)
    for preset in options.presets:
        assert options.make(preset=preset).differing(preset) == {}
    for entry in options.describe():
        assert entry["reason"]
        assert entry["default"] in entry["values"] or isinstance(entry["values"], str)
