"""pyrsolve decides, proves, counts, grades and generates deals of pyramid tile games.

The public names are loaded when first used, so that ``import pyrsolve`` stays cheap.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pyrsolve._version import __version__

if os.environ.get("PYRSOLVE_PURE"):
    from pyrsolve import _pure

    _pure.install()

if TYPE_CHECKING:
    from pyrsolve.api import (
        analyse,
        audit,
        backends,
        best,
        count,
        deal,
        draw,
        games,
        generate,
        hint,
        load,
        repair,
        solve,
        survey,
        verify,
    )
    from pyrsolve.errors import DataError, Fault, PyrsolveError
    from pyrsolve.games.base import Deal
    from pyrsolve.outcome import CancelToken, Limits, Outcome, StopReason, Verdict
    from pyrsolve.records.layout import Layout

_HOME = {
    "analyse": "api",
    "audit": "api",
    "backends": "",  # the package of this name, which can be called
    "best": "api",
    "count": "api",
    "deal": "api",
    "draw": "api",
    "games": "",  # the package of this name, which can be called
    "generate": "",  # the package of this name, which can be called
    "hint": "api",
    "load": "api",
    "repair": "api",
    "solve": "api",
    "survey": "api",
    "verify": "",  # the package of this name, which can be called
    "DataError": "errors",
    "Fault": "errors",
    "PyrsolveError": "errors",
    "Deal": "games.base",
    "CancelToken": "outcome",
    "Limits": "outcome",
    "Outcome": "outcome",
    "StopReason": "outcome",
    "Verdict": "outcome",
    "Layout": "records.layout",
}

__all__ = [
    "CancelToken",
    "DataError",
    "Deal",
    "Fault",
    "Layout",
    "Limits",
    "Outcome",
    "PyrsolveError",
    "StopReason",
    "Verdict",
    "__version__",
    "analyse",
    "audit",
    "backends",
    "best",
    "count",
    "deal",
    "draw",
    "games",
    "generate",
    "hint",
    "load",
    "repair",
    "solve",
    "survey",
    "verify",
]


def __getattr__(name: str) -> Any:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'pyrsolve' has no attribute {name!r}")
    value = getattr(import_module(f"pyrsolve.{home}"), name) if home else import_module(f"pyrsolve.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
