"""Traps of whole turtle lines: CPU time of all 72 steps, every legal move at each decided.

    python tests/reach/traps_turtle.py [DEALS]

Of the solvable deals among the first DEALS (default 100), and a hard one; exit code 1 where a line takes 2 s or more, or a move
is left undecided.
"""

from __future__ import annotations

import sys
import time

import pyrsolve
from pyrsolve import registry
from pyrsolve.analysis.traps import traps

BAR = 2.0


def main(arguments: list[str]) -> int:
    count = int(arguments[0]) if arguments else 100
    deals = [*pyrsolve.load("examples/turtle-hard.json"), *pyrsolve.deal("turtle", 1, count)]
    spent: list[float] = []
    undecided = legal = losing = 0
    for deal in deals:
        outcome = pyrsolve.solve(deal, proof=False)
        if outcome.witness is None:
            continue
        began = time.process_time()
        steps = traps(registry.game(deal.game), deal, outcome.witness)
        spent.append(time.process_time() - began)
        legal += sum(step.legal for step in steps)
        losing += sum(len(step.losing) for step in steps)
        undecided += sum(len(step.undecided) for step in steps)
        assert all(step.move in step.safe for step in steps)
    spent.sort()
    print(f"{len(spent)} lines of 72 steps, {legal} legal moves, {losing} losing, {undecided} undecided")
    print(
        f"CPU seconds a line: mean {sum(spent) / len(spent):.3f}, median {spent[len(spent) // 2]:.3f},"
        f" most {spent[-1]:.3f} (bar: {BAR:g})"
    )
    return int(spent[-1] >= BAR or undecided > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
