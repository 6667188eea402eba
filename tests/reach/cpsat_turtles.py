"""Turtle-1000 with cpsat: all decided as recorded, median under 0.5 s.

    python tests/reach/cpsat_turtles.py [CORPUS] [STEP]

STEP takes every so manieth deal only. All 1,000 take some ten minutes of one core.
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyrsolve import registry  # noqa: E402
from pyrsolve.outcome import Limits  # noqa: E402
from pyrsolve.verify.replay import replay  # noqa: E402
from tests.boards import corpus_file  # noqa: E402

MEDIAN_SECONDS = 0.5


def main(corpus: Path, step: int = 1) -> int:
    """Prints the figures; 1 where a verdict differs, a deal is left open, a witness does not replay, or it took too long."""
    game, backend = registry.game("mahjong"), registry.backend("cpsat")
    deals, verdicts = corpus_file(corpus / "deals" / "turtle-1000.json")
    backend.solve(game, deals[0], Limits())  # imports
    wall, cpu, wrong = [], [], 0
    for number in range(0, len(deals), step):
        outcome = backend.solve(game, deals[number], Limits(seconds=600))
        assert outcome.timing is not None
        wall.append(outcome.timing.seconds)
        cpu.append(outcome.timing.cpu_seconds)
        recorded = {"S": "solvable", "U": "unsolvable"}[verdicts[number]]
        if outcome.verdict != recorded:
            wrong += 1
            print(f"deal {number}: {outcome.verdict} ({outcome.reason}), recorded is {recorded}")
        elif outcome.witness is not None and (faults := replay(game, deals[number], outcome.witness)):
            wrong += 1
            print(f"deal {number}: {faults[0]}")
    median = statistics.median(wall)
    for name, values in (("wall", wall), ("CPU", cpu)):
        print(
            f"{name}: {len(values)} deals, median {statistics.median(values):.3f} s, mean {statistics.mean(values):.3f} s,"
            f" longest {max(values):.2f} s"
        )
    print(f"{wrong} wrong or open; the median is to be under {MEDIAN_SECONDS} s")
    return int(wrong > 0 or median >= MEDIAN_SECONDS)


if __name__ == "__main__":
    default = Path(os.environ.get("PYRSOLVE_CORPUS", ROOT.parent / "shared" / "corpus"))
    numbers = [int(text) for text in sys.argv[1:] if text.isdigit()]
    folders = [Path(text) for text in sys.argv[1:] if not text.isdigit()]
    sys.exit(main(folders[0] if folders else default, numbers[0] if numbers else 1))
