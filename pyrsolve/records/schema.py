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
    "count": "pyrsolve.records.count:CountRecord",
    "analysis": "pyrsolve.records.analysis:AnalysisRecord",
    "hint": "pyrsolve.records.hint:HintRecord",
    "best": "pyrsolve.records.best:BestRecord",
    "deck": "pyrsolve.records.deck:DeckRecord",
    "repair": "pyrsolve.records.repair:RepairRecord",
    "record": "pyrsolve.records.play:GameRecord",
    "audit": "pyrsolve.records.play:AuditRecord",
    "survey": "pyrsolve.records.survey:SurveyRecord",
    "journal": "pyrsolve.records.survey:JournalHeader",
    "comparison": "pyrsolve.records.survey:ComparisonRecord",
    "fault": "pyrsolve.records.fault:FaultRecord",
    "bench": "pyrsolve.records.bench:BenchRecord",
}
FOLDER = Path(__file__).parent / "schemas"


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a record; fields of one's own, ``x_...``, are allowed in every object."""
    import msgspec

    module, _, kind = RECORDS[name].partition(":")
    made = msgspec.json.schema(getattr(import_module(module), kind))
    _open_for_private(made)
    layout = made.get("$defs", {}).get("LayoutRecord")
    if layout is not None:
        layout["oneOf"] = [
            {"required": [form], "properties": {form: {"type": "array"}}} for form in ("tiles", "levels")
        ]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"pyrsolve {name}", **made}


def _open_for_private(node: Any) -> None:
    """Let fields ``x_...`` of any value into every object below `node` whose fields are prescribed."""
    if isinstance(node, dict):
        for inner in node.values():
            _open_for_private(inner)
        if node.get("type") == "object" and "additionalProperties" in node:
            node["patternProperties"] = {"^x_": {}}
    elif isinstance(node, list):
        for inner in node:
            _open_for_private(inner)


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
