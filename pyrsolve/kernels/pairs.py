"""The allowed pairs of match groups, in order."""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.memory import ints
else:
    from pyrsolve.kernels.memory import ints
from pyrsolve.kernels.memory import INT, zeros


def all_pairs(members: array[int], sizes: array[int], tiles: int) -> array[int]:
    """Flat pairs ``i, j`` with ``i < j``, ascending, of every two tiles of a group.

    `members`: the tiles of the groups, one group after the other, ascending within each; `sizes`: how many each has.
    """
    groups: cython.int = len(sizes)
    n: cython.int = tiles
    g: cython.int
    i: cython.int
    j: cython.int
    k: cython.int = 0
    count: cython.int = 0
    size: cython.p_int = ints(sizes if groups else zeros(INT, 1))
    member: cython.p_int = ints(members if len(members) else zeros(INT, 1))
    place_store = zeros(INT, n)
    end_store = zeros(INT, n)
    place: cython.p_int = ints(place_store)  # of each tile, where the rest of its group begins and ends in `member`
    end: cython.p_int = ints(end_store)
    for g in range(groups):
        for i in range(size[g]):
            place[member[k + i]] = k + i + 1
            end[member[k + i]] = k + size[g]
        count += size[g] * (size[g] - 1) // 2
        k += size[g]
    pairs = zeros(INT, 2 * count)
    out: cython.p_int = ints(pairs)
    k = 0
    for i in range(n):
        for j in range(place[i], end[i]):
            out[k] = i
            out[k + 1] = member[j]
            k += 2
    return pairs if count else array(INT)
