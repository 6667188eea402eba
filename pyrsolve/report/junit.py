"""JUnit XML: one case a deal; GitLab, GitHub and Jenkins show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree

from pyrsolve.escape import xml_characters


@dataclass(frozen=True, slots=True)
class Case:
    """One deal or file: `state` says how it went, `message` why."""

    name: str
    group: str
    state: Literal["passed", "failed", "error", "skipped"]
    message: str = ""
    seconds: float = 0.0


def junit(cases: Iterable[Case], suite: str) -> str:
    """The report, as text. Names from files are hostile: what XML cannot hold is shown as an escape."""
    listed = list(cases)
    counts = {state: sum(case.state == state for case in listed) for state in ("failed", "error", "skipped")}
    root = ElementTree.Element("testsuites")
    box = ElementTree.SubElement(
        root,
        "testsuite",
        name=suite,
        tests=str(len(listed)),
        failures=str(counts["failed"]),
        errors=str(counts["error"]),
        skipped=str(counts["skipped"]),
        time=f"{sum(case.seconds for case in listed):.3f}",
    )
    for case in listed:
        entry = ElementTree.SubElement(
            box,
            "testcase",
            name=xml_characters(case.name),
            classname=xml_characters(case.group),
            time=f"{case.seconds:.3f}",
        )
        if case.state != "passed":
            tag = {"failed": "failure", "error": "error", "skipped": "skipped"}[case.state]
            message = xml_characters(case.message)
            ElementTree.SubElement(entry, tag, message=message).text = message
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
