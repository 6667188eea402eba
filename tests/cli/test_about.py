"""`games`, `backends`, `doctor`, `--version`."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path

import pytest

import pyrsolve
from pyrsolve import registry
from pyrsolve.cli import doctor
from tests.cli.conftest import Cli
from tests.conftest import PURE, state
from tests.samples import UNSOLVABLE, write
from tests.tree import compiled_modules


def test_games_print_what_the_options_describe(cli: Cli) -> None:
    records = {record["name"]: record for record in cli("games", "--json").records}
    assert list(records) == pyrsolve.games()
    for name, record in records.items():
        game = registry.game(name)
        assert record["options"] == game.options.describe()
        assert record["title"] == game.title
        assert set(record["presets"]) >= {"recommended", "rulebook-literal"}
    option = next(option for option in records["mahjong"]["options"] if option["name"] == "cover")
    assert (option["values"], option["default"]) == (["next", "any"], "next")
    assert option["reason"]
    text = cli("games").out
    assert "mahjong: Mahjong Solitaire" in text
    assert "cover = next | any   (default next)" in text


def test_backends(cli: Cli) -> None:
    records = {record["name"]: record for record in cli("backends", "--json").records}
    engines = [name for name, record in records.items() if record.get("engine")]
    assert engines == ["adversarial", "stochastic", "mcts"]
    assert [name for name in records if name not in engines] == pyrsolve.backends()
    assert records["pairing"]["complete"] is True
    assert records["pairing"]["games"] == [
        name for name in pyrsolve.games() if registry.backend("pairing").supports(registry.game(name))
    ]
    text = cli("backends").out
    for name, record in records.items():
        assert f"{name}: {record['summary']}" in text


def test_doctor(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (record,) = cli("doctor", "--json").records
    assert record["pyrsolve"] == pyrsolve.__version__
    assert record["kernels"].startswith("plain Python (slow)" if PURE else "compiled") or not all_compiled()
    assert record["layouts"] == {"shipped": 12}
    assert record["games"] == pyrsolve.games()
    assert record["packages"]["click"][0].isdigit()
    monkeypatch.setenv("PYRSOLVE_LAYOUTS", os.pathsep.join(["mine", "nowhere"]))
    (folder / "mine").mkdir()
    write(folder / "mine" / "line.json", UNSOLVABLE["layout"])
    text = cli("doctor").out
    assert "layouts: shipped 12, mine 1, nowhere No such file or directory\n" in text
    assert f"pyrsolve: {pyrsolve.__version__}\n" in text


def all_compiled() -> bool:
    return all(state(module) == "compiled" for module in compiled_modules())


def test_doctor_looks_at_every_compiled_module() -> None:
    assert doctor.compiled_modules() == sorted(compiled_modules())


def test_version(cli: Cli, process: Cli) -> None:
    ran = process("--version")
    assert ran.code == 0
    assert ran.out == f"pyrsolve {pyrsolve.__version__}, kernels: {doctor.kernels()}\n"
    pure = process("--version", env={"PYRSOLVE_PURE": "1"})
    assert pure.out == f"pyrsolve {pyrsolve.__version__}, kernels: plain Python (slow): PYRSOLVE_PURE is set\n"


def test_why_plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PYRSOLVE_PURE", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert doctor._why_plain().startswith("no C compiler")
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    assert doctor._why_plain().startswith("no Python.h")
    (tmp_path / "Python.h").touch()
    assert doctor._why_plain().startswith("not compiled when installed")
    monkeypatch.setenv("PYRSOLVE_PURE", "1")
    assert doctor._why_plain() == "PYRSOLVE_PURE is set"


def test_uncompiled_kernels_say_the_same(process: Cli) -> None:
    arguments = ("solve", "--json", "--no-timing", "pyrsolve:bowl:3")
    assert process(*arguments) == process(*arguments, env={"PYRSOLVE_PURE": "1"})
