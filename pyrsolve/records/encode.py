"""From records to JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()


def encode(record: Any) -> bytes:
    """One line of compact JSON in UTF-8, without the newline; absent fields are left out."""
    return _encoder.encode(record)


def canonical(value: Any) -> bytes:
    """JSON in UTF-8 with sorted keys and no blanks: what is hashed. Raises ValueError for NaN and Infinity."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
