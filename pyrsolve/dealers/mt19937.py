"""MT19937 under the seedings of GLib and of C++: the standard library's generator, started from their states."""

from __future__ import annotations

from random import Random

SIZE = 624
MASK = 0xFFFFFFFF
STATE_VERSION = 3
"""The version number that `random.Random.setstate` wants."""


def started(state: list[int]) -> Random:
    """The generator in a fresh state of 624 words; ``getrandbits(32)`` gives its words."""
    made = Random(0)
    made.setstate((STATE_VERSION, (*state, SIZE), None))
    return made


def glib(seed: int) -> Random:
    """``g_rand_new_with_seed``: Knuth's multiplier 1812433253."""
    state = [seed & MASK]
    for index in range(1, SIZE):
        last = state[-1]
        state.append((1812433253 * (last ^ last >> 30) + index) & MASK)
    return started(state)


def seed_sequence(word: int) -> Random:
    """``std::mt19937`` from a ``std::seed_seq`` of one word, as Qt's ``QRandomGenerator(quint32)``."""
    state = [0x8B8B8B8B] * SIZE
    middle, far = (SIZE - 11) // 2, (SIZE - 11) // 2 + 11
    for k in range(SIZE):
        mixed = state[k] ^ state[(k + middle) % SIZE] ^ state[k - 1]
        first = 1664525 * (mixed ^ mixed >> 27) & MASK
        second = (first + (1 if k == 0 else k + word if k == 1 else k)) & MASK
        state[(k + middle) % SIZE] = (state[(k + middle) % SIZE] + first) & MASK
        state[(k + far) % SIZE] = (state[(k + far) % SIZE] + second) & MASK
        state[k] = second
    for k in range(SIZE):
        mixed = (state[k] + state[(k + middle) % SIZE] + state[k - 1]) & MASK
        first = 1566083941 * (mixed ^ mixed >> 27) & MASK
        second = (first - k) & MASK
        state[(k + middle) % SIZE] ^= first
        state[(k + far) % SIZE] ^= second
        state[k] = second
    return started(state)
