"""Faults gathered from one input: the first hundred are listed, the others counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pyrsolve.errors import Fault
from pyrsolve.records.caps import MAX_COUNTED, MAX_FAULTS


class Gathered:
    """Faults in the order in which they were found.

    A hostile file can have millions. Beyond `MAX_FAULTS` nothing is built for them; who looks for faults may stop when
    `full`.
    """

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self.listed: list[Fault] = []
        self.count = 0
        for fault in faults:
            self.add(fault)

    def __bool__(self) -> bool:
        return self.count > 0

    @property
    def full(self) -> bool:
        """Whether there are so many that nobody wants to know how many more there are."""
        return self.count >= MAX_COUNTED

    def add(self, fault: Fault | Callable[[], Fault]) -> None:
        """One more fault, or how to build it."""
        if self.count < MAX_FAULTS:
            self.listed.append(fault() if callable(fault) else fault)
        self.count += 1

    def all(self) -> list[Fault]:
        """The faults, and how many more there are."""
        more = self.count - len(self.listed)
        if not more:
            return self.listed
        at_least = "at least " if self.full else ""
        return [*self.listed, Fault(f"and {at_least}{more} more fault{'s' if more > 1 else ''}")]


def shown(text: str, limit: int = 60) -> str:
    """A text from a file as it may stand in a message: in quotes, control characters escaped, cut to a readable length."""
    return repr(text) if len(text) <= limit else repr(text[:limit] + "...")
