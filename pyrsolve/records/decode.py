"""From bytes to records: strict JSON, then types, with every fault and its place.

The fast way is the standard library's parser and `msgspec`; only where it finds something wrong is the text scanned again
(`pyrsolve.records.scan`) and the value walked field by field, so that all faults are reported at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import accumulate
from typing import Any, NoReturn, TypeVar

import msgspec

from pyrsolve.errors import DataError, Fault
from pyrsolve.records.caps import MAX_DEPTH, MAX_DIGITS, MAX_FAULTS, MAX_FILE_BYTES

T = TypeVar("T")
STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
LONG_NUMBER = re.compile(rb"\d{%d}" % (MAX_DIGITS + 1))
EXPONENT = re.compile(rb"\d[eE][+-]?\d")
SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class _SuspectError(Exception):
    """The fast parser met something that only a scan can place."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _SuspectError
    return value


def _constant(_: str) -> NoReturn:
    raise _SuspectError


_decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant)


def parse(data: bytes) -> Any:
    """The value of one JSON text.

    Raises DataError with line and column: broken JSON, a file too large, too deep, not UTF-8, NaN or Infinity, duplicate
    keys, numbers of too many digits, lone surrogates.
    """
    if len(data) > MAX_FILE_BYTES:
        raise DataError(f"larger than {MAX_FILE_BYTES // 1024 // 1024} MB")
    if data.startswith(b"\xef\xbb\xbf"):
        raise DataError(Fault("starts with a byte order mark; save it as UTF-8 without one", "$", 1, 1))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise DataError(Fault(f"not UTF-8: byte 0x{data[error.start]:02x}", None, line, column)) from None
    if not text.strip():
        raise DataError(Fault("empty: a JSON record was expected", "$", 1, 1))
    try:
        value = _decoder.decode(text)  # gives up by itself at a depth far above ours
        if _too_deep(data):
            raise _SuspectError
        if LONG_NUMBER.search(data) or SURROGATE.search(data) or (EXPONENT.search(data) and _has_infinite(value)):
            from pyrsolve.records.scan import scan

            if scan(text).faults:  # else those marks stand inside of strings
                raise _SuspectError
    except json.JSONDecodeError as error:
        raise DataError(Fault(f"not JSON: {error.msg}", None, error.lineno, error.colno)) from None
    except (_SuspectError, RecursionError, ValueError):
        from pyrsolve.records.scan import scan

        raise DataError(_capped(scan(text).faults) or [Fault("not JSON that can be read", "$", 1, 1)]) from None
    return value


def _too_deep(data: bytes) -> bool:
    if data.count(b"[") + data.count(b"{") <= MAX_DEPTH:
        return False
    brackets = STRING.sub(b"", data).translate(None, NOT_BRACKETS)
    return max(accumulate(map(STEP.__getitem__, brackets)), default=0) > MAX_DEPTH


def _has_infinite(value: Any) -> bool:
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, float) and item in (float("inf"), float("-inf")):
            return True
        if isinstance(item, dict):
            todo.extend(item.values())
        elif isinstance(item, list):
            todo.extend(item)
    return False


def _capped(faults: list[Fault]) -> list[Fault]:
    if len(faults) > MAX_FAULTS:
        return [*faults[:MAX_FAULTS], Fault(f"and {len(faults) - MAX_FAULTS} more faults")]
    return faults


def decode(data: bytes, kind: type[T]) -> T:
    """The record of type `kind` in one JSON text. Raises DataError with every fault."""
    return convert(parse(data), kind, data)


def convert(value: Any, kind: type[T], data: bytes | None = None) -> T:
    """A parsed value as a record of type `kind`; `data`, the text it came from, gives the faults their places."""
    if data is None or b'"x_' in data:
        value = without_private(value)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        faults = list(_collect(value, _type_info(kind), "$"))
        if not faults:  # a constraint that the walk does not know: msgspec's own words
            message, _, path = str(error).partition(" - at `")
            faults = [Fault(message, path.rstrip("`") or "$")]
    raise DataError(placed(faults, data))


def placed(faults: list[Fault], data: bytes | None) -> list[Fault]:
    """The faults with line and column of their paths in the text; at most as many as are worth listing."""
    faults = _capped(faults)
    if data is None:
        return faults
    from pyrsolve.records.scan import line_and_column, scan

    text = data.decode("utf-8")
    candidates = {path for fault in faults if fault.path for path in _upwards(fault.path)}
    places = scan(text, candidates).places
    found = []
    for fault in faults:
        offset = next((places[path] for path in _upwards(fault.path or "$") if path in places), 0)
        line, column = line_and_column(text, offset)
        found.append(fault.at(line=line, column=column) if fault.path else fault)
    return found


def _upwards(path: str) -> Iterator[str]:
    """A path and the paths of what it stands in, innermost first."""
    while path:
        yield path
        path = path[: max(path.rfind("."), path.rfind("["), 0)]


