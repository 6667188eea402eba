"""JSON Schema files of the records, generated from their types: ``python -m pyrsolve.records.schema`` writes them."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

RECORDS = {
    "layout": "pyrsolve.records.layout:LayoutRecord",
    "deal-removal": "pyrsolve.records.deal:RemovalDealRecord",
    "result": "pyrsolve.records.result:ResultRecord",
    "fault": "pyrsolve.records.fault:FaultRecord",
    "bench": "pyrsolve.records.bench:BenchRecord",
}
FOLDER = Path(__file__).parent / "schemas"


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a record; fields of one's own, ``x_...``, are allowed in every object."""
    import msgspec

    module, _, kind = RECORDS[name].partition(":")
    made = msgspec.json.schema(getattr(import_module(module), kind))
    for entry in made.get("$defs", {}).values():
        if entry.get("additionalProperties") is False:
            entry["patternProperties"] = {"^x_": {}}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"pyrsolve {name}", **made}


def text(name: str) -> str:
    """The file's text."""
    return json.dumps(schema(name), indent=1, sort_keys=True) + "\n"


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for name in RECORDS:
        (FOLDER / f"{name}.json").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
