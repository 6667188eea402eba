"""JUnit and CSV: read back by other programs' readers, whatever stands in them."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrsolve.escape import FORMULA
from pyrsolve.report.junit import Case, junit
from pyrsolve.report.table import aligned, csv_line

EVIL = 'a\x1b[31m\x00\ufffe\ud800"<&>]]>,\r\n=1+1'


def test_a_report() -> None:
    text = junit(
        [
            Case("a.json", "check", "passed", "unread", 0.5),
            Case("b.json", "check", "failed", "unsolvable: refuted", 0.25),
            Case("c.json", "check", "error", "bad"),
            Case("d.json", "check", "skipped", "undecided"),
        ],
        "suite",
    )
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n')
    (suite,) = ElementTree.fromstring(text.encode())
    assert suite.attrib == {
        "name": "suite",
        "tests": "4",
        "failures": "1",
        "errors": "1",
        "skipped": "1",
        "time": "0.750",
    }
    assert [(case.get("name"), [child.tag for child in case]) for case in suite] == [
        ("a.json", []),
        ("b.json", ["failure"]),
        ("c.json", ["error"]),
        ("d.json", ["skipped"]),
    ]
    assert suite[1][0].attrib == {"message": "unsolvable: refuted"}
    assert suite[1][0].text == "unsolvable: refuted"


def test_an_empty_report() -> None:
    (suite,) = ElementTree.fromstring(junit([], "suite"))
    assert suite.get("tests") == "0"


def test_what_xml_cannot_hold_is_shown() -> None:
    (suite,) = ElementTree.fromstring(junit([Case(EVIL, "check", "failed", EVIL)], "suite").encode())
    name = suite[0].get("name") or ""
    assert name.startswith('a\\x1b[31m\\x00\\ufffe\\ud800"<&>]]>,')
    assert name == suite[0][0].get("message")


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_any_text_makes_a_document(text: str) -> None:
    ElementTree.fromstring(junit([Case(text, text, "error", text)], "suite").encode())


def read_back(line: str) -> list[str]:
    (row,) = csv.reader(io.StringIO(line, newline=""), strict=True)
    return row


def test_a_row() -> None:
    assert csv_line(["a", 1, "", 'say "x", y', "two\nlines", -0.5]) == 'a,1,,"say ""x"", y","two\nlines",-0.5'


@pytest.mark.parametrize("start", FORMULA)
def test_no_spreadsheet_runs_a_cell(start: str) -> None:
    assert read_back(csv_line([f"{start}cmd|calc", "x"])) == [f"'{start}cmd|calc", "x"]


@given(st.lists(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1), min_size=1))
def test_any_row_is_read_back(cells: list[str]) -> None:
    wanted = [f"'{cell}" if cell.startswith(FORMULA) else cell for cell in cells]
    assert read_back(csv_line(cells)) == wanted


def test_columns_under_each_other() -> None:
    assert aligned([("a", "bb"), ("ccc", ""), ("", "d")]) == ["a    bb", "ccc", "     d"]
    assert aligned([]) == []
