"""The pairing search asked many questions about one deal: is it won with these pairs used, or not used?

The pairs are assumptions: the first decisions, one a level. So whatever is learned follows from the deal alone and serves every
later question, and a question that begins like the one before goes on from there.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.pyrsolve.kernels.pairing import PairingSearch
else:
    from pyrsolve.kernels.pairing import PairingSearch

RUNNING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
REFUTED = cython.declare(cython.int, 2)


class LineSearch(PairingSearch):
    """Arguments as `PairingSearch`; `switch_after` counts the conflicts of one question.

    `answer`: 0 not yet, 1 solved, 2 refuted; then `failed` is the place of the assumption that contradicts those
    before it, or -1 where the deal is lost whatever is assumed.
    """

    def __init__(
        self,
        counter: array[int],
        first: array[int],
        target: array[int],
        delta: array[int],
        removed: array[int],
        pairs: array[int],
        switch_after: int = 300,
    ) -> None:
        PairingSearch.__init__(self, counter, first, target, delta, removed, pairs, switch_after)
        self.assumed = self.cut_ints(self.tiles + 1)
        self.assumptions = 0
        self.failed = -1
        self.before = 0
        self.answer = self.status

    def literal(self, a: int, b: int, used: bool = True) -> int:
        """The literal "the pair {a, b} is used", or is not; the pair must be allowed."""
        return 2 * self.variable_between(a, b) + (not used)

    def assume(self, literals: array[int]) -> None:
        """Put a new question: at most as many literals as there are tiles."""
        count: cython.int = len(literals)
        common: cython.int = 0
        k: cython.int
        for k in range(min(count, self.assumptions, self.level)):
            if self.assumed[k] != literals[k]:
                break
            common = k + 1
        self.backjump(common)
        for k in range(common, count):
            self.assumed[k] = literals[k]
        self.assumptions = count
        self.before = self.conflicts
        self.failed = -1
        self.answer = REFUTED if self.status == REFUTED else RUNNING

    def ask(self, nodes: cython.longlong, closures: cython.longlong) -> cython.int:
        """Search on for the answer, within limits as those of `run`; they count over all questions."""
        choice: cython.int
        while self.answer == RUNNING:
            if self.propagate():
                self.settle()
                if self.level < self.assumptions:
                    choice = self.assumed[self.level]
                    if self.value[choice >> 1] == (1 if choice & 1 else -1):
                        self.failed = self.level
                        self.answer = REFUTED
                        break
                    self.new_level()
                    self.enqueue(choice, -1)
                    continue
                if self.base_counter[self.tiles] == 0:
                    self.answer = SOLVED
                    break
                if self.nodes >= nodes or self.closures >= closures:
                    break
                self.nodes += 1
                if self.relax():
                    if self.conflicts - self.before < self.switch_after:
                        choice = self.choose_in_play()
                    else:
                        choice = self.choose_by_activity()
                    self.new_level()
                    self.enqueue(choice, -1)
                    continue
                self.conflict = self.strengthen()
            self.conflicts += 1
            if not self.learn():
                self.status = REFUTED
                self.answer = REFUTED
            elif self.conflicts - self.before == self.switch_after:
                self.backjump(0)
        return self.answer

    def mates(self) -> list[int]:
        """After "solved": the partner of every tile, -1 for what was gone before and for tiles paired in any way."""
        return [self.mate[t] for t in range(self.tiles)]
