"""Every command block of README and docs is run, and prints what is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs import blocks

ROOT = Path(__file__).resolve().parent.parent.parent
INSTALL = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/pyrsolve solve examples/turtle-easy.json"
TEST = ".venv/bin/pip install -e '.[test]' && .venv/bin/python -m pytest"


@pytest.mark.skipif(blocks.shell() is None, reason="the documents' commands are for a POSIX shell; bash is not here")
@pytest.mark.parametrize("document", blocks.documents())
def test_every_command_block_does_what_it_shows(document: str, tmp_path: Path) -> None:
    blocks.provide(tmp_path)
    wrong = blocks.run_document(blocks.blocks_of(ROOT / document), tmp_path, blocks.own_binaries())
    assert not wrong, "\n\n".join([*map(str, wrong), "What they print now is written by: python -m tests.docs"])


def test_the_two_commands_open_the_readme_and_are_what_ci_runs() -> None:
    first = blocks.blocks_of(ROOT / "README.md")[0]
    assert first.kind == "sh"
    assert [line for line in first.lines if line] == [INSTALL, TEST]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert INSTALL in script
    assert TEST in script


def test_links_between_the_documents_lead_somewhere() -> None:
    wrong = []
    for path in map(ROOT.joinpath, blocks.documents()):
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            file, _, anchor = target.partition("#")
            if "://" in target:
                continue
            aim = (path.parent / file).resolve() if file else path
            if not aim.exists():
                wrong.append(f"{path.name}: {target}")
            elif anchor and aim.suffix == ".md":
                titles = re.findall(r"^#+ (.+)$", aim.read_text(encoding="utf-8"), flags=re.MULTILINE)
                if anchor not in {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}:
                    wrong.append(f"{path.name}: {target}")
    assert not wrong


# --- the runner itself: that it can fail --------------------------------------------------------------------------
def faults_of(text: str, tmp_path: Path) -> list[blocks.Finding]:
    document = tmp_path / "sample.md"
    document.write_text(text, encoding="utf-8")
    return blocks.run_document(blocks.blocks_of(document), tmp_path, blocks.own_binaries())


@pytest.mark.skipif(blocks.shell() is None, reason="bash is not here")
@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ echo a b c\na b c\n```\n",
        "```console\n$ printf 'no newline'; x=1\nno newline\n$ echo $x\n1\n```\n",
        "```console\n$ false\n$ echo $?\n1\n```\n",
        "```console\n$ seq 5\n1\n...\n5\n```\n",
        "```console\n$ seq 3\n1\n...\n```\n",
        "```console\n$ echo 'took    3.25 ms, ab123cd'\ntook 1.0 ms, ab...cd\n```\n",
        "```console\n$ cat <<'END'\n> one\n> two\n> END\none\ntwo\n```\n",
        "```console\n$ echo x > kept\n```\nand\n```console\n$ cat kept\nx\n```\n",
        "```console\n$ echo wrong >&2\nwrong\n```\n",
        "```console\n$ echo '181 of 400 deals after 2 s, 90.1 a second, 2 s left' >&2; echo done\ndone\n```\n",
        "```python\nprint(1 + 1)\n```\nprints\n```text\n2\n```\n",
        "<!-- not run: it would not end -->\n\n```console\n$ false\n```\n",
    ],
)
def test_blocks_that_hold(text: str, tmp_path: Path) -> None:
    assert faults_of(text, tmp_path) == []


@pytest.mark.skipif(blocks.shell() is None, reason="bash is not here")
@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ echo a b c\na b d\n```\n",
        "```console\n$ echo surprise\n```\n",
        "```console\n$ true\nmore\n```\n",
        "```console\n$ false\n```\n",
        "```console\n$ false\n$ echo $?\n2\n```\n",
        "```console\n$ exit 3\n$ echo never\nnever\n```\n",
        "```console\n$ seq 5\n1\n...\n4\n```\n",
        "```console\n$ echo 3 moves, 1 ms\n4 moves, 1 ms\n```\n",
        "```sh\nfalse\ntrue\n```\n",
        "```python\nraise SystemExit(1)\n```\n",
        "```python\nprint(1 + 1)\n```\nprints\n```text\n3\n```\n",
        "```json\n{'a': 1}\n```\n",
        "<!-- not run: only the next one -->\n\ntext\n\n```console\n$ false\n```\n",
    ],
)
def test_blocks_that_do_not_hold(text: str, tmp_path: Path) -> None:
    assert len(faults_of(text, tmp_path)) == 1


@pytest.mark.skipif(blocks.shell() is None, reason="bash is not here")
def test_refreshing_writes_what_is_printed_and_keeps_what_holds(tmp_path: Path) -> None:
    document = tmp_path / "sample.md"
    held = "```console\n$ seq 9\n1\n...\n9\n```\n"
    document.write_text(
        f"{held}text\n```console\n$ cat <<END\n> a\n> END\nb\n$ seq 2\n```\n```python\nprint(7)\n```\n```text\n6\n```\n",
        encoding="utf-8",
    )
    wrong = blocks.run_document(blocks.blocks_of(document), tmp_path, blocks.own_binaries())
    assert len(wrong) == 2
    assert blocks.refresh(document, wrong)
    assert document.read_text(encoding="utf-8") == (
        f"{held}text\n```console\n$ cat <<END\n> a\n> END\na\n$ seq 2\n1\n2\n```\n```python\nprint(7)\n```\n```text\n7\n```\n"
    )
    assert blocks.run_document(blocks.blocks_of(document), tmp_path, blocks.own_binaries()) == []


@pytest.mark.parametrize("text", ["```\n$ ls\n```\n", "```console\n$ ls\n", "```console\noutput first\n```\n"])
def test_blocks_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"sample\.md:1"):
        faults_of(text, tmp_path)
