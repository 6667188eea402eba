"""The journal: appended and flushed, resumed, torn, not one."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrsolve.batch.journal import Journal
from pyrsolve.errors import DataError, NotFoundError
from pyrsolve.records.fault import Source


def record(line: int, deal_id: str = "a") -> bytes:
    return b'{"schema":"pyrsolve.result/1","deal_id":"%s","source":{"file":"f","line":%d}}' % (deal_id.encode(), line)


def test_every_line_is_there_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path, resume=False) as journal:
        for number in (1, 2):
            journal.write(record(number))
            assert len(path.read_bytes().splitlines()) == number


def test_resumed(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(record(1) + b"\n" + record(2, "b") + b"\n" + record(1, "c") + b"\n")
    with Journal(path, resume=True) as journal:
        assert journal.known == {Source("f", 1): ("c", record(1, "c")), Source("f", 2): ("b", record(2, "b"))}
        journal.write(record(3))
    assert path.read_bytes().endswith(record(1, "c") + b"\n" + record(3) + b"\n")


@pytest.mark.parametrize("torn", [b"{", record(3), b'{"schema":"pyrsolve.re', b"\xff\xfe"])
def test_a_torn_last_line_is_overwritten(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(record(1) + b"\n" + record(2) + b"\n" + torn)
    with Journal(path, resume=True) as journal:
        assert list(journal.known) == [Source("f", 1), Source("f", 2)]
        journal.write(record(4))
    assert path.read_bytes() == b"".join(record(number) + b"\n" for number in (1, 2, 4))


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"1",
        b"\xff",
        b"[" * 100_000,
        b'{"schema":"pyrsolve.deal/1"}',
        b'{"schema":"pyrsolve.result/1","deal_id":"a"}',
        b'{"schema":"pyrsolve.result/1","deal_id":"a","source":"here"}',
    ],
)
def test_what_is_no_journal_is_left_alone(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "journal.jsonl"
    content = record(1) + b"\n" + line + b"\n" + record(2) + b"\n"
    path.write_bytes(content)
    with pytest.raises(DataError, match=r"journal\.jsonl:2: not a result with its source"):
        Journal(path, resume=True)
    assert path.read_bytes() == content


def test_nothing_is_overwritten_by_mistake(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(record(1) + b"\n")
    with pytest.raises(DataError, match="--resume goes on with it"):
        Journal(path, resume=False)
    assert path.read_bytes() == record(1) + b"\n"


def test_an_empty_file_is_a_new_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.touch()
    with Journal(path, resume=False) as journal:
        journal.write(record(1))
    assert path.read_bytes() == record(1) + b"\n"


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match=r"journal\.jsonl"):
        Journal(tmp_path / "nowhere" / "journal.jsonl", resume=False)
