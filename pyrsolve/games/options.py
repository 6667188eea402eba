"""The machinery of rule options: one frozen dataclass a game, from which everything else about them derives.

``--rules NAME=VALUE``, presets, ``pyrsolve games --json``, validation, the docs' tables and the effective rules in
``deal_id`` all read the same fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, ClassVar, Self

from pyrsolve.errors import OptionError

Value = str | int | bool


def option(default: Value, values: tuple[Value, ...] | None = None, *, reason: str, rule: str | None = None) -> Any:
    """Declare a rule option.

    `values` lists what it may be; None is any integer of at least 0 (then `default` is an integer). `reason` says in one
    sentence what it means and why the default is what it is; `rule` is its number in the design pages (``A-MP-1``).
    """
    return field(default=default, metadata={"values": values, "reason": reason, "rule": rule})


@dataclass(frozen=True)
class Options:
    """Base of a game's options; a subclass is a frozen dataclass whose fields are made by `option`."""

    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {"recommended": {}, "rulebook-literal": {}}

    @classmethod
    def make(cls, values: Mapping[str, object] | None = None, preset: str = "recommended") -> Self:
        """The options of `preset` with `values` on top; strings are read as the command line's.

        Raises OptionError naming every unknown name and every value that is not allowed.
        """
        if preset not in cls.presets:
            raise OptionError(f"unknown preset {preset!r}; there are: {', '.join(cls.presets)}")
        merged: dict[str, Any] = dict(cls.presets[preset])
        known = {entry.name: entry for entry in fields(cls)}
        wrong: list[str] = []
        for name, value in (values or {}).items():
            if name not in known:
                close = get_close_matches(name, known, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else f"; there are: {', '.join(known) or 'none'}"
                wrong.append(f"unknown rule {name!r}{hint}")
                continue
            try:
                merged[name] = _read(value, known[name].default, known[name].metadata["values"])
            except ValueError as error:
                wrong.append(f"rule {name!r}: {error}")
        if wrong:
            raise OptionError("; ".join(wrong))
        return cls(**merged)

    def effective(self) -> dict[str, Value]:
        """Every option with its value."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}

    def differing(self, preset: str = "recommended") -> dict[str, Value]:
        """Only what differs from the preset: what a record's `rules` holds."""
        base = type(self).make(preset=preset).effective()
        return {name: value for name, value in self.effective().items() if base[name] != value}

    @classmethod
    def describe(cls) -> list[dict[str, Any]]:
        """Name, values, default, reason, rule number and preset values of every option: what ``games --json`` prints."""
        described = []
        for entry in fields(cls):
            values = entry.metadata["values"]
            presets = {name: preset[entry.name] for name, preset in cls.presets.items() if entry.name in preset}
            described.append(
                {
                    "name": entry.name,
                    "values": list(values) if values is not None else "an integer of at least 0",
                    "default": None if entry.default is MISSING else entry.default,
                    "reason": entry.metadata["reason"],
                    "rule": entry.metadata["rule"],
                    "presets": presets,
                }
            )
        return described


def _read(value: object, default: object, values: tuple[Value, ...] | None) -> Value:
    """Turn `value` (a record's or the command line's) into one of `values`, or say what there is."""
    if values is None:
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20:
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise ValueError(f"{value!r} is not an integer of at least 0")
    if isinstance(value, str) and isinstance(default, bool):
        value = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}.get(value, value)
    elif isinstance(value, str) and isinstance(default, int) and value.lstrip("-").isdigit() and len(value) <= 20:
        value = int(value)
    for allowed in values:
        if type(allowed) is type(value) and allowed == value:
            return allowed
    raise ValueError(f"{value!r} is none of {', '.join(map(_spell, values))}")


def _spell(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
