"""What all tests share: the state of the kernels, the corpus, hypothesis profiles, who runs uncompiled too."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
KERNELS_FOLDER = ROOT / "pyrsolve" / "kernels"
TWINS = {"__init__", "memory"}  # never compiled: memory.pxd holds the C twins of memory.py
KERNELS = sorted(path for path in KERNELS_FOLDER.glob("*.py") if path.stem not in TWINS)
PURE = bool(os.environ.get("PYRSOLVE_PURE"))
CI = bool(os.environ.get("CI"))
REBUILD = "python setup.py build_ext --inplace"
RUN_PURE_TOO = ("kernels", "backends")
"""Folders of tests that the uncompiled run repeats: ``PYRSOLVE_PURE=1 python -m pytest -m 'pure and not slow'``."""

CIMPORT = re.compile(r"from (?:cython\.cimports\.)?pyrsolve\.kernels\.(\w+) c?import")

for name, options in {
    "default": {},
    "ci": {"derandomize": True, "print_blob": True},
    "thorough": {"max_examples": 2000},
}.items():
    settings.register_profile(name, deadline=None, suppress_health_check=[HealthCheck.too_slow], **options)
settings.load_profile("ci" if CI else "default")


def loaded_from(kernel: str) -> Path | None:
    """The file that a kernel is imported from; None where there is no such module."""
    spec = find_spec(f"pyrsolve.kernels.{kernel}")
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def state(kernel: str) -> str:
    file = loaded_from(kernel)
    if file is None:
        return "missing"
    return "plain Python" if file.suffix == ".py" else "compiled"


def sources(kernel: str) -> set[Path]:
    """What a kernel is compiled from: its .py and .pxd, and the .pxd of every kernel that they cimport, and so on."""
    found: set[Path] = set()
    todo = [KERNELS_FOLDER / f"{kernel}.py", KERNELS_FOLDER / f"{kernel}.pxd"]
    while todo:
        path = todo.pop()
        if path not in found and path.exists():
            found.add(path)
            todo += [KERNELS_FOLDER / f"{name}.pxd" for name in CIMPORT.findall(path.read_text(encoding="utf-8"))]
    return found


def newer_sources(kernel: str) -> list[str]:
    """The sources that were edited after the extension of a kernel in this tree was compiled."""
    built = loaded_from(kernel)
    if built is None or built.suffix == ".py" or not built.is_relative_to(ROOT):
        return []
    compiled_at = built.stat().st_mtime
    return sorted(path.name for path in sources(kernel) if path.stat().st_mtime > compiled_at)


def pytest_report_header() -> list[str]:
    by_state: dict[str, list[str]] = {}
    for path in KERNELS:
        by_state.setdefault(state(path.stem), []).append(path.stem)
    lines = [f"kernels {how}: {', '.join(names)}" for how, names in by_state.items()]
    return [*lines, "PYRSOLVE_PURE is set"] if PURE else lines


def pytest_sessionstart(session: pytest.Session) -> None:
    """An extension older than its source would test code that is no longer there."""
    stale = {path.stem: newer for path in KERNELS if (newer := newer_sources(path.stem))}
    if stale:
        shown = "; ".join(f"{kernel} is older than {', '.join(newer)}" for kernel, newer in stale.items())
        pytest.exit(f"compiled kernels are out of date: {shown}. Rebuild: {REBUILD}", returncode=3)
    wanted = "plain Python" if PURE else "compiled"
    wrong = [path.stem for path in KERNELS if state(path.stem) != wanted]
    if wrong and (CI or PURE):
        pytest.exit(f"kernels that are not {wanted}: {', '.join(wrong)} (pip install -e '.[test]')", returncode=3)


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "corpus" in getattr(item, "fixturenames", ()):
            item.add_marker("corpus")
        if item.path.is_relative_to(ROOT / "tests") and item.path.relative_to(ROOT / "tests").parts[0] in RUN_PURE_TOO:
            item.add_marker("pure")


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real files and known answers; without it the test is skipped, in CI it fails."""
    path = Path(os.environ.get("PYRSOLVE_CORPUS", ROOT.parent / "shared" / "corpus"))
    if not path.is_dir():
        message = f"no corpus of real files at {path} (the environment variable PYRSOLVE_CORPUS names the folder)"
        if CI:
            pytest.fail(message)
        pytest.skip(message)
    return path
