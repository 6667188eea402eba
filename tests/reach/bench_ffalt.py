"""Runs the solver of a checkout of ffalt/mah on the same deals as ours and prints the ratio of the means.

    python tests/reach/bench_ffalt.py [CHECKOUT] [DEAL...] [--limit N]

Needs node, and typescript (up to 6) or esbuild in the checkout's node_modules or those of the folder it is run in. DEAL is
as for `pyrsolve bench`; without one, the first N random turtles. Its solver knows groups of two and four tiles only:
other deals are left out of both.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from statistics import fmean, median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyrsolve import registry  # noqa: E402
from pyrsolve.batch.bench import percentile  # noqa: E402
from pyrsolve.games.removal.deal import RemovalDeal  # noqa: E402
from pyrsolve.inputs import Reading, expand, read  # noqa: E402
from pyrsolve.outcome import Limits, Verdict  # noqa: E402

BIGGEST = (100, 40, 10)  # the grid that the other solver has


def groups_of(deal: RemovalDeal) -> list[int] | None:
    """The number of each tile's match group; None where the other solver cannot take the deal."""
    game: Any = registry.game(deal.game)
    groups = game.groups(deal)
    low = [min(tile[axis] for tile in deal.layout.tiles) for axis in range(3)]
    high = [max(tile[axis] for tile in deal.layout.tiles) for axis in range(3)]
    fits = all(top - bottom < size for top, bottom, size in zip(high, low, BIGGEST, strict=True))
    if deal.removed or not fits or len(groups) > 80 or any(len(group) not in (2, 4) for group in groups):
        return None
    number = [0] * len(deal.faces)
    for place, group in enumerate(groups):
        for tile in group:
            number[tile] = place
    return number


def theirs(node: str, checkout: Path, deals: list[RemovalDeal], groups: list[list[int]]) -> list[dict[str, Any]]:
    """CPU milliseconds and tiles left of each deal."""
    boards: defaultdict[Any, list[list[int]]] = defaultdict(list)
    order: list[tuple[Any, int]] = []
    for deal, number in zip(deals, groups, strict=True):
        low = [min(tile[axis] for tile in deal.layout.tiles) for axis in range(3)]
        tiles = tuple(tuple(v - least for v, least in zip(tile, low, strict=True)) for tile in deal.layout.tiles)
        order.append((tiles, len(boards[tiles])))
        boards[tiles].append(number)
    text = json.dumps({"boards": [{"tiles": tiles, "deals": numbers} for tiles, numbers in boards.items()]})
    script = Path(__file__).with_suffix(".mjs")
    done = subprocess.run([node, str(script), str(checkout)], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{node} ended with {done.returncode}: {done.stderr.strip()}")
    lines = iter(map(json.loads, done.stdout.splitlines()))
    answers = {tiles: [next(lines) for _ in numbers] for tiles, numbers in boards.items()}
    return [answers[tiles][place] for tiles, place in order]


def ours(deals: list[RemovalDeal]) -> list[tuple[Verdict, float]]:
    """Verdict and CPU milliseconds of each deal, proofs recorded."""
    game, backend = registry.game("mahjong"), registry.backend("pairing")
    backend.solve(game, deals[0], Limits())
    found = []
    for deal in deals:
        began = time.process_time()
        outcome = backend.solve(game, deal, Limits())
        found.append((outcome.verdict, 1000 * (time.process_time() - began)))
    return found


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("checkout", type=Path, nargs="?")
    parser.add_argument("deals", nargs="*", metavar="DEAL")
    parser.add_argument("--limit", type=int, default=100)
    arguments = parser.parse_args(argv)
    node = shutil.which("node")
    if arguments.checkout is None or not (arguments.checkout / "src" / "app" / "model" / "solver.ts").is_file():
        print("no checkout of ffalt/mah given: git clone https://github.com/ffalt/mah, then give its folder")
        return 0
    if node is None:
        print("no node on this machine: nothing to compare with")
        return 0
    names = arguments.deals or [f"pyrsolve:turtle:{number}" for number in range(1, arguments.limit + 1)]
    deals, groups, files, skipped = [], [], Counter[str](), 0
    for item in expand(names):
        if files[item.source.file] >= arguments.limit:
            continue
        deal = read(item, Reading())
        assert isinstance(deal, RemovalDeal)
        number = groups_of(deal)
        if number is None:
            skipped += 1
            continue
        files[item.source.file] += 1
        deals.append(deal)
        groups.append(number)
    if not deals:
        print(f"nothing to time: {skipped} deals that the other solver does not know")
        return 0
    other, own = theirs(node, arguments.checkout, deals, groups), ours(deals)
    differing = sum(
        verdict is not (Verdict.SOLVABLE if answer["left"] == 0 else Verdict.UNSOLVABLE)
        for (verdict, _), answer in zip(own, other, strict=True)
    )
    print(f"{len(deals)} deals, {skipped} left out, {differing} verdicts differ; CPU ms a deal")
    means = []
    for name, times in (("ffalt/mah", [answer["ms"] for answer in other]), ("pyrsolve", [ms for _, ms in own])):
        times = sorted(times)
        means.append(fmean(times))
        print(f"{name:<10} mean {means[-1]:9.3f}  median {median(times):9.3f}  p99 {percentile(times, 99):9.3f}")
    print(f"ratio of the means: {means[0] / means[1]:.1f}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
