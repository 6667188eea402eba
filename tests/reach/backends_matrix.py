"""The table of docs/backends.md: what `pyrsolve bench` measured, a row a file, a column a backend.

pyrsolve bench OUT/*.jsonl --backend pairing --backend graph ... --json > bench.json
python tests/reach/backends_matrix.py bench.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def cell(row: dict[str, Any]) -> str:
    """``mean ms``; with how many were decided where not all were."""
    deals, open_ = row["deals"], row["undecided"]
    if open_ == deals:
        return f"none of {deals} ({row['mean_ms']:.0f})"
    decided = f" ({deals - open_} of {deals})" if open_ else ""
    return f"{row['mean_ms']:.1f}{decided}"


def table(bench: dict[str, Any]) -> str:
    """The Markdown table."""
    rows = {(Path(row["file"]).stem, row["backend"]): row for row in bench["rows"]}
    files = list(dict.fromkeys(name for name, _ in rows))
    backends = list(dict.fromkeys(backend for _, backend in rows))
    lines = [f"| deals | solvable | {' | '.join(backends)} |", "|---" * (len(backends) + 2) + "|"]
    for name in files:
        sure = rows[name, "pairing"]
        cells = " | ".join(cell(rows[name, backend]) for backend in backends)
        lines.append(f"| {name} | {sure['solvable']} of {sure['deals']} | {cells} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
