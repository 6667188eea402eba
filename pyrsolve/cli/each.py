"""The loop of the commands that take deals one after the other: a bad one is told, and does not stop the others."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pyrsolve.cli.exits import OF_FAILURE, Exit, overall
from pyrsolve.cli.output import printable, write_line

if TYPE_CHECKING:
    from pyrsolve.inputs import Item

R = TypeVar("R")


def each_deal(deals: tuple[str, ...], as_json: bool, work: Callable[[Item], R], show: Callable[[Item, R], Exit]) -> int:
    """``show(item, work(item))`` for every deal; the exit code of all.

    What goes wrong with an item in `work` is told on stderr, with `as_json` as a fault/1 record too. Raises OptionError, which is
    about what the user asked for, and what `show` raises.
    """
    from pyrsolve.batch.decide import failure
    from pyrsolve.cli.progress import Progress
    from pyrsolve.errors import OptionError
    from pyrsolve.inputs import count, expand

    codes: list[Exit] = []
    with Progress("deal", partial(count, deals), on_screen=True) as progress:
        for item in expand(deals):
            try:
                found = work(item)
            except OptionError:  # what the user asked for does not fit the game
                raise
            except Exception as error:
                failed = failure(error, item)
                for message in failed.messages:
                    progress.say(printable(message))
                if as_json:
                    write_line(failed.line)
                codes.append(OF_FAILURE[failed.verdict])
            else:
                codes.append(show(item, found))
            progress.step()
    return overall(codes)
