"""Where things stand in JSON text: run only when something is wrong.

`pyrsolve.records.strict` and `pyrsolve.records.decode` take the fast way first; this module then says what and where.
Every expression here is possessive: hostile text costs time in proportion to its length, and no stack.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from pyrsolve.errors import Fault
from pyrsolve.records.caps import MAX_DEPTH, MAX_DIGITS, MAX_FAULTS
from pyrsolve.records.gather import Gathered, shown
from pyrsolve.records.paths import Step, render, split

MAX_TOKENS = 2_000_000
"""A scan gives up after so many tokens, some seconds of work; the faults after that are not placed."""

BLANK = r"[ \t\n\r]*+"
STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
HARMLESS = rf'(?:-?\d{{1,{MAX_DIGITS}}}+(?![\d.eE])|"[^"\\]*+"|true|false|null)'
TOKEN = re.compile(
    rf"{BLANK}(?:((?:{HARMLESS}{BLANK},{BLANK})++)|({STRING}){BLANK}:|(,)|([\[{{])|([\]}}])|({STRING})"
    r"|(-?\d++(?:\.\d++)?+(?:[eE][+-]?+\d++)?+)|(true|false|null|NaN|-?Infinity))",
    re.DOTALL,
)
RUN, KEY, COMMA, OPEN, CLOSE, TEXT, NUMBER, WORD = range(1, 9)
"""The kinds of tokens; a run is one or more scalars, each with its comma, that nothing is wrong with."""
SCALAR = re.compile(HARMLESS)
LONE = re.compile("[\ud800-\udfff]")
BRACKET = re.compile(rf'[^"\[\]{{}}]*+(?:{STRING}[^"\[\]{{}}]*+)*+(?:([\[{{])|[\]}}])', re.DOTALL)
STRANGE = re.compile(rf"{STRING}|(NaN|-?Infinity|\d{{{MAX_DIGITS + 1},}})", re.DOTALL)


def lines_and_columns(text: str, offsets: Sequence[int]) -> list[tuple[int, int]]:
    """Line and column of each offset, both from 1, columns in characters. Quickest where the offsets ascend."""
    found = []
    line, at = 1, 0
    for offset in offsets:
        if offset < at:
            line, at = 1, 0
        line, at = line + text.count("\n", at, offset), offset
        found.append((line, offset - text.rfind("\n", 0, offset)))
    return found


def find_faults(text: str) -> list[Fault]:
    """What is wrong in text that is JSON, or begins like it, apart from its syntax.

    NaN and Infinity, numbers too long or too large, lone surrogates, keys that stand twice, nesting too deep; each with
    its path, line and column. It ends where the syntax does, and after `MAX_TOKENS`.
    """
    faults = Gathered()
    offsets: list[int] = []
    steps: list[Any] = []  # of every open list the index, of every open object the key (None: it comes next)
    keys: list[set[str] | None] = []  # of every open object the keys so far

    def add(message: str, offset: int, placed: bool = True) -> None:
        if len(offsets) < MAX_FAULTS:
            offsets.append(offset)
        path = (step for step in steps if step is not None)
        faults.add(lambda: Fault(message, render(path) if placed else None))

    at = 0
    for _ in range(MAX_TOKENS):
        found = TOKEN.match(text, at)
        if found is None or faults.full:
            break
        at = found.end()
        kind = found.lastindex or 0
        if kind in (RUN, COMMA):
            if not steps:
                break
            steps[-1] = (
                None if keys[-1] is not None else steps[-1] + _scalars(found[kind]) if kind == RUN else steps[-1] + 1
            )
        elif kind == OPEN:
            if len(steps) == MAX_DEPTH:
                add(f"nested more than {MAX_DEPTH} deep", found.start(kind), placed=False)
                break
            is_object = found[kind] == "{"
            steps.append(None if is_object else 0)
            keys.append(set() if is_object else None)
        elif kind == CLOSE:
            if not steps:
                break
            steps.pop()
            keys.pop()
        elif kind == KEY:
            known = keys[-1] if keys else None
            if known is None:
                break
            key = plain(found[kind])
            steps[-1] = key
            if key in known:
                add(f"the key {shown(key)} stands twice in one object", found.start(kind))
            known.add(key)
            if LONE.search(key):
                add("a lone surrogate in a key: half of a character that needs two", found.start(kind))
        else:
            message = _leaf_fault(kind, found[kind])
            if message is not None:
                add(message, found.start(kind))
    places = lines_and_columns(text, offsets)
    faults.listed = [
        fault.at(line=line, column=column) for fault, (line, column) in zip(faults.listed, places, strict=True)
    ]
    return faults.all()


def _leaf_fault(kind: int, token: str) -> str | None:
    """What is wrong with a string, number or word that the standard library's parser accepts."""
    if kind == TEXT:
        lone = "\\u" in token and LONE.search(plain(token))
        return "a lone surrogate: half of a character that needs two" if lone else None
    if kind == NUMBER:
        whole = re.match(r"-?(\d+)", token)
        if whole is not None and len(whole[1]) > MAX_DIGITS:
            return f"a number of more than {MAX_DIGITS} digits"
        if "e" in token.lower() and float(token) in (float("inf"), float("-inf")):
            return f"{token if len(token) < MAX_DIGITS else token[:MAX_DIGITS] + '...'} is too large for a number"
        return None
    return f"{token} is not JSON" if token.endswith(("NaN", "Infinity")) else None


