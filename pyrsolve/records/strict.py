"""Strict JSON: what the standard library's parser lets through, and what would cost too much, is refused here.

Sizes come first, then depth, before anything is built; the parser itself is the standard library's, and only where
something is found does `pyrsolve.records.scan` go through the text again to say what and where.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_CONTAINERS, MAX_DEPTH, MAX_DIGITS, MAX_FILE_BYTES
from pyrsolve.records.gather import shown

STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+', re.DOTALL)
BRACKETS = bytes.maketrans(b"{}", b"[]")
NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
TOO_LONG = b"0" * (MAX_DIGITS + 1)
SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
INFINITE = (float("inf"), float("-inf"))
BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "starts with a byte order mark; save it as UTF-8 without one",
    b"\xff\xfe": "UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "UTF-16 text; save it as UTF-8",
}


class _SuspectError(Exception):
    """The parser met something that only a scan can place."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _SuspectError(f"the key {shown(twice)} stands twice in one object")
    return value


def _constant(word: str) -> NoReturn:
    raise _SuspectError(f"{word} is not JSON")


def _float(token: str) -> float:
    value = float(token)
    if value in INFINITE:
        raise _SuspectError("a number is too large")
    return value


_decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float)
_lenient = json.JSONDecoder()


def parse(data: bytes) -> Any:
    """The value of one JSON text.

    Raises DataError with line and column: broken JSON, a file too large, too deep, not UTF-8, a byte order mark, NaN or
    Infinity, duplicate keys, numbers of too many digits, lone surrogates. All of these but broken JSON and the first two
    are listed together.
    """
    text = _text(data)
    containers = data.count(b"[") + data.count(b"{")
    if containers > MAX_CONTAINERS:
        raise DataError(Fault(f"{containers} lists and objects: at most {MAX_CONTAINERS} are allowed"))
    if containers > MAX_DEPTH or _long_number(data):
        bare = _bare(data)
        if _too_deep(bare) or _long_number(bare):
            faults = _found(text)  # none where the text is broken otherwise: then the parser stops before it gets deep
            if faults:
                raise DataError(faults)
    try:
        value = _decoder.decode(text)
        if SURROGATE.search(data):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DataError(_syntax(error)) from None
    except _SuspectError as error:
        raise DataError(_found(text, str(error))) from None
    except UnicodeEncodeError:
        raise DataError(_found(text, "a lone surrogate: half of a character that needs two")) from None
    except (ValueError, RecursionError):  # a number of thousands of digits after broken JSON, say
        raise DataError(_found(text, "not JSON that can be read")) from None
    return value


def _text(data: bytes) -> str:
    """The characters of a text of permitted size."""
    if len(data) > MAX_FILE_BYTES:
        raise DataError(Fault(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MB"))
    for mark, message in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            raise DataError(Fault(message, None, 1, 1))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        line = data.count(b"\n", 0, start) + 1
        column = len(data[start : error.start].decode("utf-8")) + 1
        raise DataError(Fault(f"not UTF-8: byte 0x{data[error.start]:02x}", None, line, column)) from None
    if not text or text.isspace():
        raise DataError(Fault("empty: a JSON record was expected", None, 1, 1))
    return text


def _bare(data: bytes) -> bytes:
    """A text without what stands in its strings; one that does not end counts as a string."""
    if b"\\" in data:
        return STRING.sub(b'""', data)
    return b'"'.join(data.split(b'"')[::2])


def _long_number(data: bytes) -> bool:
    return TOO_LONG in data.translate(DIGITS)


def _too_deep(bare: bytes) -> bool:
    """Whether brackets nest too deep in text without strings: the innermost pairs are struck out, level by level."""
    brackets = bare.translate(BRACKETS, NOT_BRACKETS)
    for _ in range(MAX_DEPTH):
        rest = brackets.replace(b"[]", b"")
        if len(rest) == len(brackets):  # nothing or only brackets without a partner are left
            return rest.count(b"[") > MAX_DEPTH
        brackets = rest
    return bool(brackets)


def _found(text: str, reason: str | None = None) -> list[Fault]:
    """Every fault that a scan of the text finds, and what breaks its syntax after them.

    `reason` stands alone where the text is so long that the scan ended before its place.
    """
    from pyrsolve.records.scan import find_faults, find_strange

    faults = find_faults(text)
    if not faults:
        return [Fault(reason, None, *(find_strange(text) or (None, None)))] if reason else []
    if not any(fault.message.startswith("nested") for fault in faults):
        try:
            _lenient.decode(text)
        except json.JSONDecodeError as error:
            faults.append(_syntax(error))
        except (ValueError, RecursionError):
            pass
    return faults


def _syntax(error: json.JSONDecodeError) -> Fault:
    return Fault(f"not JSON: {error.msg}", None, error.lineno, error.colno)
