"""What the workers of the pool's tests do: in a module, so that other processes find it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def unequal(number: int) -> int:
    """Now and then a slow one."""
    if number % 97 == 3:
        time.sleep(0.4)
    return number


def process_of(_: int) -> int:
    time.sleep(0.01)
    return os.getpid()


def fail_at_30(number: int) -> int:
    if number == 30:
        raise LookupError("thirty")
    return number


class StubbornError(Exception):
    """Cannot be sent to another process."""

    def __reduce__(self) -> str:
        raise TypeError("no")


def fail_stubbornly(number: int) -> int:
    raise StubbornError(f"at {number}")


def die() -> None:
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


def die_of_13(number: int) -> int:
    if number == 13:
        die()
    return number


def die_once(work: tuple[int, str]) -> int:
    """The first who comes to 13 dies; `work` is a number and the file that remembers it."""
    number, file = work
    if number == 13 and not Path(file).exists():
        Path(file).touch()
        die()
    return number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def sleep_at_2(number: int) -> int:
    if number >= 2:
        time.sleep(30)
    return number


def big(number: int) -> bytes:
    return bytes([number % 256]) * 1_000_000
