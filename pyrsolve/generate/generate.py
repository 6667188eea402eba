"""Candidates in the order of their numbers, until enough are accepted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count

from pyrsolve.batch.pool import ordered
from pyrsolve.errors import PyrsolveError
from pyrsolve.generate.recipe import Candidate, Recipe
from pyrsolve.records.result import ResultRecord

LAST = 10**18


class CutShortError(PyrsolveError):
    """Fewer deals than asked for were found within the limits; those found were given before."""


def generate(
    recipe: Recipe,
    wanted: int,
    seed: int = 1,
    *,
    jobs: int = 1,
    attempts: int | None = None,
    seconds: float | None = None,
    tried: Callable[[Candidate], None] | None = None,
) -> Iterator[ResultRecord]:
    """`wanted` solvable deals, as results with their witness; candidates `seed`, ``seed + 1``, ... are tried in order and
    accepted in order, so `jobs` changes nothing. No two play alike (see `Game.canonical_id`).

    `attempts`: how many candidates are tried at most; `seconds`: how long; `tried` hears of each. Raises CutShortError where
    they do not suffice, DataError or UnsupportedError where there can be none.
    """
    import msgspec

    deadline = None if seconds is None else time.monotonic() + seconds
    numbers = count(seed) if attempts is None else iter(range(seed, seed + attempts))
    seen: set[str] = set()
    why: dict[str, int] = {}
    if wanted < 1:
        return
    with closing(ordered(recipe.make, numbers, jobs)) as candidates:
        for candidate in candidates:
            record = candidate.record
            if record is not None and candidate.canonical in seen:
                record, candidate = None, Candidate(candidate.number, why="plays like one before")
            if tried is not None:
                tried(candidate)
            if record is None:
                why[candidate.why] = why.get(candidate.why, 0) + 1
            else:
                seen.add(candidate.canonical)
                assert record.deal is not None
                made = {"seed": seed, **record.deal["made"]}
                yield msgspec.structs.replace(record, deal={**record.deal, "made": made})
                if len(seen) == wanted:
                    return
            if deadline is not None and time.monotonic() >= deadline:
                break
    reasons = ", ".join(f"{number} {reason}" for reason, number in sorted(why.items())) or "none rejected"
    raise CutShortError(
        f"{len(seen)} of {wanted} deals found in {len(seen) + sum(why.values())} candidates from {seed} on: {reasons}"
    )
