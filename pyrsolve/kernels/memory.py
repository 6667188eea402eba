"""Raw memory for kernels: pointers into ``array.array`` compiled (``memory.pxd``), the arrays themselves uncompiled.

The owner of a pointer keeps the array alive and never resizes it while the pointer is in use.
"""

from __future__ import annotations

from array import array

INT, WORD, CODE, REAL = "i", "Q", "q", "d"
WIDTH = {INT: 4, WORD: 8, CODE: 8, REAL: 8}


def zeros(kind: str, count: int) -> array[int]:
    """An array of `count` zeros of the type code `kind` (at least one, so that its address exists)."""
    return array(kind, bytes(WIDTH[kind] * max(count, 1)))


def reals(count: int) -> array[float]:
    """An array of `count` zeros as doubles."""
    return array(REAL, bytes(8 * max(count, 1)))


def ints(store: array[int]) -> array[int]:
    """The data of an array of type ``i``."""
    return store


def words(store: array[int]) -> array[int]:
    """The data of an array of type ``Q``."""
    return store


def codes(store: array[int]) -> array[int]:
    """The data of an array of type ``q``."""
    return store


def doubles(store: array[float]) -> array[float]:
    """The data of an array of type ``d``."""
    return store


def part_ints(store: array[int], at: int) -> array[int]:
    """The data from entry `at` on."""
    return memoryview(store)[at:]  # type: ignore[return-value]


part_words = part_ints


def lowest_bit(word: int) -> int:
    """The place of the lowest set bit of a word that is not zero."""
    return (word & -word).bit_length() - 1


def copy_ints(to: array[int], at: int, source: array[int], start: int, count: int) -> None:
    """Copy `count` entries."""
    memoryview(to)[at : at + count] = memoryview(source)[start : start + count]


copy_words = copy_ints
