"""Writes the deals of the corpus as deal/1 records, one a line, so that `pyrsolve bench` and other programs can read them.

    python tests/reach/corpus_to_deals.py OUT [CORPUS] [--limit N] [--only NAME...]

``OUT/<name>.jsonl`` for every ``deals/<name>.json``; each record holds its layout. The known verdicts go into
``OUT/verdicts.txt``: a line a file, its name and a letter a deal.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pyrsolve import registry  # noqa: E402
from pyrsolve.records.encode import encode  # noqa: E402
from tests.boards import corpus_file  # noqa: E402

DEFAULT = os.environ.get("PYRSOLVE_CORPUS", str(ROOT.parent / "shared" / "corpus"))


def write(corpus: Path, out: Path, limit: int | None = None, names: tuple[str, ...] = ()) -> dict[str, str]:
    """Write the files; name -> verdicts. Raises FileNotFoundError where the corpus has no deals."""
    paths = sorted(path for path in (corpus / "deals").glob("*.json") if not names or path.stem in names)
    if not paths:
        raise FileNotFoundError(f"no deals in {corpus / 'deals'}")
    out.mkdir(parents=True, exist_ok=True)
    game = registry.game("mahjong")
    known = {}
    for path in paths:
        deals, verdicts = corpus_file(path)
        known[path.stem] = verdicts[:limit]
        with (out / f"{path.stem}.jsonl").open("wb") as file:
            for deal in deals[:limit]:
                file.write(encode(game.write(deal)) + b"\n")
    lines = (f"{name} {letters}\n" for name, letters in known.items())
    (out / "verdicts.txt").write_text("".join(lines), encoding="utf-8")
    return known


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("corpus", type=Path, nargs="?", default=Path(DEFAULT))
    parser.add_argument("--limit", type=int, help="only the first N deals of a file")
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME")
    arguments = parser.parse_args()
    known = write(arguments.corpus, arguments.out, arguments.limit, tuple(arguments.only))
    print(f"{sum(map(len, known.values()))} deals in {len(known)} files in {arguments.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
