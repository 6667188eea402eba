"""JSON values with one thing in them changed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

JUNK = (None, True, -1, 3, 10**19, 1.5, "", "a", "f0", "x" * 2000, [], {}, [[0, 0, 0]], {"a": 1}, {"x_a": 1})


def spoilt(value: Any, draw: random.Random, junk: Sequence[Any] = JUNK) -> Any:
    """The value with one thing in it changed, removed or added."""
    if not value or not isinstance(value, dict | list) or draw.random() < 0.15:
        return draw.choice(junk)
    step: Any = draw.choice(list(value) if isinstance(value, dict) else range(len(value)))
    if draw.random() < 0.2:
        del value[step]
    elif draw.random() < 0.1 and isinstance(value, dict):
        value[draw.choice(("x_b", "b", "a.b", "nämé", 'x_"'))] = draw.choice(junk)
    else:
        value[step] = spoilt(value[step], draw, junk)
    return value
