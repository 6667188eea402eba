"""What wheels and source distributions hold, and that an installation without a compiler works."""

from __future__ import annotations

import email
import fnmatch
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from sysconfig import get_platform

import pytest

from tests.tree import ROOT, compiled_modules, copy_to

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
BUILD = "import sys; from setuptools import build_meta; print(getattr(build_meta, sys.argv[1])(sys.argv[2]))"


def python(arguments: list[str], folder: Path, **variables: str) -> str:
    """Standard output of Python, run in `folder` without this run's own settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYRSOLVE_", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=kept | variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind: str, tree: Path, **variables: str) -> Path:
    """The wheel or sdist that the build backend makes of `tree`."""
    printed = python(["-c", BUILD, f"build_{kind}", "dist"], tree, **variables)
    return tree / "dist" / printed.splitlines()[-1]


def expected_files(made: Path) -> set[str]:
    """What a wheel without compiled kernels holds of the tree that it or its source distribution was made in."""
    tree = made.parent.parent
    found = {
        path.relative_to(tree).as_posix()
        for path in (tree / "pyrsolve").rglob("*")
        if path.suffix in (".py", ".pxd", ".json", ".typed") and "__pycache__" not in path.parts
    }
    return found | {
        f"pyrsolve/layouts/{path.name}" for path in (tree / "layouts").iterdir() if path.suffix in (".py", ".json")
    }


def files_of(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def compiled_in(names: set[str]) -> dict[str, str]:
    """The extension modules among the files of a wheel, and the modules that they are."""
    found = {name: re.fullmatch(r"([\w/]+)\.[^/]*(?:so|pyd)", name) for name in names}
    return {name: match[1].replace("/", ".") for name, match in found.items() if match}


# --- quick: what pyproject.toml says, against the tree ------------------------------------------------------------
def test_every_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for path in (ROOT / "pyrsolve").rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
    assert (ROOT / "layouts" / "__init__.py").exists(), "without it an editable installation has no layouts"


def test_every_data_file_is_named() -> None:
    data = PROJECT["tool"]["setuptools"]["package-data"]
    homes = {"pyrsolve.layouts": ROOT / "layouts"}
    named = {
        path
        for package, patterns in data.items()
        for pattern in patterns
        for path in (
            (ROOT / "pyrsolve").rglob(pattern)
            if package == "*"
            else (homes.get(package) or ROOT.joinpath(*package.split("."))).glob(pattern)
        )
    }
    ignored = ("*.py", "*.so", "*.pyd", "*.pyc", "*.c")
    there = {
        path
        for top in (ROOT / "pyrsolve", ROOT / "layouts")
        for path in top.rglob("*")
        if path.is_file() and not any(fnmatch.fnmatch(path.name, pattern) for pattern in ignored)
    }
    assert there - named == set()
    assert any(path.suffix == ".pxd" for path in named)
    assert any(path.parent.name == "schemas" for path in named)


# --- slow: real builds --------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel with compiled kernels, built where an earlier build has left a module that is no more."""
    tree = copy_to(tmp_path_factory.mktemp("compiled") / "tree")
    for library in ("lib", f"lib.{get_platform()}-{sys.implementation.cache_tag}"):
        ghost = tree / "build" / library / "pyrsolve" / "ghost.py"
        ghost.parent.mkdir(parents=True)
        ghost.write_text("", encoding="utf-8")
    return build("wheel", tree)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("sdist", copy_to(tmp_path_factory.mktemp("source") / "tree"))


@pytest.mark.slow
def test_a_wheel_holds_the_modules_the_data_and_the_compiled_kernels(wheel: Path) -> None:
    found = files_of(wheel)
    compiled = compiled_in(found)
    assert sorted(compiled.values()) == sorted(compiled_modules())
    assert found - set(compiled) == expected_files(wheel)


@pytest.mark.slow
def test_a_wheel_says_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [about] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        folder = about.rpartition("/")[0]
        metadata = email.message_from_bytes(archive.read(about))
        entries = archive.read(f"{folder}/entry_points.txt").decode()
        licence = archive.read(f"{folder}/licenses/LICENSE").decode()
    version = (ROOT / "pyrsolve" / "_version.py").read_text(encoding="utf-8")
    assert f'"{metadata["Version"]}"' in version
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == PROJECT["project"]["requires-python"]
    assert "pyrsolve = pyrsolve.cli.main:main" in entries
    assert licence == (ROOT / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_source_distribution_builds_the_same_wheel(sdist: Path, tmp_path: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = archive.getnames()
        assert [name for name in names if name.endswith((".so", ".pyd", ".c", ".pyc"))] == []
        archive.extractall(tmp_path, filter="data")
    [tree] = tmp_path.iterdir()
    assert {"README.md", "LICENSE", "pyproject.toml", "setup.py"} <= {path.name for path in tree.iterdir()}
    assert files_of(build("wheel", tree, PYRSOLVE_PURE="1")) == expected_files(sdist)


@pytest.mark.slow
@pytest.mark.parametrize(
    "variables",
    [
        {"PYRSOLVE_PURE": "1"},
        pytest.param(
            {"CC": "no-such-compiler"},
            marks=pytest.mark.skipif(os.name == "nt", reason="CC does not choose the compiler on Windows"),
        ),
    ],
    ids=lambda variables: next(iter(variables)),
)
def test_without_a_compiler_it_installs_and_runs_as_plain_python(variables: dict[str, str], tmp_path: Path) -> None:
    made = build("wheel", copy_to(tmp_path / "tree"), **variables)
    assert files_of(made) == expected_files(made)
    site = tmp_path / "site"
    python(["-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(site), str(made)], tmp_path)
    version = python(["-m", "pyrsolve", "--version"], tmp_path, PYTHONPATH=str(site))
    assert "kernels: plain Python (slow)" in version
    solved = python(["-m", "pyrsolve", "solve", "pyrsolve:gate:26"], tmp_path, PYTHONPATH=str(site))
    assert "solvable (every tile goes)" in solved
    where = python(["-c", "import pyrsolve; print(pyrsolve.__file__)"], tmp_path, PYTHONPATH=str(site))
    assert Path(where.strip()).is_relative_to(site)
