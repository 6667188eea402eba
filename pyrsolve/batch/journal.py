"""A journal of results: one record a deal; resuming reads it."""

from __future__ import annotations

import json
from pathlib import Path

from pyrsolve.batch.lines import Lines
from pyrsolve.outcome import Limits
from pyrsolve.records.fault import Source


class Journal(Lines):
    """Results of `check`; with `resume`, `known` holds what it has, and `recalled` says what need not be tried again.

    Raises DataError where it holds something else, NotFoundError where it cannot be read or written.
    """

    def __init__(self, path: Path, resume: bool) -> None:
        self.known: dict[Source, tuple[str, bytes]] = {}
        """Source -> (deal_id, line) of the last result from there."""
        self._open: dict[Source, dict[str, float]] = {}
        super().__init__(path, resume, self._remember, "not a result with its source")

    def _remember(self, line: bytes, _number: int) -> None:
        value = json.loads(line)
        if value["schema"] != "pyrsolve.result/1":
            raise ValueError
        source = Source(value["source"]["file"], value["source"].get("line"))
        deal_id = str(value["deal_id"])
        self.known[source] = deal_id, line
        self._open.pop(source, None)
        if value.get("verdict") == "undecided":
            self._open[source] = dict(value.get("limits", {}))

    def recalled(self, source: Source, limits: Limits) -> str | None:
        """The deal_id of the result from there; None where there is none, or it was left open under limits that are wider now."""
        known = self.known.get(source)
        before = self._open.get(source)
        if known is None:
            return None
        if before is not None:
            for name in ("seconds", "nodes", "memory"):
                old, new = before.get(name), getattr(limits, name)
                if old is not None and (new is None or new > old):
                    return None
        return known[0]
