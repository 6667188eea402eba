"""A file of lines that only grows: locked against a second writer, each line flushed, a torn last one overwritten.

What a killed process had written whole is kept; what it was writing is not there.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pyrsolve.errors import DataError, Fault, NotFoundError


class Lines:
    """The file at `path`, opened for appending; with `resume`, `read` is given each whole line that it has and its number.

    `read` raises ValueError, KeyError or TypeError for a line that does not belong there. Raises DataError where the file has
    such a line, exists without `resume`, or is being written by another process; NotFoundError where it cannot be read or
    written.
    """

    def __init__(self, path: Path, resume: bool, read: Callable[[bytes, int], None], what: str) -> None:
        try:
            there = path.exists() and path.stat().st_size > 0
            if there and not resume:
                raise DataError(Fault("the journal exists; --resume goes on with it", file=str(path)))
            self._file = path.open("r+b" if path.exists() else "w+b")
        except OSError as error:
            raise NotFoundError(Fault(error.strerror or "cannot be written", file=str(path))) from None
        try:
            lock(self._file, path)
            end = self._read(path, read, what)
            self._file.seek(end)
            self._file.truncate()
        except BaseException:
            self._file.close()
            raise
        self.empty = end == 0

    def _read(self, path: Path, read: Callable[[bytes, int], None], what: str) -> int:
        """Hand over what is there; where it ends."""
        end = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                read(line[:-1], number)
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                if isinstance(error, DataError):
                    raise error.at(file=str(path)) from None
                raise DataError(Fault(what, None, number, file=str(path))) from None
            end += len(line)
        return end

    def write(self, line: bytes) -> None:
        """Append one line and flush it."""
        self._file.write(line + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close it, and let go of the lock."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def lock(file: Any, path: Path) -> None:
    """Hold the file until it is closed, or until the process ends, however. Raises DataError where another process holds it."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            raise DataError(Fault("another process writes this journal", file=str(path))) from None
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise DataError(Fault("another process writes this journal", file=str(path))) from None
