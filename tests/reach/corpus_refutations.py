"""Every unsolvable deal of the corpus: its refutation verifies; the longest check, the largest record.

    python tests/reach/corpus_refutations.py [CORPUS]

Each record is encoded, decoded again and then checked, as `pyrsolve verify` does.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyrsolve import registry  # noqa: E402
from pyrsolve.outcome import Limits, Verdict  # noqa: E402
from pyrsolve.records.encode import encode  # noqa: E402
from pyrsolve.records.result import decode_result, refutation_of, result_record  # noqa: E402
from pyrsolve.verify.refutation import check  # noqa: E402
from tests.boards import corpus_file  # noqa: E402


def main(corpus: Path) -> int:
    game, backend = registry.game("mahjong"), registry.backend("pairing")
    total = wrong = 0
    slowest = largest = 0.0
    print(f"{'file':<16}{'unsolvable':>11}{'longest check s':>17}{'largest record kB':>19}{'largest steps':>15}")
    for path in sorted((corpus / "deals").glob("*.json")):
        deals, verdicts = corpus_file(path)
        count = steps = 0
        here_slowest = here_largest = 0.0
        for deal, letter in zip(deals, verdicts, strict=True):
            if letter != "U":
                continue
            outcome = backend.solve(game, deal, Limits())
            assert outcome.verdict is Verdict.UNSOLVABLE
            text = encode(result_record(outcome, deal))
            record = decode_result(text)
            assert record.refutation is not None
            began = time.process_time()
            faults = check(game, deal, refutation_of(record.refutation))
            spent = time.process_time() - began
            if faults:
                wrong += 1
                print(f"  {path.stem}: {faults[0]}")
            count += 1
            steps = max(steps, len(record.refutation.steps))
            here_slowest, here_largest = max(here_slowest, spent), max(here_largest, len(text) / 1000)
        total += count
        slowest, largest = max(slowest, here_slowest), max(largest, here_largest)
        print(f"{path.stem:<16}{count:>11}{here_slowest:>17.2f}{here_largest:>19.0f}{steps:>15}", flush=True)
    print(f"{total} refutations, {wrong} wrong; longest check {slowest:.2f} s, largest record {largest:.0f} kB")
    return 1 if wrong else 0


if __name__ == "__main__":
    default = os.environ.get("PYRSOLVE_CORPUS", str(ROOT.parent / "shared" / "corpus"))
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else default)))
