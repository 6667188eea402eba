"""Imported once by the server that forks workers, so that each starts with the modules it needs: those of every built-in game
and of the backend that comes first."""

from importlib import import_module

import pyrsolve.batch.decide
import pyrsolve.verify.replay  # noqa: F401
from pyrsolve import registry

for _path in [*registry.GAMES.values(), next(iter(registry.BACKENDS.values()))]:
    import_module(_path.partition(":")[0])
for _kernel in ("pairing", "pairs", "proof"):
    import_module(f"pyrsolve.kernels.{_kernel}")
