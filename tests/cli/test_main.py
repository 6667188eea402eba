"""The group: lazy, quick, light; what a user can get wrong is a message and never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pyrsolve.cli.main import COMMANDS, group
from tests.cli.conftest import Cli, environment
from tests.samples import SOLVABLE, UNSOLVABLE, row, write

HEAVY = (
    "numpy",
    "networkx",
    "ortools",
    "matplotlib",
    "tqdm",
    "importlib.metadata",
    "multiprocessing",
    "concurrent",
    "asyncio",
    "unittest",
    "xml",
    "csv",
    "cython",
    "Cython",
)


def loaded_by(*arguments: str | Path) -> set[str]:
    """The modules that a run of the command line loads; what the start of the interpreter did is its own affair."""
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from pyrsolve.cli.main import run\n"
        "code = run(sys.argv[1:])\n"
        "print('\\n' + ' '.join(set(sys.modules) - before), file=sys.stderr)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], capture_output=True, env=environment(), check=False
    )
    assert done.returncode in (0, 11), done.stderr.decode()
    return set(done.stderr.decode().splitlines()[-1].split())


def heavy(modules: set[str]) -> set[str]:
    return {module for module in modules if any(module == name or module.startswith(f"{name}.") for name in HEAVY)}


# --- lazy ---------------------------------------------------------------------------------------------------------
def test_help_imports_no_command() -> None:
    modules = loaded_by("--help")
    assert {name for name in modules if name.startswith("pyrsolve.")} <= {
        "pyrsolve.cli",
        "pyrsolve.cli.main",
        "pyrsolve.cli.exits",
        "pyrsolve._version",
    }
    assert not heavy(modules)


def test_every_command_is_listed_and_has_help(cli: Cli) -> None:
    listed = cli("--help").out
    for name, summary in COMMANDS.items():
        assert f"  {name} " in listed
        assert summary.split(":")[0][:40] in listed
        ran = cli(name, "--help")
        assert ran.code == 0
        assert ran.out.startswith(f"Usage: pyrsolve {name}")
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert command.help


@pytest.mark.parametrize("deal", ["solvable", "unsolvable", "reference"])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_cold_solve_imports_nothing_heavy(tmp_path: Path, deal: str, more: list[str]) -> None:
    solvable = write(tmp_path / "a.json", SOLVABLE)
    unsolvable = write(tmp_path / "b.json", UNSOLVABLE)
    named = {"solvable": solvable, "unsolvable": unsolvable, "reference": "pyrsolve:turtle:17"}
    assert not heavy(loaded_by("solve", *more, named[deal]))


def test_a_cold_check_imports_nothing_heavy(tmp_path: Path) -> None:
    assert not heavy(loaded_by("check", write(tmp_path / "a.jsonl", SOLVABLE, UNSOLVABLE)))


def test_verify_runs_no_solver(cli: Cli, folder: Path) -> None:
    deals = write(folder / "a.jsonl", SOLVABLE, UNSOLVABLE)
    (folder / "r.jsonl").write_text(cli("solve", "--json", deals).out)
    modules = loaded_by("verify", folder / "r.jsonl")
    solvers = ("pyrsolve.backends", "pyrsolve.kernels", "pyrsolve.analysis", "pyrsolve.generate")
    assert not {name for name in modules if name.startswith(solvers)}
    assert not heavy(modules)


def seconds_of(tmp_path: Path, *arguments: str) -> float:
    """CPU seconds of a run, the best of several: the clock on the wall says more about who else is busy here.

    Modules are compiled once, as an installation has them.
    """
    resource = pytest.importorskip("resource")
    env = environment(PYTHONPYCACHEPREFIX=str(tmp_path))
    env.pop("PYTHONDONTWRITEBYTECODE", None)

    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return float(usage.ru_utime + usage.ru_stime)

    found = []
    for _ in range(7):
        before = spent()
        subprocess.run([sys.executable, "-m", "pyrsolve", *arguments], stdout=subprocess.DEVNULL, env=env, check=True)
        found.append(spent() - before)
    return min(found)


@pytest.mark.slow
def test_help_takes_about_a_tenth_of_a_second(tmp_path: Path) -> None:
    assert seconds_of(tmp_path, "--help") < 0.13  # an editable installation's interpreter takes 20 ms longer to start


@pytest.mark.slow
def test_a_cold_solve_takes_less_than_a_third_of_a_second(tmp_path: Path) -> None:
    assert seconds_of(tmp_path, "solve", "pyrsolve:turtle:17") < 0.3


# --- usage --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["slove"], "no command 'slove'; did you mean 'solve'?"),
        (["xyz"], "no command 'xyz'; there are: solve, check"),
        (["solve"], "Missing argument 'DEAL...'"),
        (["solve", "x", "--backend", "magic"], "error: unknown backend 'magic'; there are: pairing"),
        (["solve", "x", "--rules", "cover"], "error: --rules takes NAME=VALUE, not 'cover'"),
        (["solve", "pyrsolve:turtle:1", "--rules", "cover=sideways"], "'sideways' is none of next, any"),
        (["solve", "pyrsolve:turtle:1", "--preset", "best"], "error: unknown preset 'best'; there are: recommended"),
        (["check", "pyrsolve:turtle:1", "--rules", "covers=any"], "did you mean 'cover'?"),
        (["check", "pyrsolve:turtle:1", "pyrsolve:turtle:2", "--jobs", "2", "--rules", "covers=any"], "'cover'?"),
        (["solve", "x", "--time-limit", "nan"], "'nan' is not a number of seconds"),
        (["solve", "x", "--time-limit=-1"], "'-1' is not a number of seconds"),
        (["solve", "x", "--time-limit", "soon"], "'soon' is not a number of seconds"),
        (["solve", "x", "--node-limit=-1"], "--node-limit"),
        (["solve", "x", "--node-limit", str(10**30)], "--node-limit"),
        (["solve", "x", "--memory-limit", "much"], "'much' is not a size such as 1000000, 512M or 2G"),
        (["solve", "x", "--memory-limit", "\u00b2M"], "is not a size"),
        (["solve", "x", "--memory-limit", "99999999999999T"], "is not a size"),
        (["check", "x", "--jobs", "0"], "--jobs"),
        (["check", "x", "--expect", "winnable"], "--expect takes solvable, unsolvable, decided or FILE:path"),
        (["check", "x", "--expect", "decided", "--allow-undecided"], "contradict each other"),
        (["check", "x", "--resume"], "--resume goes with --journal FILE"),
        (["check", "x", "--format", "yaml"], "--format"),
        (["verify"], "Missing argument 'RESULTS'"),
        (["verify", "-", "-"], "standard input holds the results or the deals, not both"),
        (["verify", "x", "--export", "svg", "there"], "--export writes cnf, lrat, not 'svg'"),
        (["deal"], "give references, such as pyrsolve:turtle:17, or --layout"),
        (["deal", "pyrsolve:turtle:1", "--layout", "turtle"], "give references"),
        (["deal", "--layout", "turtle", "--game", "chess"], "error: unknown game 'chess'; there are: mahjong"),
        (["deal", "--layout", "turtle", "--seed", str(10**18 - 1), "-n", "2"], "at most"),
    ],
)
def test_usage_errors(cli: Cli, folder: Path, arguments: list[str], message: str) -> None:
    ran = cli(*arguments)
    assert ran.code == 2, ran.err
    assert message in ran.err + ran.out
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(("text", "value"), [("2", 2.0), ("0.5", 0.5), ("inf", None), ("0", 0.0)])
def test_time_limits(cli: Cli, text: str, value: float | None) -> None:
    (record,) = cli("check", "--json", "--time-limit", text, "pyrsolve:gate:1").records
    assert record["limits"].get("seconds") == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("1000000", 10**6), ("64K", 65536), ("512M", 2**29), ("2G", 2**31), ("2GiB", 2**31), ("1t", 2**40)],
)
def test_memory_limits(cli: Cli, text: str, value: int) -> None:
    (record,) = cli("solve", "--json", "--memory-limit", text, "pyrsolve:gate:1").records
    assert record["limits"]["memory"] == value


# --- bad input ----------------------------------------------------------------------------------------------------
def layout(*tiles: list[int]) -> dict[str, Any]:
    return {**UNSOLVABLE, "layout": {**UNSOLVABLE["layout"], "tiles": list(tiles)}}


CLASSIC = {**row("1m", "1m", "blue", "blue"), "rules": {"deck": "classic"}}

BAD: dict[str, tuple[object, list[str]]] = {
    "odd group": (row("1m", "1m", "1m"), ["3 tiles of '1m' left (tiles 0, 1, 2): an odd number can never be cleared"]),
    "duplicate tile": (
        layout([0, 0, 0], [0, 0, 0], [4, 0, 0], [6, 0, 0]),
        ["$.layout.tiles[1]: tile 1 stands where tile 0 does, at (0, 0, 0)"],
    ),
    "overlapping tiles": (
        layout([0, 0, 0], [1, 1, 0], [4, 0, 0], [5, 0, 0]),
        [
            "$.layout.tiles[1]: tile 1 at (1, 1, 0) overlaps tile 0",
            "$.layout.tiles[3]: tile 3 at (5, 0, 0) overlaps tile 2",
        ],
    ),
    "too few faces": (
        {**UNSOLVABLE, "faces": ["1m"]},
        ["$.faces: the layout 'sample' has 4 tiles, but there are 1 faces"],
    ),
    "unknown face": (CLASSIC, ["$.faces[2]: unknown face 'blue'", "$.faces[3]: unknown face 'blue'"]),
    "far away": (
        layout([10**9, 0, 0], [0, 0, 0], [2, 0, 0], [4, 0, 0]),
        ["$.layout.tiles[0][0]: 1000000000 is not between"],
    ),
    "many tiles": (layout(*[[0, 0, 0]] * 5000), ["$.layout.tiles: a list of 5000: at most 4096 are allowed"]),
    "broken": ('{"schema": "pyrsolve.deal/1",\n "game": mahjong}', [":2:10: not JSON: "]),
    "deep": ("[" * 100_000, ["nested more than 64 deep"]),
    "nan": ('{"schema": "pyrsolve.deal/1", "game": "mahjong", "x_a": NaN}', [":1:57: $.x_a: NaN is not JSON"]),
    "duplicate key": ('{"schema": "pyrsolve.deal/1", "game": "mahjong", "game": "x"}', ["the key 'game' stands twice"]),
    "empty": ("", [":1:1: empty"]),
    "not an object": ("[]", ["a deal is an object"]),
    "bytes": ("\ufeff{}", ["byte order mark"]),
    "no schema": ("{}", ["the field 'schema' is missing", "the field 'game' is missing"]),
    "several": (
        {**UNSOLVABLE, "faces": ["1m", 2, "2p", None], "colour": 1},
        ["$.faces[1]: this is 2", "$.faces[3]: this is null", "$.colour: unknown field 'colour'"],
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input(cli: Cli, folder: Path, name: str) -> None:
    """Each a message with file and line or path, all faults at once, exit 65; in a check the others go on."""
    value, messages = BAD[name]
    path = write(folder / "bad.json", value if isinstance(value, str) else json.dumps(value, indent=1))
    ran = cli("solve", path)
    assert ran.code == 65
    assert ran.out == ""
    lines = ran.err.splitlines()
    for message in messages:
        assert any(message in line for line in lines), ran.err
    for line in lines:
        assert line.startswith(f"{path}:"), line
        assert all(part.isdigit() for part in line.removeprefix(f"{path}:").split(":")[:2]), line
    good = write(folder / "good.json", SOLVABLE)
    ran = cli("check", "--json", good, path, good)
    assert ran.code == 65
    assert [record["schema"].split(".")[1] for record in ran.records] == ["result/1", "fault/1", "result/1"]
    assert [fault["message"] in " ".join(lines) for fault in ran.records[1]["faults"]] == [True] * len(lines)


def test_a_million_tiles_in_a_file(cli: Cli, folder: Path) -> None:
    path = folder / "many.json"
    tiles = ",".join(f"[{2 * (n % 1000)},{2 * (n // 1000)},0]" for n in range(1_000_000))
    path.write_text('{"schema":"pyrsolve.layout/1","name":"many","tiles":[' + tiles + "]}", encoding="ascii")
    began = time.monotonic()
    ran = cli("layouts", "show", path)
    assert ran.code == 65
    assert "a list of 1000000: at most 4096 are allowed" in ran.err
    assert time.monotonic() - began < 20


def test_a_kmahjongg_layout_of_the_wrong_size(cli: Cli, folder: Path) -> None:
    path = folder / "short.layout"
    path.write_text("kmahjongg-layout-v1.0\n" + "." * 32 + "\n", encoding="ascii")
    ran = cli("deal", "--layout", path)
    assert ran.code == 65
    assert ran.err.startswith(f"{path}:")
    assert "2560" in ran.err


def test_nothing_there(cli: Cli, folder: Path) -> None:
    (folder / "empty").mkdir()
    ran = cli("solve", "no.json", "empty", "*.jsonl", "pyrsolve:turtel:1", "pyrsolve:turtle:x")
    assert ran.code == 65
    assert [line.split(":")[0] for line in ran.err.splitlines()] == [
        "no.json",
        "empty",
        "*.jsonl",
        "pyrsolve",
        "pyrsolve",
    ]


EVIL = 'a\x1b[31m\u202e\u200b"<&>,\n=1+1'


def test_evil_names(cli: Cli, folder: Path) -> None:
    """Names from files do nothing to a terminal, a table, a CSV or an XML file."""
    from xml.etree import ElementTree

    name = EVIL.replace("\n", " ") + ".json"
    path = folder / name
    try:
        write(path, {**row(EVIL, EVIL), "layout": {**row("a", "b")["layout"], "name": EVIL}})
    except OSError:
        pytest.skip("this file system has no such names")
    for form in ([], ["--explain"]):
        ran = cli("solve", *form, name)
        assert ran.code == 0
        assert_tame(ran.out)
    for form in ("table", "csv"):
        assert_tame(cli("check", "--format", form, name).out)
    ElementTree.fromstring(cli("check", "--format", "junit", name).out)
    assert cli("check", "--json", name).records[0]["source"]["file"] == name
    assert_tame(cli("solve", name + "x").err)
    assert_tame(cli("layouts", "show", name).err)


def assert_tame(text: str) -> None:
    assert all(character.isprintable() or character == "\n" for character in text), text
