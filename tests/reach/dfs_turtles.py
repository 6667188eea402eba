"""The first 100 deals of turtle-1000 with dfs: at least 95 decided as recorded, in 10 s and 2 GB each.

python tests/reach/dfs_turtles.py [CORPUS] [DEALS]
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyrsolve import registry  # noqa: E402
from pyrsolve.outcome import Limits, Verdict  # noqa: E402
from pyrsolve.verify.replay import replay  # noqa: E402
from tests.boards import corpus_file  # noqa: E402

SECONDS = 10.0
BYTES = 2_000_000_000
SHARE = 0.95


def main(corpus: Path, count: int = 100) -> int:
    """Prints the figures; 1 where a verdict differs, a witness does not replay, or too many deals are left open."""
    game, backend = registry.game("mahjong"), registry.backend("dfs")
    deals, verdicts = corpus_file(corpus / "deals" / "turtle-1000.json")
    times, nodes, left_open, wrong = [], 0, [], 0
    for number in range(min(count, len(deals))):
        outcome = backend.solve(game, deals[number], Limits(seconds=SECONDS, memory=BYTES))
        assert outcome.timing is not None
        assert outcome.stats.nodes is not None
        nodes += outcome.stats.nodes
        if outcome.verdict is Verdict.UNDECIDED:
            left_open.append(f"{number} ({verdicts[number]}, {outcome.reason})")
            continue
        times.append(outcome.timing.cpu_seconds)
        if outcome.verdict != {"S": "solvable", "U": "unsolvable"}[verdicts[number]]:
            wrong += 1
            print(f"deal {number}: {outcome.verdict}, recorded is {verdicts[number]}")
        elif outcome.witness is not None and (faults := replay(game, deals[number], outcome.witness)):
            wrong += 1
            print(f"deal {number}: {faults[0]}")
    tried = len(times) + len(left_open)
    print(f"{len(times)} of {tried} decided, {wrong} wrong; left open: {', '.join(left_open) or 'none'}")
    print(
        f"CPU of those decided: median {1000 * statistics.median(times):.1f} ms, mean {1000 * statistics.mean(times):.0f} ms,"
        f" longest {max(times):.2f} s; {nodes:,} nodes in all"
    )
    return int(wrong > 0 or len(times) < SHARE * tried)


if __name__ == "__main__":
    default = Path(os.environ.get("PYRSOLVE_CORPUS", ROOT.parent / "shared" / "corpus"))
    numbers = [int(text) for text in sys.argv[1:] if text.isdigit()]
    folders = [Path(text) for text in sys.argv[1:] if not text.isdigit()]
    sys.exit(main(folders[0] if folders else default, numbers[0] if numbers else 100))
