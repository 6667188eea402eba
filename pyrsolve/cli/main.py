"""The command group: commands are imported when they are called; every way to end becomes an exit code here."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from pyrsolve.cli.exits import Exit

COMMANDS = {
    "solve": "decide deals: verdict, witness or refutation",
    "check": "decide many deals, for pipelines: table, jsonl, csv, junit",
    "verify": "replay witnesses and check refutations, without any solver code",
    "count": "positions, dead ends, lines that win: exact, or estimated with an error",
    "hint": "the next safe move, and why",
    "best": "the best found and the proved bound: fewest tiles left, fewest traps, ...",
    "generate": "deals that can be won, with their witness",
    "analyse": "what a verdict does not tell: traps, forced pairings, first losing move, difficulty",
    "repair": "the fewest face swaps that make a deal winnable, or a reshuffle",
    "play": "any game in the terminal: alone, with others, against an engine",
    "audit": "played games move by move, by the rules",
    "survey": "the share of winnable deals, with its interval",
    "deal": "plain random deals by number",
    "draw": "a deal, result or layout as text, SVG, PNG or in words",
    "layouts": "list and show layouts",
    "games": "the games and their rule options",
    "backends": "the backends and what they can do",
    "bench": "backends side by side: CPU time a deal, closures, conflicts",
    "doctor": "how this installation is: kernels, versions, layouts",
}
COMPLETION = "_PYRSOLVE_COMPLETE"


class Terminated(BaseException):
    """SIGTERM arrived."""


class LazyGroup(click.Group):
    """Lists commands from the table, imports the module of the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of ``pyrsolve.cli.NAME``."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pyrsolve.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names; a usage error that says which name is close."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(COMMANDS)}"
            ctx.fail(f"no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        from pyrsolve._version import __version__
        from pyrsolve.cli.doctor import kernels

        click.echo(f"pyrsolve {__version__}, kernels: {kernels()}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Version and kernels."
)
def group() -> None:
    """Decides, proves and deals pyramid tile games.

    A DEAL is a file, a folder, a pattern, - (standard input) or a reference such as pyrsolve:turtle:17.
    """


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and end the process with the right code."""
    signal.signal(signal.SIGTERM, _terminated)
    _prepare_streams()
    code = run(arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is over: nothing is left to interrupt
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = Exit.PIPE_CLOSED
    if code == Exit.PIPE_CLOSED:
        # what is still buffered can go nowhere; keep the interpreter from trying again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(int(code))


def _terminated(_number: int, _frame: Any) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: let what was done be kept
    raise Terminated


def _prepare_streams() -> None:
    """UTF-8 into pipes and files on every platform; what a terminal cannot show is escaped, never a crash."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; the exit code. Messages are on stderr, never a traceback for what a user can do."""
    try:
        if COMPLETION in os.environ:  # the shell asks for completions
            group.main(arguments, prog_name="pyrsolve", complete_var=COMPLETION)
        # not `group.main`: it would turn a closed pipe into exit 1
        with group.make_context("pyrsolve", sys.argv[1:] if arguments is None else list(arguments)) as context:
            code = group.invoke(context)
        return int(code) if isinstance(code, int) else Exit.DONE
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return Exit.INTERRUPTED
    except Terminated:
        click.echo("terminated", err=True)
        return Exit.TERMINATED
    except BrokenPipeError:
        return Exit.PIPE_CLOSED
    except Exception as error:
        return _explain(error)


def _explain(error: Exception) -> Exit:
    """Say what went wrong; the exit code for it."""
    from pyrsolve.cli.output import complain
    from pyrsolve.errors import DataError, DisagreementError, OptionError, UnsupportedError

    if isinstance(error, DataError):
        complain(error)
        return Exit.BAD_DATA
    if isinstance(error, OptionError):
        click.echo(f"error: {error}", err=True)
        return Exit.USAGE
    if isinstance(error, UnsupportedError):
        click.echo(f"unsupported: {error}", err=True)
        return Exit.UNSUPPORTED
    if os.environ.get("PYRSOLVE_DEBUG"):
        raise error
    if isinstance(error, DisagreementError):
        click.echo(f"internal fault: {error}", err=True)
    elif isinstance(error, OSError):  # a full disk, a folder that may not be written
        click.echo(f"error: {error}", err=True)
    else:
        click.echo(f"internal fault: {type(error).__name__}: {error}", err=True)
        click.echo("this is a bug; PYRSOLVE_DEBUG=1 shows where", err=True)
    return Exit.INTERNAL
