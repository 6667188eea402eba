"""How the backends do on a sample of turtles: the figures that the portfolio's default schedule rests on.

    python tests/reach/measure.py [--write] [DEALS]

Prints the table as JSON; with --write it is put in its place.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pyrsolve
from pyrsolve import registry
from pyrsolve.outcome import Limits, Verdict

BACKENDS = ("pairing", "graph", "dfs", "cpsat")
SECONDS = 30.0
TABLE = Path(__file__).parents[2] / "pyrsolve" / "backends" / "measured.json"


def row(name: str, deals: list[Any]) -> dict[str, Any]:
    """The figures of one backend; the first deal is decided once before, so that imports are not counted."""
    game, backend = registry.game(deals[0].game), registry.backend(name)
    backend.solve(game, deals[0], Limits(seconds=SECONDS))
    outcomes = [backend.solve(game, deal, Limits(seconds=SECONDS)) for deal in deals]
    return {
        "backend": name,
        "deals": len(deals),
        "decided": sum(outcome.verdict is not Verdict.UNDECIDED for outcome in outcomes),
        "mean_ms": round(
            sum(1000 * outcome.timing.cpu_seconds for outcome in outcomes if outcome.timing) / len(deals), 1
        ),
    }


def main(arguments: list[str]) -> int:
    numbers = [int(text) for text in arguments if text.isdigit()]
    count = numbers[0] if numbers else 30
    deals = list(pyrsolve.deal("turtle", 1, count))
    rows = [row(name, deals) for name in BACKENDS]
    table = {
        "about": f"CPU ms a deal, {SECONDS:g} s each at most, one worker; made by tests/reach/measure.py",
        "games": {"mahjong": {"sample": f"pyrsolve:mahjong/turtle:1 to {count}", "rows": rows}},
    }
    text = json.dumps(table, indent=2) + "\n"
    print(text, end="")
    if "--write" in arguments:
        TABLE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
