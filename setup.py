"""The list of compiled modules; everything else about the package is in pyproject.toml.

The kernels are Cython's pure Python mode: the same ``.py`` files run uncompiled where there is no C compiler,
so every extension is optional and ``PYRSOLVE_PURE=1`` builds none of them.
"""

import os
from pathlib import Path

from setuptools import Extension, find_packages, setup

KERNELS = sorted(path for path in Path("pyrsolve/kernels").glob("*.py") if path.stem not in {"__init__", "memory"})


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
            for path in KERNELS
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
    return [] if os.name == "nt" else ["-O2"]


setup(
    ext_modules=extensions(),
    packages=[*find_packages(include=["pyrsolve", "pyrsolve.*"]), "pyrsolve.layouts"],
)
