"""The toys as plug-ins, and the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrsolve import registry
from tests.cli.conftest import cli, folder, process  # noqa: F401
from tests.toys import plugin


@pytest.fixture
def toys(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder that makes the toys plug-ins; they are plug-ins of this process too."""
    made = plugin.install(tmp_path_factory.mktemp("toys"))
    monkeypatch.setattr(sys, "path", [str(made), *sys.path])
    registry.game.cache_clear()
    yield made
    registry.game.cache_clear()
