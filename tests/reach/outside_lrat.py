"""Has checkers of other people check exported proofs: python tests/reach/outside_lrat.py [COUNT] [WHERE...]

COUNT unsolvable deals in all, evenly from each WHERE: a layout, of which random deals are taken, or a file of deals.

- `dratify` (PyPI: pip install dratify) checks every clause by unit propagation of its own, without the hints (RUP only);
- `lrat-check`, `lrat-trim` or `cake_lpr`, whichever is on the PATH, check the hints too.

Says which of them there are; where there is none it says so and ends with 0.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyrsolve import api, registry  # noqa: E402
from pyrsolve.games.base import Deal  # noqa: E402
from pyrsolve.outcome import Refutation  # noqa: E402
from pyrsolve.verify.export import export  # noqa: E402

LAYOUTS = ("turtle", "bowl", "twin-towers")
PROGRAMS = ("lrat-check", "lrat-trim", "cake_lpr")
MOST_LOOKED_AT = 100_000  # random deals: some layouts can nearly always be won
Checker = Callable[[Path, Path], bool]


def clauses_of_lrat(text: str) -> list[tuple[int, ...]]:
    """The clauses of an LRAT file in order, without numbers and hints."""
    return [tuple(map(int, line.split(" 0")[0].split()[1:])) for line in text.splitlines()]


def with_dratify(cnf: Path, lrat: Path) -> bool:
    """Every clause is implied by unit propagation from the formula and the clauses before it, the empty one too."""
    from dratify import check_proof, parse_dimacs  # type: ignore[import-not-found]

    steps = "".join(" ".join(map(str, (*clause, 0))) + "\n" for clause in clauses_of_lrat(lrat.read_text("ascii")))
    result = check_proof(parse_dimacs(cnf.read_text("ascii")), steps, check_rat=False)
    return bool(result.ok and result.reached_empty)


def with_program(program: str) -> Checker:
    """A program that takes the two files and ends with 0 or says VERIFIED."""

    def run(cnf: Path, lrat: Path) -> bool:
        done = subprocess.run([program, str(cnf), str(lrat)], capture_output=True, text=True, check=False)
        return "VERIFIED" in done.stdout.upper() and "NOT VERIFIED" not in done.stdout.upper()

    return run


def checkers() -> dict[str, Checker]:
    """The checkers that are installed."""
    found: dict[str, Checker] = {"dratify": with_dratify} if find_spec("dratify") else {}
    return found | {program: with_program(program) for program in PROGRAMS if shutil.which(program)}


def unsolvable(where: str, count: int) -> list[tuple[Deal, Refutation]]:
    """The first unsolvable deals of a file, or random ones of a layout, with their refutations."""
    found: list[tuple[Deal, Refutation]] = []
    for deal in api.load(where) if Path(where).is_file() else api.deal(where, 1, MOST_LOOKED_AT):
        if len(found) == count:
            break
        evidence = api.solve(deal).refutation
        if evidence is not None:
            found.append((deal, evidence))
    return found


def main(argv: list[str]) -> int:
    count = int(argv[0]) if argv else 10
    layouts = argv[1:] or list(LAYOUTS)
    installed = checkers()
    if not installed:
        print(f"no checker is installed: pip install dratify, or one of {', '.join(PROGRAMS)}")
        return 0
    refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for place, layout in enumerate(layouts):
            share = count // len(layouts) + (place < count % len(layouts))
            for deal, evidence in unsolvable(layout, share):
                export(registry.game(deal.game), deal, evidence, folder, ("cnf", "lrat"))
                cnf, lrat = folder / f"{deal.deal_id}.cnf", folder / f"{deal.deal_id}.lrat"
                for checker, accepts in installed.items():
                    began = time.perf_counter()
                    accepted = accepts(cnf, lrat)
                    refused += not accepted
                    print(
                        f"{checker}: {'accepts' if accepted else 'REFUSES'} {deal.reference or deal.deal_id[:12]}:"
                        f" {len(evidence.deadlocks)} deadlocks, {len(evidence.steps)} steps,"
                        f" {time.perf_counter() - began:.2f} s",
                        flush=True,
                    )
    print(f"{refused} refused by {', '.join(installed)}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
