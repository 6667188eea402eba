"""Exact counts at their limits: twenty deals on a 72-tile board of three levels, and the corpus's layouts.

    python tests/reach/count_boards.py [boards|layouts|estimates] [POSITIONS_IN_MILLIONS [SECONDS]]

`boards`: each deal within 30 s and 1 GB. `layouts`: which of the corpus's layouts, first deal each, are counted within so many
positions (100 million need 6 GB) and seconds each, small boards first. `estimates`: tree estimates against exact counts over
10,000 samples.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pyrsolve
from pyrsolve import registry
from pyrsolve.analysis.count import count
from pyrsolve.analysis.estimate import knuth, tree
from pyrsolve.outcome import Limits

ROOT = Path(__file__).parents[2]


def boards() -> None:
    game = registry.game("mahjong")
    worst = 0.0
    for deal in pyrsolve.deal("bowl", 1, 20):
        found = count(game, deal, Limits(memory=1 << 30))
        assert found.stopped is None
        assert found.timing is not None
        worst = max(worst, found.timing.seconds)
        print(
            f"{deal.reference}: {found.positions} positions, {found.dead_ends} dead ends, {found.winning_sequences} lines,"
            f" {found.winning_pairings} pairings; {found.timing.seconds:.1f} s, {found.bytes >> 20} MB",
            flush=True,
        )
    print(f"longest {worst:.1f} s")


def layouts(millions: int, seconds: float | None) -> None:
    sys.path.insert(0, str(ROOT))
    from tests.boards import corpus_file

    corpus = Path(os.environ.get("PYRSOLVE_CORPUS", ROOT.parent / "shared" / "corpus"))
    game = registry.game("mahjong")
    firsts = {path.stem: corpus_file(path)[0][0] for path in (corpus / "deals").glob("*.json")}
    del firsts["turtle-1000"]
    for name, deal in sorted(firsts.items(), key=lambda entry: (len(entry[1].faces), entry[0])):
        began = time.monotonic()
        # a position takes at most 64 bytes and its slots
        found = count(game, deal, Limits(seconds, memory=millions * 10**6 * 64 * 4 // 3), pairings=False)
        spent = time.monotonic() - began
        state = "all" if found.stopped is None else f"stopped by {found.stopped.value}"
        print(
            f"{name:14} {len(deal.faces):4} tiles {found.positions:12} positions, {state}, {spent:.0f} s",
            flush=True,
        )


def estimates() -> None:
    game = registry.game("mahjong")
    for deal in pyrsolve.deal("gate", 1, 3):
        true = count(game, deal, Limits()).winning_sequences
        assert true is not None
        for name, found in (("Knuth", knuth(game, deal, 10_000, 1)), ("Chen", tree(game, deal, 10_000, 1))):
            assert found is not None
            estimate = found.winning_lines
            off = (estimate.mean - true) / estimate.error if estimate.error else 0.0
            print(f"{deal.reference} {name}: {estimate.mean:.4g} of {true:.4g}, {off:+.2f} standard errors", flush=True)


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "boards"
    if what == "layouts":
        layouts(int(sys.argv[2]) if len(sys.argv) > 2 else 100, float(sys.argv[3]) if len(sys.argv) > 3 else None)
    elif what == "estimates":
        estimates()
    else:
        boards()
