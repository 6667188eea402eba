"""``pyrsolve doctor``: how this installation is."""

from __future__ import annotations

import os
import sys

import click

from pyrsolve.cli.exits import Exit
from pyrsolve.cli.options import json_option
from pyrsolve.cli.output import printable, write_line

NEVER_COMPILED = {"__init__", "memory"}


def kernels() -> str:
    """``compiled``, or ``plain Python (slow)`` with the reason."""
    from importlib.util import find_spec

    names = compiled_modules()
    found = {name: find_spec(name) for name in names}
    plain = [name for name, spec in found.items() if spec is None or str(spec.origin).endswith(".py")]
    if not plain:
        return "compiled"
    which = "" if len(plain) == len(names) else " " + ", ".join(name.removeprefix("pyrsolve.") for name in plain)
    return f"plain Python (slow){which}: {_why_plain()}"


def compiled_modules() -> list[str]:
    """The modules that are compiled where there is a compiler: the kernels and the states of the games."""
    from pathlib import Path

    import pyrsolve

    home = Path(pyrsolve.__path__[0])
    paths = [path for path in (home / "kernels").glob("*.py") if path.stem not in NEVER_COMPILED]
    paths += (home / "games").glob("*/state.py")
    return sorted(".".join(("pyrsolve", *path.relative_to(home).with_suffix("").parts)) for path in paths)


def _why_plain() -> str:
    import shutil
    import sysconfig
    from pathlib import Path

    if os.environ.get("PYRSOLVE_PURE"):
        return "PYRSOLVE_PURE is set"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not any(map(shutil.which, (compiler, "cc", "gcc", "clang", "cl"))):
        return "no C compiler when installed, nor now (Debian: apt install gcc)"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "no Python.h when installed, nor now (Debian: apt install python3-dev)"
    return "not compiled when installed; a compiler is here now: install again, or python setup.py build_ext --inplace"


def _layouts() -> dict[str, int | str]:
    """How many are shipped, and in every folder of PYRSOLVE_LAYOUTS; or why not."""
    from pyrsolve import catalogue
    from pyrsolve.errors import NotFoundError

    found: dict[str, int | str] = {"shipped": len(catalogue.shipped())}
    for folder in catalogue.folders_of_environment():
        try:
            found[str(folder)] = len(catalogue.files_in(folder))
        except NotFoundError as error:
            found[str(folder)] = error.faults[0].message
    return found


@click.command(name="doctor")
@json_option
def command(as_json: bool) -> int:
    """Kernels, versions, layouts, optional packages."""
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from pyrsolve import registry
    from pyrsolve._version import __version__
    from pyrsolve.records.encode import encode

    packages = {}
    for name in ("click", "msgspec", "tqdm", "Cython", "numpy", "ortools", "networkx", "matplotlib", "dask"):
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            packages[name] = "not installed"
    found = {
        "pyrsolve": __version__,
        "kernels": kernels(),
        "python": f"{platform.python_implementation()} {platform.python_version()} on {sys.platform}",
        "layouts": _layouts(),
        "games": list(registry.names("game")),
        "backends": list(registry.names("backend")),
        "packages": packages,
    }
    if as_json:
        write_line(encode(found))
        return Exit.DONE
    for name, value in found.items():
        if isinstance(value, dict):
            value = ", ".join(f"{key} {item}" for key, item in value.items())
        elif isinstance(value, list):
            value = ", ".join(value)
        click.echo(f"{name}: {printable(str(value))}")
    return Exit.DONE
