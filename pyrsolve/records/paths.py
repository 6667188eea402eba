"""JSON paths as they stand in faults: ``$.faces[3]``, ``$.rules["a key with blanks"]``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

Step = str | int
"""A key of an object, or an index of a list."""

STEP = re.compile(r'\.([^.\[\]"]+)|\[(\d{1,18})\]|\[("[^"\\]*+(?:\\.[^"\\]*+)*+")\]')
LONGEST_KEY = 100


def render(steps: Iterable[Step]) -> str:
    """The path of some steps. A key longer than `LONGEST_KEY` is cut: what reads the path then finds what it stands in."""
    return "$" + "".join(map(_step, steps))


def _step(step: Step) -> str:
    if isinstance(step, int):
        return f"[{step}]"
    if len(step) > LONGEST_KEY:
        step = step[:LONGEST_KEY] + "..."
    return f".{step}" if step.isidentifier() else f"[{json.dumps(step)}]"


def split(path: str) -> list[Step]:
    """The steps of a path, as far as it is one: `render` backwards."""
    steps: list[Step] = []
    at = 1 if path.startswith("$") else 0
    while found := STEP.match(path, at):
        plain, index, quoted = found.groups()
        steps.append(plain if plain is not None else int(index) if index is not None else json.loads(quoted))
        at = found.end()
    return steps