def find_strange(text: str) -> tuple[int, int] | None:
    """Line and column of the first NaN, Infinity or overlong number: for texts too long for `find_faults`."""
    for found in STRANGE.finditer(text):
        if found.lastindex:
            return lines_and_columns(text, [found.start()])[0]
    return None


def find_places(text: str, paths: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Line and column of the value of each path in valid JSON text, or of the innermost thing that it would stand in.

    What no path leads into is skipped. A path that would be reached only after `MAX_TOKENS` has the place of what it
    stands in.
    """
    wanted = {path: tuple(split(path)) for path in paths}
    tree: dict[Step, Any] = {}
    for way in wanted.values():
        node = tree
        for step in way:
            node = node.setdefault(step, {})
    offsets = _walk(text, tree, len({way[:depth] for way in wanted.values() for depth in range(len(way) + 1)}))
    reached: dict[str, int] = {}
    for path, way in wanted.items():
        inner = next((way[:depth] for depth in range(len(way), -1, -1) if way[:depth] in offsets), None)
        if inner is not None:
            reached[path] = offsets[inner]
    ordered = sorted(reached, key=reached.__getitem__)
    return dict(zip(ordered, lines_and_columns(text, [reached[path] for path in ordered]), strict=True))


def _walk(text: str, tree: dict[Step, Any], sought: int) -> dict[tuple[Step, ...], int]:
    """Offsets of the values that a tree of steps leads to; it ends when `sought` of them were found."""
    offsets: dict[tuple[Step, ...], int] = {}
    steps: list[Any] = []
    objects: list[bool] = []
    nodes: list[dict[Step, Any]] = []
    at = 0
    for _ in range(MAX_TOKENS):
        found = TOKEN.match(text, at)
        if found is None:
            break
        at = found.end()
        kind = found.lastindex or 0
        if kind == COMMA:
            steps[-1] = None if objects[-1] else steps[-1] + 1
            continue
        if kind == KEY:
            steps[-1] = plain(found[kind])
            continue
        if kind == CLOSE:
            steps.pop()
            objects.pop()
            nodes.pop()
            if not steps:
                break
            continue
        if kind == RUN:
            for start in _starts(found, nodes[-1], steps[-1]):
                offsets[(*steps[:-1], start[0])] = start[1]
            steps[-1] = None if objects[-1] else steps[-1] + _scalars(found[kind])
            if len(offsets) == sought:
                break
            continue
        node = nodes[-1].get(steps[-1]) if nodes else tree
        if node is not None:
            offsets[tuple(steps)] = found.start(kind)
            if len(offsets) == sought:
                break
        if kind == OPEN:
            if node:
                is_object = found[kind] == "{"
                steps.append(None if is_object else 0)
                objects.append(is_object)
                nodes.append(node)
            else:
                at = _after(text, at)
        if not steps:
            break
    return offsets


def _starts(run: re.Match[str], node: dict[Step, Any], step: Step) -> list[tuple[Step, int]]:
    """The steps and offsets of the wanted scalars in a run of them that begins with `step`."""
    if isinstance(step, str):
        return [(step, run.start(RUN))] if step in node else []
    if not any(isinstance(wanted, int) and wanted >= step for wanted in node):
        return []
    scalars = SCALAR.finditer(run.string, run.start(RUN), run.end(RUN))
    return [(place, scalar.start()) for place, scalar in enumerate(scalars, step) if place in node]


def _after(text: str, at: int) -> int:
    """Where the list or object ends that was opened just before `at`."""
    depth = 1
    while depth:
        found = BRACKET.match(text, at)
        if found is None:
            return len(text)
        depth += 1 if found.lastindex else -1
        at = found.end()
    return at


def plain(token: str) -> str:
    """The text of a string token; as it is written where it is no valid one."""
    if "\\" not in token:
        return token[1:-1]
    try:
        return str(json.loads(token))
    except ValueError:
        return token[1:-1]


def _scalars(run: str) -> int:
    return len(SCALAR.findall(run)) if '"' in run else run.count(",")
