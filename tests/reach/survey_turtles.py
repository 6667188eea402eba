"""Surveys at scale: 100,000 turtles, CPU of two jobs against one, memory, and a journal through twenty kills.

python tests/reach/survey_turtles.py [DEALS]
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PYRSOLVE = [sys.executable, "-m", "pyrsolve", "survey", "--layout", "turtle", "--progress", "none"]


def run(*options: str) -> tuple[dict[str, object], float, float]:
    """The survey record, wall seconds, and CPU seconds of the whole machine meanwhile: workers are not our children."""
    before = busy()
    began = time.monotonic()
    done = subprocess.run([*PYRSOLVE, *options, "--json"], check=True, capture_output=True, text=True)
    spent = time.monotonic() - began
    return json.loads(done.stdout), spent, busy() - before


def busy() -> float:
    """Seconds that this machine's cores have worked (Linux)."""
    user, nice, system = map(int, Path("/proc/stat").read_text(encoding="ascii").split()[1:4])
    return (user + nice + system) / os.sysconf("SC_CLK_TCK")


def scale(deals: int) -> None:
    record, wall, cpu = run("-n", str(deals), "--jobs", "2")
    (row,) = record["strata"]  # type: ignore[misc]
    low, high = (1 - row["interval"][1], 1 - row["interval"][0])
    inside = low < 0.0295 and high > 0.0296
    print(f"{deals} turtles, 2 jobs: {wall:.0f} s wall, {cpu:.0f} s CPU, {2 * wall - cpu:.0f} s of 2 cores not used")
    print(f"unsolvable {1 - row['share']:.4%}, interval {low:.3%} to {high:.3%}; 2.95-2.96 % inside: {inside}")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"largest process so far {peak // 1024} MB")


def jobs(deals: int) -> None:
    _, _, one = run("-n", str(deals), "--jobs", "1")
    _, _, two = run("-n", str(deals), "--jobs", "2")
    print(f"{deals} turtles: CPU {one:.1f} s with one job, {two:.1f} s with two: {two / one:.2f} x")


def kills(deals: int, times: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        whole, torn = Path(folder) / "whole.jsonl", Path(folder) / "torn.jsonl"
        run("-n", str(deals), "--jobs", "2", "--journal", str(whole))
        rng = random.Random(1)
        for _ in range(times):
            options = ["-n", str(deals), "--jobs", "2", "--journal", str(torn), "--resume"]
            process = subprocess.Popen([*PYRSOLVE, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.uniform(0.2, 1.5))
            process.kill()
            process.wait()
        run("-n", str(deals), "--jobs", "2", "--journal", str(torn), "--resume")
        print(f"{times} times killed in a run of {deals}: the same journal: {whole.read_bytes() == torn.read_bytes()}")


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    jobs(number // 10)
    kills(number // 5, 20)
    scale(number // 10)
    scale(number)
