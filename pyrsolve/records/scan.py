"""A tokeniser over JSON text that knows where every value stands: run only when something is wrong.

`parse` and `convert` (`pyrsolve.records.decode`) take the fast way first; this module then says what and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pyrsolve.errors import Fault
from pyrsolve.records.caps import MAX_DEPTH, MAX_DIGITS

TOKEN = re.compile(
    r'[ \t\n\r]*(?:(?P<mark>[{}\[\],:])|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<word>true|false|null|NaN|-?Infinity))",
    re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)


@dataclass(slots=True)
class _Frame:
    path: str
    is_object: bool
    keys: set[str] = field(default_factory=set)
    key: str | None = None
    count: int = 0


@dataclass(slots=True)
class Scan:
    """`places`: JSON path -> offset of its value in the text; `faults`: what the fast parser lets through."""

    places: dict[str, int]
    faults: list[Fault]


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Both count from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def scan(text: str) -> Scan:
    """Go through text that is JSON (or nearly: NaN, Infinity, duplicate keys and any depth are let through)."""
    places: dict[str, int] = {}
    faults: list[Fault] = []
    stack: list[_Frame] = []
    deep_reported = False

    def fault(message: str, path: str, offset: int) -> None:
        line, column = line_and_column(text, offset)
        faults.append(Fault(message, path, line, column))

    def place_of_value(offset: int) -> str:
        if not stack:
            path = "$"
        elif stack[-1].is_object:
            path = f"{stack[-1].path}.{stack[-1].key}"
        else:
            path = f"{stack[-1].path}[{stack[-1].count}]"
        places.setdefault(path, offset)
        return path

    for match in _tokens(text):
        kind, token, offset = match
        if token in "{[" and kind == "mark":
            path = place_of_value(offset)
            stack.append(_Frame(path, token == "{"))
            if len(stack) > MAX_DEPTH and not deep_reported:
                deep_reported = True
                fault(f"nested more than {MAX_DEPTH} deep", path, offset)
        elif kind == "mark" and token in "}]":
            if not stack:
                break
            stack.pop()
        elif kind == "mark":
            if stack and token == ",":
                stack[-1].count += 1
                stack[-1].key = None
        elif kind == "string" and stack and stack[-1].is_object and stack[-1].key is None:
            frame = stack[-1]
            key = _plain(token)
            frame.key = key
            if key in frame.keys:
                fault(f"the key {key!r} stands twice in one object", f"{frame.path}.{key}", offset)
            frame.keys.add(key)
            if _has_lone_surrogate(token):
                fault("a lone surrogate in a key", frame.path, offset)
        else:
            path = place_of_value(offset)
            if kind == "string" and _has_lone_surrogate(token):
                fault("a lone surrogate: half of a character that needs two", path, offset)
            elif kind == "word" and token.lstrip("-") in ("NaN", "Infinity"):
                fault(f"{token} is not JSON", path, offset)
            elif kind == "number":
                if len(re.match(r"-?(\d*)", token).group(1)) > MAX_DIGITS:  # type: ignore[union-attr]
                    fault(f"a number of more than {MAX_DIGITS} digits", path, offset)
                elif float(token) in (float("inf"), float("-inf")):
                    fault(f"{token} is too large for a number", path, offset)
    return Scan(places, faults)


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    at = 0
    while True:
        match = TOKEN.match(text, at)
        if match is None:
            return
        kind = match.lastgroup
        assert kind is not None
        yield kind, match.group(kind), match.start(kind)
        at = match.end()


def _plain(token: str) -> str:
    """A key as it is written, escapes resolved where that is simple."""
    import json

    try:
        return str(json.loads(token))
    except ValueError:
        return token[1:-1]


def _has_lone_surrogate(token: str) -> bool:
    if "\\u" not in token:
        return False
    units = [int(escape[2:], 16) if escape[1] == "u" else -1 for escape in ESCAPE.findall(token)]
    if not any(0xD800 <= unit <= 0xDFFF for unit in units):
        return False
    return any("\ud800" <= character <= "\udfff" for character in _plain(token))
