"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

MOST_NODES = 2**62
SIZES = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _folders(_ctx: click.Context, _param: click.Parameter, folders: tuple[Path, ...]) -> tuple[Path, ...]:
    """The folders, which must be there. Raises NotFoundError."""
    missing = [folder for folder in folders if not folder.is_dir()]
    if missing:
        from pyrsolve.errors import Fault, NotFoundError

        raise NotFoundError([Fault("no such folder", file=str(folder)) for folder in missing])
    return folders


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
deals_argument = click.argument("deals", nargs=-1, required=True, metavar="DEAL...")
layouts_option = click.option(
    "--layouts",
    "folders",
    multiple=True,
    type=click.Path(path_type=Path),
    callback=_folders,
    help="A folder with layouts; repeatable.",
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes to use."
)


progress_option = click.option(
    "--progress",
    type=click.Choice(["text", "json", "none"]),
    default="text",
    show_default=True,
    help="How progress is told on stderr.",
)


def reading_options(function: F) -> F:
    """How deals are read: --layouts, --rules, --preset, --dealing, --allow-odd; they come as one `Reading` named ``reading``."""

    @layouts_option
    @click.option("--rules", multiple=True, metavar="NAME=VALUE", help="A rule option ('pyrsolve games' lists them).")
    @click.option("--preset", metavar="NAME", help="A preset of rule options.")
    @click.option("--dealing", multiple=True, metavar="NAME=VALUE", help="How another program deals its number.")
    @click.option("--allow-odd", is_flag=True, help="Read odd match groups: such a deal is unsolvable.")
    @wraps(function)
    def wrapped(
        folders: tuple[Path, ...],
        rules: tuple[str, ...],
        preset: str | None,
        dealing: tuple[str, ...],
        allow_odd: bool,
        **rest: Any,
    ) -> Any:
        from pyrsolve.inputs import Reading, parse_rules

        chosen = parse_rules(dealing, "--dealing")
        return function(reading=Reading(folders, parse_rules(rules), preset, allow_odd, chosen), **rest)

    return wrapped  # type: ignore[return-value]


def recheck_options(function: F) -> F:
    """A second opinion: --recheck, --recheck-with; it comes as ``recheck``, a backend's name, ``auto`` or None."""

    @click.option(
        "--recheck", "again", is_flag=True, help="Ask another backend too; a contradiction is saved as a case."
    )
    @click.option("--recheck-with", "other", metavar="BACKEND", help="As --recheck, with this backend.")
    @wraps(function)
    def wrapped(again: bool, other: str | None, **rest: Any) -> Any:
        from pyrsolve import registry

        if other is not None:
            registry.backend(other)  # an unknown name is a usage error
        return function(recheck=other or ("auto" if again else None), **rest)

    return wrapped  # type: ignore[return-value]


def deciding_options(seconds: float | None) -> Callable[[F], F]:
    """The backend, its limits, and what of its answer is wanted; `seconds` is the default time limit a deal.

    They come as ``backend``, ``limits``, ``proof`` and ``timing``.
    """

    def decorate(function: F) -> F:
        @click.option("--backend", default="auto", show_default=True, help="Which backend decides.")
        @click.option(
            "--time-limit",
            metavar="S",
            default=None if seconds is None else f"{seconds:g}",
            show_default=True,
            callback=seconds_of,
            help="Seconds a deal; inf is no limit.",
        )
        @click.option("--node-limit", type=click.IntRange(0, MOST_NODES), help="Search nodes a deal; deterministic.")
        @click.option("--memory-limit", metavar="BYTES", callback=bytes_of, help="Bytes a deal, such as 2G.")
        @click.option("--no-proof", is_flag=True, help="Leave refutations out.")
        @click.option("--no-timing", is_flag=True, help="Leave times out.")
        @wraps(function)
        def wrapped(
            backend: str,
            time_limit: float | None,
            node_limit: int | None,
            memory_limit: int | None,
            no_proof: bool,
            no_timing: bool,
            **rest: Any,
        ) -> Any:
            from pyrsolve import registry
            from pyrsolve.outcome import Limits

            if backend != "auto":
                registry.backend(backend)  # an unknown name is a usage error, not a fault of a deal
            limits = Limits(time_limit, node_limit, memory_limit)
            return function(backend=backend, limits=limits, proof=not no_proof, timing=not no_timing, **rest)

        return wrapped  # type: ignore[return-value]

    return decorate


def seconds_of(_ctx: click.Context, _param: click.Parameter, text: str | None) -> float | None:
    """Seconds of at least 0; ``inf`` is no limit."""
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:  # also what is not a number
        raise click.BadParameter(f"{text!r} is not a number of seconds")
    return None if value == float("inf") else value


def share(text: str) -> float:
    """A share or a percentage: ``0.02`` and ``2%``. Raises ValueError."""
    number = text.strip()
    return float(number.removesuffix("%")) / (100 if number.endswith("%") else 1)


def bytes_of(_ctx: click.Context, _param: click.Parameter, text: str | None) -> int | None:
    """A number of bytes: plain, or with K, M, G or T (times 1024)."""
    if text is None:
        return None
    digits = text.strip().upper().removesuffix("B").removesuffix("I")
    factor = SIZES.get(digits[-1:], 1)
    if factor > 1:
        digits = digits[:-1]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 15 and int(digits) * factor < 2**63):
        raise click.BadParameter(f"{text!r} is not a size such as 1000000, 512M or 2G")
    return int(digits) * factor
