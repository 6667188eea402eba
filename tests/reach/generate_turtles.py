"""How fast deals are made: 1,000 fair turtles, 100 hard ones, one with a single solution.

    python tests/reach/generate_turtles.py [JOBS]

Runs the command line and times it; every record is verified again by `pyrsolve verify`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = (
    ("fair", ("-n", "1000")),
    ("reverse", ("-n", "1000", "--method", "reverse")),
    ("hard", ("-n", "100", "--random-win-rate", "0:2%")),
    ("unique", ("-n", "1", "--method", "mutate", "--unique", "--steps", "5000")),
)


def main(arguments: list[str]) -> int:
    jobs = arguments[0] if arguments else "2"
    pyrsolve = [sys.executable, "-m", "pyrsolve"]
    for name, options in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "made.jsonl"
            began = time.monotonic()
            with made.open("wb") as file:
                command = [*pyrsolve, "generate", "--layout", "turtle", "--jobs", jobs, *options]
                subprocess.run(command, stdout=file, check=True)
            spent = time.monotonic() - began
            subprocess.run([*pyrsolve, "verify", str(made)], stdout=subprocess.DEVNULL, check=True)
            records = [json.loads(line) for line in made.read_text(encoding="utf-8").splitlines()]
            last = records[-1]["deal"]["made"]["number"]
            print(f"{name:8} {len(records)} deals of {last} candidates in {spent:.1f} s with {jobs} jobs, all verified")
            rates = [record["grade"]["win_rate"] for record in records if "grade" in record]
            if rates:
                mean, most = sum(rates) / len(rates), max(rates)
                print(f"         random win rate on the second sample: mean {mean:.4f}, most {most:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
