"""Writes a refutation for other people's checkers: the formula as DIMACS CNF, the steps as LRAT."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyrsolve.errors import UnsupportedError
from pyrsolve.games.base import Deal, Game
from pyrsolve.games.removal import rules
from pyrsolve.outcome import Refutation
from pyrsolve.verify.formula import Formula

FORMATS = ("cnf", "lrat")


def export(
    game: Game[Any, Any], deal: Deal, refutation: Refutation, folder: Path, kinds: tuple[str, ...]
) -> list[Path]:
    """Write ``<deal_id>.cnf`` and/or ``<deal_id>.lrat`` into `folder`; the paths written. Check the refutation first.

    Raises UnsupportedError for an odd group: parity has no short proof in this form.
    """
    if refutation.odd_group:
        raise UnsupportedError(f"{deal.deal_id}: an odd match group is its own proof; there is nothing to export")
    start = game.start(deal)
    assert isinstance(start, rules.Position)
    formula = Formula(start, refutation.deadlocks)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for kind in kinds:
        path = folder / f"{deal.deal_id}.{kind}"
        with path.open("w", encoding="ascii", newline="\n") as file:
            if kind == "cnf":
                file.write(f"p cnf {len(formula.pairs)} {formula.size}\n")
                for clause in formula.clauses():
                    file.write(" ".join(map(str, (*clause, 0))) + "\n")
            else:
                for number, (literals, hints) in enumerate(refutation.steps, start=formula.size + 1):
                    file.write(" ".join(map(str, (number, *literals, 0, *hints, 0))) + "\n")
        written.append(path)
    return written
