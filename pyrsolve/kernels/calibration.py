"""A piece of work that never changes, to compare the speed of machines: closures in which every tile goes once it is free.

It shares nothing with the search, so that a faster search does not look like a faster machine.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import copy_ints, ints
else:
    from pyrsolve.kernels.memory import copy_ints, ints
from pyrsolve.kernels.memory import INT, zeros

COVERS = cython.declare(cython.int, 0xFFFF)
LEFT = cython.declare(cython.int, 0xFF0000)
RIGHT = cython.declare(cython.int, 0x1000000)


def closures(
    counter: array[int], first: array[int], target: array[int], delta: array[int], count: cython.int
) -> cython.longlong:
    """Run `count` closures of the board in `pyrsolve.games.removal.tables.Tables`; how many tiles went in all of them."""
    n: cython.int = len(counter)
    start: cython.p_int = ints(counter)
    begin: cython.p_int = ints(first)
    below: cython.p_int = ints(target)
    amount: cython.p_int = ints(delta)
    left_store: array[int] = zeros(INT, n)
    stack_store: array[int] = zeros(INT, n)
    left: cython.p_int = ints(left_store)
    stack: cython.p_int = ints(stack_store)
    went: cython.longlong = 0
    size: cython.int
    was: cython.int
    c: cython.int
    t: cython.int
    k: cython.int
    for _ in range(count):
        copy_ints(left, 0, start, 0, n)
        size = 0
        for t in range(n):
            c = left[t]
            if (c & COVERS) == 0 and ((c & LEFT) == 0 or c < RIGHT):
                stack[size] = t
                size += 1
        while size:
            size -= 1
            t = stack[size]
            went += 1
            for k in range(begin[t], begin[t + 1]):
                was = left[below[k]]
                c = was - amount[k]
                left[below[k]] = c
                if (
                    (c & COVERS) == 0
                    and ((c & LEFT) == 0 or c < RIGHT)
                    and ((was & COVERS) != 0 or ((was & LEFT) != 0 and was >= RIGHT))
                ):
                    stack[size] = below[k]
                    size += 1
    return went
