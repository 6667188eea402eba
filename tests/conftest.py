"""What all tests share: the state of the kernels, the corpus, hypothesis profiles."""

from __future__ import annotations

import importlib
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent
KERNELS = sorted(path for path in (ROOT / "pyrsolve" / "kernels").glob("*.py") if path.stem not in ("__init__", "memory"))
PURE = bool(os.environ.get("PYRSOLVE_PURE"))

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("default")


def _state(path: Path) -> str:
    loaded = importlib.import_module(f"pyrsolve.kernels.{path.stem}").__file__
    return "plain" if loaded is None or loaded.endswith(".py") else "compiled"


def pytest_report_header() -> str:
    return "kernels: " + ", ".join(f"{path.stem} {_state(path)}" for path in KERNELS)


def pytest_sessionstart(session: pytest.Session) -> None:
    """An edited kernel with an old extension beside it would test the wrong code."""
    sources = [path.stat().st_mtime for path in (ROOT / "pyrsolve" / "kernels").glob("*.p*") if path.suffix in (".py", ".pxd")]
    for path in [] if PURE else KERNELS:
        built = importlib.import_module(f"pyrsolve.kernels.{path.stem}").__file__ or ""
        if not built.endswith(".py") and Path(built).is_relative_to(ROOT) and Path(built).stat().st_mtime < max(sources):
            pytest.exit(f"{built} is older than the kernels' sources: python setup.py build_ext --inplace", returncode=3)
    if os.environ.get("CI") and not PURE:
        plain = [path.stem for path in KERNELS if _state(path) != "compiled"]
        if plain:
            pytest.exit(f"kernels are not compiled: {', '.join(plain)}", returncode=3)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real files and known answers; without it the test is skipped, in CI it fails."""
    path = Path(os.environ.get("PYRSOLVE_CORPUS", ROOT.parent / "shared" / "corpus"))
    if not path.is_dir():
        message = f"the corpus is not at {path} (PYRSOLVE_CORPUS)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return path
