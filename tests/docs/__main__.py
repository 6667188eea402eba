"""``python -m tests.docs [FILE...]``: write into README and docs what their commands print now."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.docs import blocks


def main(names: list[str]) -> int:
    mended = True
    for name in names or blocks.documents():
        path = blocks.ROOT / name
        with tempfile.TemporaryDirectory() as folder:
            blocks.provide(Path(folder))
            wrong = blocks.run_document(blocks.blocks_of(path), Path(folder), blocks.own_binaries())
        for finding in wrong:
            print(finding)
        mended = blocks.refresh(path, wrong) and mended
    return 0 if mended else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
