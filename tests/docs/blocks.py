"""The fenced blocks of README and docs, and how they are run.

- ``console``: lines that begin with ``$ `` are commands (``> `` goes on with one), what follows is their output, standard
  error too. Every command of a document is run, in order, in one folder; output is compared. In what is shown, ``...`` stands
  for anything on its line, alone on a line for any number of lines, and times (``1.2 ms``) may differ; progress, which only a
  slow machine shows, is left out. A command that does not exit with 0 is followed by ``$ echo $?``.
- ``sh``: commands without output; each must succeed.
- ``python``: run; a ``text`` block right behind it is what it prints.
- ``json``: must be JSON. Other kinds are text.
- ``<!-- not run: why -->`` before a block leaves it out.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

KINDS = {"console", "sh", "python", "json", "text", "ini"}
MARK = "=-=-= command"
BROKEN = re.compile(r"^(Traceback|internal fault:)|command not found")
PROGRESS = re.compile(r"^\d+ (of \d+ )?\w+ after \d+ s, [\d.]+ a second.*\n", re.MULTILINE)
SECONDS = 300
ROOT = Path(__file__).resolve().parent.parent.parent


def documents() -> list[str]:
    """README and the pages of docs, from the root."""
    return ["README.md", *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md"))]


def provide(folder: Path) -> None:
    """Put into `folder` what a reader has at hand: the examples."""
    shutil.copytree(ROOT / "examples", folder / "examples")


@dataclass(frozen=True)
class Block:
    """A fenced block: the document's name and the line of the fence, its kind, its lines, why it is not run."""

    document: str
    line: int
    kind: str
    lines: tuple[str, ...]
    not_run: str = ""

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def __str__(self) -> str:
        return f"{self.document}:{self.line}"


@dataclass(frozen=True)
class Command:
    """One command of a console block and the output shown for it."""

    text: str
    shown: str


@dataclass(frozen=True)
class Finding:
    """Something that is wrong with a block; `lines` is what it would show instead, where that is all that is wrong."""

    block: Block
    message: str
    lines: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return f"{self.block}: {self.message}"


def blocks_of(path: Path) -> list[Block]:
    """The blocks of a Markdown document, in order. Raises ValueError for a fence without a kind, or without an end."""
    return list(_blocks(path.name, path.read_text(encoding="utf-8").splitlines()))


def _blocks(document: str, lines: list[str]) -> Iterator[Block]:
    reason = ""
    start: int | None = None
    for number, line in enumerate(lines, start=1):
        if start is None and line.startswith("```"):
            start = number
            if line[3:] not in KINDS:
                raise ValueError(f"{document}:{number}: {line[3:]!r} is none of {', '.join(sorted(KINDS))}")
        elif start is not None and line == "```":
            yield Block(document, start, lines[start - 1][3:], tuple(lines[start : number - 1]), reason)
            start, reason = None, ""
        elif start is None and (found := re.fullmatch(r"<!-- not run: (.+) -->", line)):
            reason = found[1]
        elif start is None and line.strip():
            reason = ""
    if start is not None:
        raise ValueError(f"{document}:{start}: the block has no end")


def commands_of(block: Block) -> list[Command]:
    """The commands of a console block. Raises ValueError where it does not begin with one."""
    found: list[tuple[list[str], list[str]]] = []
    for line in block.lines:
        if line.startswith("$ "):
            found.append(([line[2:]], []))
        elif not found:
            raise ValueError(f"{block}: the block begins with output, not with a command ($ ...)")
        elif line.startswith("> ") and not found[-1][1]:
            found[-1][0].append(line[2:])
        else:
            found[-1][1].append(line)
    return [Command("\n".join(command), "\n".join(shown)) for command, shown in found]


def environment(binaries: Path) -> dict[str, str]:
    """The environment of a reader who has activated the virtual environment with the folder `binaries`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYRSOLVE_", "PYTHON", "COV_"))}
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    return {**kept, "PATH": path, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}


def own_binaries() -> Path:
    """The folder with the commands of the environment that runs the tests."""
    return Path(sys.executable).parent


def shell() -> str | None:
    """bash, where the documents' commands can be run as they are."""
    return None if os.name == "nt" else shutil.which("bash")


