"""A tokeniser over JSON text that knows where every value stands: run only when something is wrong.

`parse` and `convert` (`pyrsolve.records.decode`) take the fast way first; this module then says what and where.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from pyrsolve.errors import Fault
from pyrsolve.records.caps import MAX_DEPTH, MAX_DIGITS, MAX_FAULTS

MAX_TOKENS = 8_000_000
"""A scan gives up after so many tokens: half a minute at the worst."""
LARGE = 8_000_000
"""Texts longer than this are scanned only to their first fault."""

TOKEN = re.compile(
    r'[ \t\n\r]*(?:(?P<mark>[{}\[\],:])|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?P<word>true|false|null|NaN|-?Infinity))",
    re.DOTALL,
)
ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)


@dataclass(slots=True)
class _Frame:
    """An open object or array; `sought` is whether a wanted path leads through it."""

    parent: _Frame | None
    step: str
    is_object: bool
    sought: bool
    keys: set[str] = field(default_factory=set)
    key: str | None = None
    count: int = 0

    def below(self) -> str:
        """The last step of the path of the value that comes next."""
        return f".{self.key}" if self.is_object else f"[{self.count}]"

    def path(self) -> str:
        """The path of this object or array."""
        steps: list[str] = []
        frame: _Frame | None = self
        while frame is not None:
            steps.append(frame.step)
            frame = frame.parent
        return "".join(reversed(steps))


@dataclass(slots=True)
class Scan:
    """`places`: of the wanted paths, the offset of the value in the text; `faults`: what the fast parser lets through."""

    places: dict[str, int]
    faults: list[Fault]


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Both count from 1."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def scan(text: str, wanted: Iterable[str] = ()) -> Scan:
    """Go through text that is JSON, or nearly: NaN, Infinity, duplicate keys and any depth are let through.

    Paths are built only where a fault or a wanted path asks for them: hostile files are large.
    """
    targets = set(wanted)
    through = {
        target[:at] for target in targets for at in range(len(target) + 1) if target[at : at + 1] in ("", ".", "[")
    }
    result = Scan({}, [])
    frame: _Frame | None = None
    depth = 0

    def fault(message: str, path: str, offset: int) -> None:
        line, column = line_and_column(text, offset)
        result.faults.append(Fault(message, path, line, column))

    for kind, token, offset in islice(_tokens(text), MAX_TOKENS):
        if kind == "mark" and token in "}]":
            if frame is None:
                break
            frame, depth = frame.parent, depth - 1
            continue
        if kind == "mark" and token in ",:":
            if frame is not None and token == ",":
                frame.count, frame.key = frame.count + 1, None
            continue
        if kind == "string" and frame is not None and frame.is_object and frame.key is None:
            frame.key = _plain(token)
            if frame.key in frame.keys:
                fault(f"the key {frame.key!r} stands twice in one object", f"{frame.path()}.{frame.key}", offset)
            frame.keys.add(frame.key)
            if _has_lone_surrogate(token):
                fault("a lone surrogate in a key", frame.path(), offset)
            continue
        step = "$" if frame is None else frame.below()
        sought = False
        if frame is None or frame.sought:
            path = step if frame is None else frame.path() + step
            sought = path in through
            if path in targets:
                result.places.setdefault(path, offset)
                if len(result.places) == len(targets):
                    break
        if kind == "mark":
            frame, depth = _Frame(frame, step, token == "{", sought), depth + 1
            if depth > MAX_DEPTH:
                result.faults.append(Fault(f"nested more than {MAX_DEPTH} deep", None, *line_and_column(text, offset)))
                break
        else:
            message = _leaf_fault(kind, token)
            if message is not None:
                fault(message, (frame.path() if frame is not None else "") + step, offset)
        if len(result.faults) > MAX_FAULTS or (result.faults and len(text) > LARGE):
            break
    return result


def _leaf_fault(kind: str, token: str) -> str | None:
    """What is wrong with a string, number or word that the standard library's parser accepts."""
    if kind == "string" and _has_lone_surrogate(token):
        return "a lone surrogate: half of a character that needs two"
    if kind == "word" and token.lstrip("-") in ("NaN", "Infinity"):
        return f"{token} is not JSON"
    if kind == "number":
        if len(token.lstrip("-").partition(".")[0].partition("e")[0].partition("E")[0]) > MAX_DIGITS:
            return f"a number of more than {MAX_DIGITS} digits"
        if float(token) in (float("inf"), float("-inf")):
            return f"{token} is too large for a number"
    return None


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
