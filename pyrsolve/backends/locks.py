"""Locks that no choice opens: propagation over an AND/OR graph, with everything that it concludes written down as LRAT.

Of the choices of a goal exactly one is made. Where the closure sticks although every choice that is not excluded may be made, at
least one of the choices that it waits for has to be made: a clause. Each choice is tried in turn: it decides others by
exactly-one and by the clauses, and when they contradict each other, or the closure sticks, it is excluded for good. The
steps are unit clauses; the numbers of the clauses are those that a refutation has.
"""

from __future__ import annotations

from pyrsolve.backends.andor import AndOr, Closure
from pyrsolve.outcome import Refutation

DEADLOCK, STEP = 1 << 40, 1 << 41  # codes of clauses whose numbers are known only at the end; below are those of axioms
Reason = tuple[int, tuple[int, ...]]
"""The code of a clause, and the choices in it."""


class Locks:
    """What is known about the choices of a deal: `value[v]` is 1 (made), -1 (excluded) or 0. `closures` are counted."""

    def __init__(self, graph: AndOr) -> None:
        self.graph = graph
        self.value = [0] * len(graph.node)
        self.closures = 0
        self.refuted = False
        self._base: list[int] = []
        count = 1
        for choices in graph.choices:
            self._base.append(count)
            count += 1 + len(choices) * (len(choices) - 1) // 2
        self._axioms = count - 1
        self._rank = [{variable: rank for rank, variable in enumerate(choices)} for choices in graph.choices]
        self._clauses: list[Reason] = []
        self._open: list[int] = []  # of each clause, how many of its choices are not excluded
        self._inside: list[list[int]] = [[] for _ in graph.node]
        self._deadlocks: list[frozenset[int]] = []
        self._steps: list[tuple[tuple[int, ...], list[int]]] = []
        self._unit: dict[int, int] = {}  # the step that says the value of a choice
        self._trail: list[int] = []
        self._reason: dict[int, Reason] = {}
        for goal, choices in enumerate(graph.choices):
            self._add((self._base[goal], tuple(choices)))
        self._settle(None)

    # --- trying ------------------------------------------------------------------------------------------------
    def sticks(self) -> bool:
        """Run the closure with what is known; whether it stuck, which refutes the deal."""
        conflict = self._close()
        if conflict is not None:
            self._conclude(conflict, None)
        return conflict is not None

    def fails(self, choice: int) -> bool:
        """Try `choice`; whether that failed, so that it is excluded now, with all that follows."""
        self._assign(choice, 1, None)
        conflict = self._propagate(0)
        if conflict is None:
            conflict = self._close()
        if conflict is None:
            self._undo()
            return False
        literals, hints = self._explain(conflict, choice)
        self._undo()
        self._steps.append((literals, hints))
        if not literals:
            self.refuted = True
            return True
        self._unit[choice] = len(self._steps) - 1
        self._assign(choice, -1, None)
        self._settle(choice)
        return True

    def _close(self) -> Reason | None:
        """The clause of a deadlock, made short, where the closure sticks."""
        self.closures += 1
        closure = Closure(self.graph, self.value)
        if not closure.left:
            return None
        place = {variable: at for at, variable in enumerate(self._trail)}
        kept: set[int] = set()
        while True:
            # what was decided last is let through first: the clause then speaks of what was known longest
            rest = [variable for variable in closure.blocked() if variable not in kept]
            if not rest:
                break
            variable = max(rest, key=lambda candidate: place.get(candidate, -1))
            further = closure.copy()
            further.make([variable], self.value)
            if further.left:
                closure = further
            else:
                kept.add(variable)
        self._deadlocks.append(closure.stuck())
        clause = (DEADLOCK + len(self._deadlocks) - 1, tuple(sorted(closure.blocked())))
        self._add(clause)
        return clause

    # --- propagation -------------------------------------------------------------------------------------------
    def _add(self, clause: Reason) -> None:
        for variable in clause[1]:
            self._inside[variable].append(len(self._clauses))
        self._clauses.append(clause)
        self._open.append(sum(self.value[variable] >= 0 for variable in clause[1]))

    def _assign(self, variable: int, value: int, reason: Reason | None) -> None:
        self.value[variable] = value
        self._trail.append(variable)
        if reason is not None:
            self._reason[variable] = reason
        if value < 0:
            for clause in self._inside[variable]:
                self._open[clause] -= 1

    def _undo(self) -> None:
        for variable in self._trail:
            if self.value[variable] < 0:
                for clause in self._inside[variable]:
                    self._open[clause] += 1
            self.value[variable] = 0
        self._trail.clear()
        self._reason.clear()

    def _propagate(self, done: int) -> Reason | None:
        """What follows from the trail from place `done` on; the clause that is contradicted, if one is."""
        while done < len(self._trail):
            variable = self._trail[done]
            done += 1
            conflict = self._excludes(variable) if self.value[variable] > 0 else self._forces(self._inside[variable])
            if conflict is not None:
                return conflict
        return None

    def _excludes(self, made: int) -> Reason | None:
        for goal in self.graph.serves[made]:
            for other in self.graph.choices[goal]:
                if other != made and self.value[other] >= 0:
                    reason = (self._exclusion(goal, made, other), (made, other))
                    if self.value[other] > 0:
                        return reason
                    self._assign(other, -1, reason)
        return None

    def _forces(self, clauses: list[int] | range) -> Reason | None:
        for clause in clauses:
            if self._open[clause] == 0:
                return self._clauses[clause]
            if self._open[clause] == 1:
                last = next(variable for variable in self._clauses[clause][1] if self.value[variable] >= 0)
                if self.value[last] == 0:
                    self._assign(last, 1, self._clauses[clause])
        return None

    def _settle(self, choice: int | None) -> None:
        """Everything that follows from what is known now, for good; `choice` was just excluded, with a step of its own."""
        conflict = self._forces(range(len(self._clauses))) or self._propagate(0)
        for variable in self._trail:
            if variable != choice:
                code, others = self._reason[variable]
                hints = [STEP + self._unit[other] for other in others if other != variable]
                self._steps.append(((variable * self.value[variable],), [*hints, code]))
                self._unit[variable] = len(self._steps) - 1
        self._trail.clear()
        self._reason.clear()
        if conflict is not None:
            self._conclude(conflict, None)

    # --- the proof ---------------------------------------------------------------------------------------------
    def _exclusion(self, goal: int, first: int, second: int) -> int:
        low, high = sorted((self._rank[goal][first], self._rank[goal][second]))
        return self._base[goal] + 1 + low * (2 * len(self._rank[goal]) - low - 1) // 2 + high - low - 1

    def _explain(self, conflict: Reason, choice: int | None) -> tuple[tuple[int, ...], list[int]]:
        """The clause that a conflict under `choice` proves: that it is excluded, or nothing at all; and its hints."""
        code, variables = conflict
        wanted = set(variables)
        chain = [code]
        for variable in reversed(self._trail):
            if variable in wanted and variable in self._reason:
                code, variables = self._reason[variable]
                chain.append(code)
                wanted.update(variables)
        known = [STEP + self._unit[variable] for variable in sorted(wanted) if variable in self._unit]
        literals = (-choice,) if choice is not None and choice in wanted else ()
        return literals, known + chain[::-1]

    def _conclude(self, conflict: Reason, choice: int | None) -> None:
        self._steps.append(self._explain(conflict, choice))
        self.refuted = True

    def refutation(self) -> Refutation:
        """The steps that the empty clause rests on, and their deadlocks; only where `refuted`."""
        used: set[int] = set()
        todo = [STEP + len(self._steps) - 1]
        while todo:
            code = todo.pop()
            if code not in used:
                used.add(code)
                if code >= STEP:
                    todo.extend(hint for hint in self._steps[code - STEP][1] if hint >= DEADLOCK)
        # deadlocks come before steps in the numbers of clauses, as they do in the codes
        number = {code: self._axioms + place for place, code in enumerate(sorted(used), start=1)}
        return Refutation(
            deadlocks=tuple(self._deadlocks[code - DEADLOCK] for code in sorted(used) if code < STEP),
            steps=tuple(
                (literals, tuple(number.get(hint, hint) for hint in hints))
                for literals, hints in (self._steps[code - STEP] for code in sorted(used) if code >= STEP)
            ),
        )