def run_document(blocks: list[Block], folder: Path, binaries: Path) -> list[Finding]:
    """Run every block of a document in `folder`; what went wrong."""
    wrong: list[Finding] = []
    printed: str | None = None
    for block in blocks:
        before, printed = printed, None
        if block.not_run:
            continue
        if block.kind == "console":
            wrong += _run_console(block, folder, binaries)
        elif block.kind == "sh":
            wrong += _run_program(block, [str(shell()), "-e", "-c", block.text], folder, binaries)[0]
        elif block.kind == "python":
            found, printed = _run_program(block, [str(binaries / "python"), "-c", block.text], folder, binaries)
            wrong += found
        elif block.kind == "text" and before is not None:
            if not matches(block.text, before):
                wrong.append(Finding(block, _difference("the program before", block.text, before), _lines(before)))
        elif block.kind == "json":
            try:
                json.loads(block.text)
            except ValueError as error:
                wrong.append(Finding(block, str(error)))
    return wrong


def _run(command: list[str], folder: Path, binaries: Path) -> tuple[int, str]:
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment(binaries),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout


def _run_program(block: Block, command: list[str], folder: Path, binaries: Path) -> tuple[list[Finding], str]:
    code, output = _run(command, folder, binaries)
    return ([Finding(block, f"exit code {code}\n{output}")] if code else []), output


def _run_console(block: Block, folder: Path, binaries: Path) -> list[Finding]:
    commands = commands_of(block)
    script = ["status=0"]
    for command in commands:
        script += [f"printf '\\n{MARK}\\n'", "(exit $status)", command.text, "status=$?"]
        script += [f"printf '\\n{MARK} ended with %s\\n' $status"]
    _, output = _run([str(shell()), "-c", "\n".join(script)], folder, binaries)
    wrong: list[str] = []
    lines: list[str] = []
    parts = re.split(rf"\n{MARK}(?: ended with (\d+))?\n", output)  # text, no code, output, code, text, no code, ...
    for place, command in enumerate(commands):
        if len(parts) <= 4 * place + 3:
            return [Finding(block, f"ended within: {command.text}\n{output}")]
        printed, code = parts[4 * place + 2], parts[4 * place + 3]
        if code != "0" and not any(later.text == "echo $?" for later in commands[place + 1 : place + 2]):
            return [Finding(block, f"exit code {code}, and no 'echo $?' behind it: {command.text}\n{printed}")]
        lines += [f"{'>' if number else '$'} {line}" for number, line in enumerate(command.text.splitlines())]
        if matches(command.shown, printed):
            lines += command.shown.splitlines()
        else:
            wrong.append(_difference(command.text, command.shown, printed))
            lines += _lines(printed)
    broken = any(BROKEN.search(line) for line in lines)  # never to be shown to a reader
    return [Finding(block, "\n".join(wrong), None if broken else tuple(lines))] if wrong else []


def _difference(command: str, shown: str, printed: str) -> str:
    before, after = _timeless(shown).splitlines(), _timeless(printed).splitlines()
    return "\n".join([f"other output: {command}", *unified_diff(before, after, "shown", "printed", lineterm="")])


def _lines(printed: str) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in printed.strip("\n").splitlines())


def _timeless(text: str) -> str:
    text = PROGRESS.sub("", text)
    text = re.sub(r"[ \t]*\b\d+(\.\d+)?(?= (ms|s)\b)", " N", text)
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def matches(shown: str, printed: str) -> bool:
    """Whether `printed` is what is shown, but for times and what ``...`` stands for."""
    whole = "".join(
        r"(?:[^\n]*\n)*?" if line.strip() == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in _timeless(shown).splitlines()
    )
    printed = _timeless(printed)
    return re.fullmatch(whole, f"{printed}\n" if printed else "") is not None


def refresh(path: Path, findings: list[Finding]) -> bool:
    """Write what the commands of a document print now; whether that mended every finding."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for finding in sorted(findings, key=lambda finding: -finding.block.line):
        if finding.lines is not None:
            start = finding.block.line
            lines[start : start + len(finding.block.lines)] = finding.lines
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return all(finding.lines is not None for finding in findings)
