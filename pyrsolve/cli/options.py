"""The options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pyrsolve.cli.output import Size

F = TypeVar("F", bound=Callable[..., Any])


def reading_options(function: F) -> F:
    """How deals are read: --layouts, --rules, --preset, --allow-odd; they come as one `Reading` named ``reading``."""
    import functools

    @click.option("--layouts", "folders", multiple=True, type=click.Path(path_type=Path), help="Folders with layouts.")
    @click.option("--rules", multiple=True, metavar="NAME=VALUE", help="A rule option ('pyrsolve games' lists them).")
    @click.option("--preset", metavar="NAME", help="A preset of rule options.")
    @click.option("--allow-odd", is_flag=True, help="Read odd match groups: such a deal is unsolvable.")
    @functools.wraps(function)
    def wrapped(
        folders: tuple[Path, ...], rules: tuple[str, ...], preset: str | None, allow_odd: bool, **rest: Any
    ) -> Any:
        from pyrsolve.inputs import Reading, parse_rules

        return function(reading=Reading(folders, parse_rules(rules), preset, allow_odd), **rest)

    return wrapped  # type: ignore[return-value]


def deciding_options(seconds: float | None) -> Callable[[F], F]:
    """The backend and its limits; `seconds` is the default time limit a deal. They come as ``backend`` and ``limits``."""
    import functools

    def decorate(function: F) -> F:
        @click.option("--backend", default="auto", show_default=True, help="Which backend decides.")
        @click.option(
            "--time-limit", type=click.FloatRange(min=0), default=seconds, show_default=True, help="Seconds a deal."
        )
        @click.option("--node-limit", type=click.IntRange(min=0), help="Search nodes a deal; deterministic.")
        @click.option("--memory-limit", type=Size(), help="Bytes a deal, such as 2G.")
        @functools.wraps(function)
        def wrapped(
            backend: str, time_limit: float | None, node_limit: int | None, memory_limit: int | None, **rest: Any
        ) -> Any:
            from pyrsolve import registry
            from pyrsolve.outcome import Limits

            if backend != "auto":
                registry.backend(backend)  # an unknown name is a usage error, not a fault of a deal
            return function(backend=backend, limits=Limits(time_limit, node_limit, memory_limit), **rest)

        return wrapped  # type: ignore[return-value]

    return decorate


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
timing_option = click.option(
    "--no-timing", "timing", is_flag=True, flag_value=False, default=True, help="Leave times out."
)
proof_option = click.option(
    "--no-proof", "proof", is_flag=True, flag_value=False, default=True, help="Leave refutations out."
)
deals_argument = click.argument("deals", nargs=-1, required=True, metavar="DEAL...")
