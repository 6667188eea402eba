"""Every way in which a JSON value is not of a type, by walking both: msgspec itself stops at the first.

Run only when msgspec has refused a value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from itertools import repeat
from typing import Any

from msgspec import inspect as m

from pyrsolve.errors import Fault
from pyrsolve.records.gather import Gathered, shown
from pyrsolve.records.paths import Step, render

LONGEST_GUESS = 40
"""Keys longer than this are not compared with the known ones: the comparison takes time in proportion to the square."""

Trail = tuple["Trail", Step] | None
"""A path, its last step first: cheap to extend while nothing is wrong."""

JSON_TYPES: dict[type, tuple[tuple[type, ...], str]] = {
    m.StructType: ((dict,), "an object"),
    m.DictType: ((dict,), "an object"),
    m.ListType: ((list,), "a list"),
    m.VarTupleType: ((list,), "a list"),
    m.TupleType: ((list,), "a list"),
    m.IntType: ((int,), "an integer"),
    m.FloatType: ((float, int), "a number"),
    m.BoolType: ((bool,), "true or false"),
    m.NoneType: ((type(None),), "null"),
    m.StrType: ((str,), "a text"),
}


def type_faults(value: Any, kind: type, *, open_ended: bool = False) -> list[Fault]:
    """The faults of a JSON value that is to become a `kind`, with their paths; a line says how many more there are.

    `open_ended` lets unknown fields of the outermost object pass.
    """
    walk = _Walk()
    walk.visit(value, _type_info(kind), None, open_ended)
    return walk.faults.all()


@cache
def _type_info(kind: type) -> Any:
    return m.type_info(kind)


class _Walk:
    def __init__(self) -> None:
        self.faults = Gathered()

    def add(self, message: str, trail: Trail) -> None:
        self.faults.add(lambda: Fault(message, _path(trail)))

    def visit(self, value: Any, info: Any, trail: Trail, open_ended: bool = False) -> None:
        """Gather the faults of one value and of all that is in it."""
        info = _bare(info)
        if isinstance(info, m.UnionType):
            members = [_bare(member) for member in info.types]
            info = next((member for member in members if _fits(value, member)), None)
            if info is None:
                expected = " or ".join(dict.fromkeys(map(_name, members)))
                self.add(f"{_this_is(value)}, but {expected} was expected", trail)
                return
        if not _fits(value, info):
            self.add(f"{_this_is(value)}, but {_name(info)} was expected", trail)
        elif isinstance(info, m.StructType):
            self.fields(value, info, trail, open_ended)
        elif isinstance(info, m.DictType):
            for key, item in value.items():
                self.visit(item, info.value_type, (trail, key))
                if self.faults.full:
                    return
        elif isinstance(info, m.ListType | m.VarTupleType | m.TupleType):
            self.items(value, info, trail)
        elif isinstance(info, m.IntType | m.FloatType):
            self.number(value, info, trail)
        elif isinstance(info, m.StrType):
            self.text(value, info, trail)
        elif isinstance(info, m.LiteralType) and value not in info.values:
            quoted = shown(value) if isinstance(value, str) else value
            self.add(f"{quoted} is not {' or '.join(map(repr, info.values))}", trail)

    def fields(self, value: dict[str, Any], info: m.StructType, trail: Trail, open_ended: bool) -> None:
        known = {entry.encode_name: entry for entry in info.fields}
        for name, entry in known.items():
            if entry.required and name not in value:
                self.add(f"the field {name!r} is missing", trail)
        for key, item in value.items():
            if self.faults.full:
                return
            if key in known:
                self.visit(item, known[key].type, (trail, key))
            elif not open_ended and info.forbid_unknown_fields:
                self.faults.add(lambda key=key: Fault(_unknown(key, known), _path((trail, key))))  # type: ignore[misc]

    def items(self, value: list[Any], info: m.ListType | m.VarTupleType | m.TupleType, trail: Trail) -> None:
        if isinstance(info, m.TupleType):
            if len(value) != len(info.item_types):
                self.add(f"a list of {len(info.item_types)} was expected, this has {len(value)}", trail)
                return
            kinds: Iterable[Any] = info.item_types
        else:
            if info.max_length is not None and len(value) > info.max_length:
                self.add(f"a list of {len(value)}: at most {info.max_length} are allowed", trail)
                return
            if info.min_length is not None and len(value) < info.min_length:
                self.add(f"a list of {len(value)}: at least {info.min_length} are needed", trail)
                return
            if _all_good(value, _bare(info.item_type)):
                return
            kinds = repeat(info.item_type)
        for place, (item, kind) in enumerate(zip(value, kinds, strict=False)):
            self.visit(item, kind, (trail, place))
            if self.faults.full:
                return

    def number(self, value: float, info: m.IntType | m.FloatType, trail: Trail) -> None:
        low, high = info.ge, info.le
        if (low is None or value >= low) and (high is None or value <= high):
            return
        if low is not None and high is not None and high < 2**53:
            self.add(f"{value} is not between {low} and {high}", trail)
        elif low is not None and value < low:
            self.add(f"{value} is less than {low}", trail)
        else:
            self.add(f"{value} is more than {high}", trail)

    def text(self, value: str, info: m.StrType, trail: Trail) -> None:
        if info.max_length is not None and len(value) > info.max_length:
            self.add(f"a text of {len(value)} characters: at most {info.max_length} are allowed", trail)
        elif info.min_length is not None and len(value) < info.min_length:
            self.add("an empty text", trail)
        elif info.pattern is not None and not re.search(info.pattern, value):
            self.add(f"{shown(value)} is not of the form {info.pattern}", trail)


def _all_good(value: list[Any], info: Any) -> bool:
    """Whether a list of integers or texts has no fault: a quick look, for lists may be long."""
    kinds = set(map(type, value))
    if isinstance(info, m.IntType):
        return kinds <= {int} and (
            not value or ((info.ge is None or min(value) >= info.ge) and (info.le is None or max(value) <= info.le))
        )
    if isinstance(info, m.StrType) and info.pattern is None and not info.min_length:
        return kinds <= {str} and (info.max_length is None or max(map(len, value), default=0) <= info.max_length)
    return False


def _bare(info: Any) -> Any:
    return info.type if isinstance(info, m.Metadata) else info


def _fits(value: Any, info: Any) -> bool:
    """Whether a value is of the JSON type that `info` is about, whatever is in it."""
    if isinstance(info, m.LiteralType):
        return type(value) in {type(allowed) for allowed in info.values}
    accepted, _ = JSON_TYPES.get(type(info), ((), ""))
    return not accepted or type(value) in accepted


def _name(info: Any) -> str:
    return JSON_TYPES.get(type(info), ((), "a text"))[1]


def _path(trail: Trail) -> str:
    steps: list[Step] = []
    while trail is not None:
        trail, step = trail
        steps.append(step)
    return render(reversed(steps))


def _unknown(key: str, known: Iterable[str]) -> str:
    close = get_close_matches(key, known, n=1) if len(key) <= LONGEST_GUESS else []
    hint = f"did you mean {close[0]!r}?" if close else "fields of your own begin with 'x_'"
    return f"unknown field {shown(key)}; {hint}"


def _this_is(value: Any) -> str:
    if isinstance(value, dict | list):
        return "this is an object" if isinstance(value, dict) else "this is a list"
    if isinstance(value, str):
        return f"this is {json.dumps(value[:40], ensure_ascii=False)}{'...' if len(value) > 40 else ''}"
    return f"this is {json.dumps(value)}"
