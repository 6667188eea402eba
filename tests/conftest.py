"""What all tests share: the state of the kernels, the corpus, hypothesis profiles, who runs uncompiled too."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.tree import ROOT, compiled_modules, sources

PURE = bool(os.environ.get("PYRSOLVE_PURE"))
CI = bool(os.environ.get("CI"))
REBUILD = "python setup.py build_ext --inplace"
RUN_PURE_TOO = ("kernels", "backends")
"""Folders of tests that the uncompiled run repeats: ``PYRSOLVE_PURE=1 python -m pytest -m 'pure and not slow'``."""

for name, options in {
    "default": {},
    "ci": {"derandomize": True, "print_blob": True},
    "thorough": {"max_examples": 2000},
}.items():
    settings.register_profile(name, deadline=None, suppress_health_check=[HealthCheck.too_slow], **options)
settings.load_profile("ci" if CI else "default")


def loaded_from(module: str) -> Path | None:
    """The file that a module is imported from; None where there is none."""
    spec = find_spec(module)
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def state(module: str) -> str:
    file = loaded_from(module)
    if file is None:
        return "missing"
    return "plain Python" if file.suffix == ".py" else "compiled"


def short(module: str) -> str:
    return module.removeprefix("pyrsolve.").removeprefix("kernels.")


def newer_sources(module: str) -> list[str]:
    """The sources that were edited after the extension of a module in this tree was compiled."""
    built = loaded_from(module)
    if built is None or built.suffix == ".py" or not built.is_relative_to(ROOT):
        return []
    compiled_at = built.stat().st_mtime
    return sorted(path.name for path in sources(module) if path.stat().st_mtime > compiled_at)


def pytest_report_header() -> list[str]:
    by_state: dict[str, list[str]] = {}
    for module in compiled_modules():
        by_state.setdefault(state(module), []).append(short(module))
    lines = [f"kernels {how}: {', '.join(names)}" for how, names in by_state.items()]
    return [*lines, "PYRSOLVE_PURE is set"] if PURE else lines


def pytest_sessionstart(session: pytest.Session) -> None:
    """An extension older than its source would test code that is no longer there."""
    stale = {module: newer for module in compiled_modules() if (newer := newer_sources(module))}
    if stale:
        shown = "; ".join(f"{short(module)} is older than {', '.join(newer)}" for module, newer in stale.items())
        pytest.exit(f"compiled kernels are out of date: {shown}. Rebuild: {REBUILD}", returncode=3)
    wanted = "plain Python" if PURE else "compiled"
    wrong = [short(module) for module in compiled_modules() if state(module) != wanted]
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