def without_private(value: Any) -> Any:
    """The value without the ``x_...`` fields, which anyone may add and nobody reads. Safe at any depth that `parse` allows."""
    if isinstance(value, dict):
        return {key: without_private(item) for key, item in value.items() if not key.startswith("x_")}
    if isinstance(value, list):
        return [without_private(item) for item in value]
    return value


def schema_of(value: Any) -> str | None:
    """The name of the schema that a value says it has."""
    found = value.get("schema") if isinstance(value, dict) else None
    return found if isinstance(found, str) else None


def _type_info(kind: type) -> Any:
    from msgspec.inspect import type_info

    return type_info(kind)


def _collect(value: Any, info: Any, path: str) -> Iterator[Fault]:
    """Every way in which `value` is not of the type described by `info`."""
    from msgspec import inspect as m

    if isinstance(info, m.Metadata):
        info = info.type
    if isinstance(info, m.AnyType):
        return
    if isinstance(info, m.UnionType):
        fitting = [member for member in info.types if _same_kind(value, member)]
        if fitting:
            yield from _collect(value, fitting[0], path)
        else:
            yield Fault(f"{_shown(value)}, but {' or '.join(map(_kind_name, info.types))} was expected", path)
    elif not _same_kind(value, info):
        yield Fault(f"{_shown(value)}, but {_kind_name(info)} was expected", path)
    elif isinstance(info, m.StructType):
        known = {entry.encode_name: entry for entry in info.fields}
        for name, entry in known.items():
            if entry.required and name not in value:
                yield Fault(f"the field {name!r} is missing", path)
        for key, item in value.items():
            if key in known:
                yield from _collect(item, known[key].type, f"{path}.{key}")
            else:
                close = get_close_matches(key, known, n=1)
                hint = f"did you mean {close[0]!r}?" if close else "fields of your own begin with 'x_'"
                yield Fault(f"unknown field {key!r}; {hint}", f"{path}.{key}")
    elif isinstance(info, m.TupleType):
        if len(value) != len(info.item_types):
            yield Fault(f"a list of {len(info.item_types)} was expected, this has {len(value)}", path)
        else:
            for place, (item, kind) in enumerate(zip(value, info.item_types, strict=True)):
                yield from _collect(item, kind, f"{path}[{place}]")
    elif isinstance(info, m.ListType | m.VarTupleType):
        if info.max_length is not None and len(value) > info.max_length:
            yield Fault(f"a list of {len(value)}: at most {info.max_length} are allowed", path)
        else:
            for place, item in enumerate(value):
                yield from _collect(item, info.item_type, f"{path}[{place}]")
    elif isinstance(info, m.DictType):
        for key, item in value.items():
            yield from _collect(item, info.value_type, f"{path}.{key}")
    elif isinstance(info, m.IntType):
        if (info.ge is not None and value < info.ge) or (info.le is not None and value > info.le):
            yield Fault(f"{value} is not between {info.ge} and {info.le}", path)
    elif isinstance(info, m.StrType):
        if info.max_length is not None and len(value) > info.max_length:
            yield Fault(f"a text of {len(value)} characters: at most {info.max_length} are allowed", path)
        elif info.min_length is not None and len(value) < info.min_length:
            yield Fault("an empty text", path)
        elif info.pattern is not None and not re.search(info.pattern, value):
            yield Fault(f"{value!r} is not of the form {info.pattern}", path)
    elif isinstance(info, m.LiteralType) and value not in info.values:
        yield Fault(f"{value!r} is not {' or '.join(map(repr, info.values))}", path)


def _same_kind(value: Any, info: Any) -> bool:
    from msgspec import inspect as m

    if isinstance(info, m.Metadata):
        info = info.type
    if isinstance(info, m.StructType | m.DictType):
        return isinstance(value, dict)
    if isinstance(info, m.ListType | m.VarTupleType | m.TupleType):
        return isinstance(value, list)
    if isinstance(info, m.IntType):
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(info, m.FloatType):
        return isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(info, m.BoolType):
        return isinstance(value, bool)
    if isinstance(info, m.NoneType):
        return value is None
    if isinstance(info, m.StrType):
        return isinstance(value, str)
    if isinstance(info, m.LiteralType):
        return type(value) in {type(allowed) for allowed in info.values}
    return True


def _kind_name(info: Any) -> str:
    name = type(info.type if hasattr(info, "type") else info).__name__
    return {
        "StructType": "an object",
        "DictType": "an object",
        "ListType": "a list",
        "VarTupleType": "a list",
        "TupleType": "a list",
        "IntType": "an integer",
        "FloatType": "a number",
        "BoolType": "true or false",
        "NoneType": "null",
    }.get(name, "a text")


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "this is an object" if isinstance(value, dict) else "this is a list"
    shown = json.dumps(value, ensure_ascii=False)
    return f"this is {shown if len(shown) <= 40 else shown[:37] + '...'}"
