"""The exception tree; everything pyrsolve raises on purpose is below `PyrsolveError`.

::

    PyrsolveError
    ├── DataError          bad input data, with every fault found (also ValueError; exit 65)
    │   └── NotFoundError      a missing path, an empty folder, a pattern or reference without a match (also LookupError)
    ├── OptionError        a rule, option or argument value that does not exist (also ValueError; exit 2)
    ├── IllegalMoveError   a move that the rules forbid (also ValueError)
    ├── UnsupportedError   this backend cannot do this for this game (exit 13)
    └── DisagreementError  two backends contradict each other (exit 70)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with some input: what, and where.

    `path` is a JSON path (``$.faces[3]``); `line` and `column` count from 1; `file` is the name as the user gave it.
    """

    message: str
    path: str | None = None
    line: int | None = None
    column: int | None = None
    file: str | None = None

    def at(self, file: str | None = None, line: int | None = None, column: int | None = None) -> Fault:
        """The same fault with its place filled in where it was not known before."""
        return replace(
            self,
            file=self.file if self.file is not None else file,
            line=self.line if self.line is not None else line,
            column=self.column if self.column is not None else column,
        )

    def __str__(self) -> str:
        where = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        place = ":".join(where)
        if self.path and self.path != "$":
            place = f"{place}: {self.path}" if place else self.path
        return f"{place}: {self.message}" if place else self.message


class PyrsolveError(Exception):
    """Root of everything that pyrsolve raises on purpose."""


class DataError(PyrsolveError, ValueError):
    """Bad input data: `faults` holds every fault found, never only the first."""

    def __init__(self, faults: Iterable[Fault] | Fault | str) -> None:
        if isinstance(faults, str):
            faults = Fault(faults)
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))

    def at(self, file: str | None = None, line: int | None = None, column: int | None = None) -> DataError:
        """The same error with the place of every fault filled in."""
        return type(self)([fault.at(file, line, column) for fault in self.faults])


class NotFoundError(DataError, LookupError):
    """A path, folder, pattern, layout or reference that leads to nothing."""


class OptionError(PyrsolveError, ValueError):
    """A rule, preset, game, backend or argument that does not exist or has no such value."""


class IllegalMoveError(PyrsolveError, ValueError):
    """A move that the rules forbid; `rule` is the number of the rule in the design pages (``MP-7``), where it has one."""

    def __init__(self, message: str, rule: str | None = None) -> None:
        self.rule = rule
        super().__init__(f"{message} ({rule})" if rule else message)


class UnsupportedError(PyrsolveError):
    """This backend or game cannot do what was asked; never a silent fallback."""


class DisagreementError(PyrsolveError):
    """Two backends contradict each other about one deal."""
