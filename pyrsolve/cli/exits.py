"""The exit codes, and which of several wins. Interface, never changed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Exit(IntEnum):
    """What the process tells its caller."""

    DONE = 0
    USAGE = 2
    UNSOLVABLE = 11
    UNDECIDED = 12
    UNSUPPORTED = 13
    FAILED_CHECK = 14
    BAD_DATA = 65
    INTERNAL = 70
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143


PRECEDENCE = (
    Exit.INTERRUPTED,
    Exit.TERMINATED,
    Exit.INTERNAL,
    Exit.BAD_DATA,
    Exit.FAILED_CHECK,
    Exit.UNSUPPORTED,
    Exit.UNSOLVABLE,
    Exit.UNDECIDED,
    Exit.DONE,
)
OF_VERDICT = {"solvable": Exit.DONE, "unsolvable": Exit.UNSOLVABLE, "undecided": Exit.UNDECIDED}
OF_FAILURE = {"fault": Exit.BAD_DATA, "unsupported": Exit.UNSUPPORTED, "internal": Exit.INTERNAL}
"""What became of a deal without a verdict -> exit code."""


def overall(codes: Iterable[Exit]) -> Exit:
    """The code for several deals: the first in the precedence that occurs."""
    met = set(codes)
    return next((code for code in PRECEDENCE if code in met), Exit.DONE)
