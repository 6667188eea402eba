"""A journal of results: JSON Lines, one record a deal, appended and flushed; resuming reads it.

A torn last line (the process was killed while writing) is tolerated and overwritten.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from pyrsolve.errors import DataError, Fault, NotFoundError
from pyrsolve.records.fault import Source


class Journal:
    """The journal at `path`, opened for appending; with `resume`, `known` holds what it has, else it must be empty or new.

    Raises DataError where it holds something else, NotFoundError where it cannot be read or written.
    """

    def __init__(self, path: Path, resume: bool) -> None:
        self.known: dict[Source, tuple[str, bytes]] = {}
        """Source -> (deal_id, line) of the last result from there."""
        try:
            there = path.exists() and path.stat().st_size > 0
            if there and not resume:
                raise DataError(Fault("the journal exists; --resume goes on with it", file=str(path)))
            end = self._read(path) if there else 0
            self._file = path.open("r+b" if there else "wb")
        except OSError as error:
            raise NotFoundError(Fault(error.strerror or "cannot be written", file=str(path))) from None
        self._file.seek(end)
        self._file.truncate()

    def _read(self, path: Path) -> int:
        """Remember what is there; where it ends."""
        import json

        end = 0
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.endswith(b"\n"):
                    break
                try:
                    value = json.loads(line)
                    if value["schema"] != "pyrsolve.result/1":
                        raise ValueError
                    source = Source(value["source"]["file"], value["source"].get("line"))
                    self.known[source] = str(value["deal_id"]), line[:-1]
                except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                    raise DataError(Fault("not a result with its source", None, number, file=str(path))) from None
                end += len(line)
        return end

    def write(self, line: bytes) -> None:
        """Append one record and flush it."""
        self._file.write(line + b"\n")
        self._file.flush()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
