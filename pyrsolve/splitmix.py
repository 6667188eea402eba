"""The project's own random numbers: SplitMix64, pinned for ever, so that deal numbers never change.

Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

import hashlib
from typing import Any

MASK = (1 << 64) - 1


class SplitMix64:
    """A stream of 64-bit numbers from a 64-bit seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def next(self) -> int:
        """The next number, 0 to 2^64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A uniform number in 0 .. n - 1, by rejection of the incomplete last block. Raises ValueError unless 1 <= n <= 2^64."""
        if not 1 <= n <= MASK + 1:
            raise ValueError(f"no number below {n} can be drawn from 64 bits")
        limit = (MASK + 1) - (MASK + 1) % n
        while True:
            drawn = self.next()
            if drawn < limit:
                return drawn % n

    def shuffle(self, items: list[Any]) -> None:
        """Fisher-Yates from the top: for i = n - 1 down to 1, swap i with a number in 0 .. i."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def stream(game: str, layout: str, number: int) -> SplitMix64:
    """The stream of deal `number` of a game on a layout."""
    digest = hashlib.sha256(f"pyrsolve/1|{game}|{layout}|{number}".encode()).digest()
    return SplitMix64(int.from_bytes(digest[:8], "big"))
