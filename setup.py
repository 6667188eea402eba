"""The list of compiled modules; everything else about the package is in pyproject.toml.

The kernels are Cython's pure Python mode: the same ``.py`` files run uncompiled where there is no C compiler,
so every extension is optional and ``PYRSOLVE_PURE=1`` builds none of them.
"""

import os
import shutil
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build import build

KERNELS = sorted(path for path in Path("pyrsolve/kernels").glob("*.py") if path.stem not in {"__init__", "memory"})
STATES = sorted(Path("pyrsolve/games").glob("*/state.py"))


def extensions() -> list[Extension]:
    if os.environ.get("PYRSOLVE_PURE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    built = cythonize(
        [
            Extension(".".join(path.with_suffix("").parts), [str(path)], extra_compile_args=optimise())
            for path in KERNELS + STATES
        ],
        build_dir="build/cython",
        compiler_directives={
            "language_level": "3",
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
        },
    )
    for extension in built:  # cythonize drops `optional` given to Extension itself
        extension.optional = True
    return built


def optimise() -> list[str]:
    return [] if os.name == "nt" else ["-O2", "-g0"]


class FreshBuild(build):
    """A build without what an earlier one left: modules that are no more would get into the wheel."""

    def run(self):
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


setup(
    cmdclass={"build": FreshBuild},
    options={"build_ext": {"parallel": True}},
    ext_modules=extensions(),
    packages=[*find_packages(include=["pyrsolve", "pyrsolve.*"]), "pyrsolve.layouts"],
)
