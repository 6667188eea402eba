"""Packages that are also verbs: ``pyrsolve.verify(outcome, deal)`` beside ``pyrsolve.verify.replay``.

Importing a submodule binds it on `pyrsolve` under its name, so a function of the same name would be lost; the module
itself can be called instead.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Verb(ModuleType):
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from pyrsolve import api

        return getattr(api, self.__name__.rpartition(".")[2])(*args, **kwargs)


def make_callable(name: str) -> None:
    """Let the module `name` be called: as the function of `pyrsolve.api` with its last name."""
    sys.modules[name].__class__ = _Verb
