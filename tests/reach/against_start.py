"""The pairing backend against the one it began as, on the corpus's layouts: means a layout and their geometric mean.

    python tests/reach/against_start.py [ROUNDS]

Takes the start from this repository's history (the first commit with a whole backend, with refutations, and what dealing it
needs from the next), builds it in a temporary folder, and runs both in turns, one process a turn. A deal's time is the
least CPU time of its turns; `whole` is `solve` with the refutation recorded, `search` the search alone, its arrays made before.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
START = "3424bd9"
DEALING = ("c9217e9", "pyrsolve/games/mahjong", "pyrsolve/records", "pyrsolve/splitmix.py")
WORKER = """
import json, sys, time
from array import array
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import pyrsolve
assert Path(pyrsolve.__file__).is_relative_to(sys.argv[1])
from pyrsolve.backends.pairing import Pairing
from pyrsolve.games.mahjong.game import Mahjong
from pyrsolve.games.removal.deal import RemovalDeal
from pyrsolve.kernels.pairing import PairingSearch
from pyrsolve.outcome import Limits
from pyrsolve.records.layout import Layout

game, backend = Mahjong(), Pairing()
options = game.options.make({}, "recommended")
for name in sys.argv[2:]:
    record = json.loads(Path(name).read_text())
    layout = Layout(name="board", tiles=tuple(map(tuple, record["tiles"])))
    whole, search = [], []
    for faces, verdict in zip(record["deals"], record["verdict"]):
        deal = RemovalDeal(game="mahjong", options=options, layout=layout, faces=tuple(faces))
        start = time.process_time()
        outcome = backend.solve(game, deal, Limits(), proof=True)
        whole.append(time.process_time() - start)
        assert outcome.verdict.value[0] == verdict.lower()
        problem = game.pairing_problem(deal)
        tables = problem.tables
        start = time.process_time()
        run = PairingSearch(tables.counter, tables.first, tables.target, tables.delta, array("i"), problem.pairs)
        assert run.run(2**62, 2**62) == (1 if verdict == "S" else 2)
        search.append(time.process_time() - start)
    print(json.dumps([Path(name).stem, whole, search]), flush=True)
"""


def extract(folder: Path, commit: str, *paths: str) -> None:
    """The files of a commit."""
    packed = subprocess.run(["git", "archive", commit, *paths], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "x", "-C", folder], input=packed, check=True)


def main(arguments: list[str]) -> int:
    rounds = int(arguments[0]) if arguments else 3
    corpus = Path(os.environ.get("PYRSOLVE_CORPUS", ROOT.parent / "shared" / "corpus"))
    files = sorted(str(path) for path in (corpus / "deals").glob("*.json") if path.stem != "turtle-1000")
    least: dict[tuple[str, str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as name:
        begun = Path(name)
        extract(begun, START)
        extract(begun, *DEALING)
        build = [sys.executable, "setup.py", "build_ext", "--inplace"]
        subprocess.run(build, cwd=begun, check=True, capture_output=True)
        for _ in range(rounds):
            for side, root in (("start", begun), ("now", ROOT)):
                worker = [sys.executable, "-c", WORKER, str(root), *files]
                lines = subprocess.run(worker, check=True, capture_output=True, text=True).stdout.splitlines()
                for stem, *measured in map(json.loads, lines):
                    for kind, times in zip(("whole", "search"), measured, strict=True):
                        key = (side, kind, stem)
                        least[key] = [min(pair) for pair in zip(least.get(key, times), times, strict=True)]
    means: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (side, kind, _), times in least.items():
        means[side, kind].append(1000 * sum(times) / len(times))
    print(f"{len(files)} layouts, {rounds} rounds in turns; CPU ms a deal")
    geometric = {}
    for key, values in means.items():
        geometric[key] = math.exp(sum(map(math.log, values)) / len(values))
        print(f"{key[0]:6} {key[1]:7} sum of means {sum(values):7.1f}  geometric mean {geometric[key]:.3f}")
    for kind in ("whole", "search"):
        print(f"{kind}: geometric mean {geometric['now', kind] / geometric['start', kind]:.3f} of the start's")
    print(
        f"whole now against the search alone at the start: {geometric['now', 'whole'] / geometric['start', 'search']:.3f}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
