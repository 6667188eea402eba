"""Which pairs are in every winning pairing of a deal, in some, in none: each proved by a complete search."""

from __future__ import annotations

from dataclasses import dataclass

from pyrsolve.analysis.extension import Extensions, Pair


@dataclass(frozen=True, slots=True)
class Pairings:
    """The allowed pairs of a deal that can be won, in classes; `undecided`: a limit left it open.

    `forced` ones are in every winning pairing, `free` ones in some but not in all, `never` ones in none.
    """

    forced: tuple[Pair, ...]
    free: tuple[Pair, ...]
    never: tuple[Pair, ...]
    undecided: tuple[Pair, ...] = ()


def pairings(extensions: Extensions) -> Pairings:
    """Class every allowed pair of a deal. Raises ValueError where the deal cannot be won: every pair would be forced."""
    if extensions.winnable([]) is False:
        raise ValueError("the deal cannot be won: it has no winning pairing")
    forced: list[Pair] = []
    free: list[Pair] = []
    never: list[Pair] = []
    undecided: list[Pair] = []
    looked, some, every, known = 0, 0, -1, 0
    for place, pair in enumerate(extensions.pairs):
        if looked < len(extensions.found):
            for pairing in extensions.found[looked:]:
                some, every = some | pairing, every & pairing
            looked = len(extensions.found)
            known = some & ~every
        if extensions.budget.spent() and not known >> place & 1:
            undecided.append(pair)
            continue
        used = True if some >> place & 1 else extensions.winnable([pair])
        if used:
            spared = True if not every >> place & 1 else extensions.winnable([], without=pair)
            (undecided if spared is None else free if spared else forced).append(pair)
        else:
            (undecided if used is None else never).append(pair)
    return Pairings(tuple(forced), tuple(free), tuple(never), tuple(undecided))
