"""CP-SAT as a backend: the constraint model of a game, solved by OR-tools in a thread that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyrsolve.backends.base import CompleteBackend, Stopwatch, own_peak_bytes
from pyrsolve.games.base import ConstraintModel, Deal, Form, Game
from pyrsolve.outcome import Claimed, Limits, SearchStats, Solvable, StopReason, Undecided

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

NODE = 1e-4
"""Deterministic time that counts as one node: about one conflict of a turtle deal (which takes a few hundred)."""
POLL_SECONDS = 0.05
GRACE_SECONDS = 0.6
"""How long the solver may take to notice that it should stop; then its thread is left behind and ends by itself."""


@dataclass(frozen=True)
class CpSat(CompleteBackend):
    """Complete for every game with a constraint model; an infeasible model is a claim without anything to check.

    `workers` is the number of the solver's own threads: with one, and without a limit of seconds, the outcome is the same
    every time; `seed` is the seed of its random choices.
    """

    workers: int = 1
    seed: int = 0

    name = "cpsat"
    summary = "the constraint model in OR-tools' CP-SAT; an unsolvable deal is a claim, without a proof to check"
    needs = frozenset({Form.CONSTRAINT_MODEL})

    def solve(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, *, proof: bool = True
    ) -> Solvable | Claimed | Undecided:
        """Decide a deal. One node is a ten-thousandth of CP-SAT's deterministic time.

        `memory` bounds by how much the peak of the whole process may rise meanwhile, where the platform tells the peak.
        """
        self.require(game)
        watch = Stopwatch()
        poll = _with_memory(limits)
        common: dict[str, Any] = {"backend": self.name, "limits": limits}
        stopped = StopReason.NODES if limits.nodes == 0 else poll()
        if stopped is not None:
            return Undecided(reason=stopped, stats=SearchStats(nodes=0), timing=watch.timing(), **common)

        def check() -> None:
            reason = poll()
            if reason is not None:
                raise _StoppedError(reason)

        try:
            form, run = self._prepare(game, deal, limits, check)
        except _StoppedError as stop:
            return Undecided(reason=stop.reason, stats=SearchStats(nodes=0), timing=watch.timing(), **common)
        stopped = run.until(poll)
        return self._outcome(form, run, stopped, watch, common)

    def _prepare(
        self, game: Game[Any, Any], deal: Deal, limits: Limits, check: Callable[[], None]
    ) -> tuple[ConstraintModel, Run]:
        from ortools.sat.python import cp_model

        form = game.constraint_model(deal, check)
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        parameters.num_workers = self.workers
        parameters.random_seed = self.seed
        parameters.catch_sigint_signal = False
        # measured on turtles: the linear relaxation and symmetries cost time there and find nothing
        parameters.linearization_level = 0
        parameters.symmetry_level = 0
        if limits.nodes is not None:
            parameters.max_deterministic_time = limits.nodes * NODE
        return form, Run(solver, form.model)

    @staticmethod
    def _outcome(
        form: ConstraintModel, run: Run, stopped: StopReason | None, watch: Stopwatch, common: dict[str, Any]
    ) -> Solvable | Claimed | Undecided:
        from ortools.sat.python import cp_model

        if not run.ended(0):
            assert stopped is not None
            return Undecided(reason=stopped, timing=watch.timing(), **common)
        limits: Limits = common["limits"]
        status = run.status()
        used = int(run.solver.response_proto.deterministic_time / NODE)
        if limits.nodes is not None:
            used = min(used, limits.nodes)
        common["stats"] = SearchStats(nodes=used, conflicts=run.solver.num_conflicts)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Solvable(moves=form.moves(run.solver.value), timing=watch.timing(), **common)
        if status == cp_model.INFEASIBLE:
            return Claimed(reason=StopReason.INFEASIBLE, timing=watch.timing(), **common)
        if status != cp_model.UNKNOWN:
            raise RuntimeError(f"CP-SAT refuses the model: {run.solver.status_name(status)}")
        if stopped is None:
            stopped = StopReason.NODES  # the only limit that CP-SAT keeps itself
        return Undecided(reason=stopped, timing=watch.timing(), **common)


def _with_memory(limits: Limits) -> Callable[[], StopReason | None]:
    """The poll of `limits`, with their memory too: CP-SAT does not say when it met a bound of its own."""
    stopper = limits.stopper()
    if limits.memory is None:
        return stopper
    import ortools.sat.python.cp_model  # noqa: F401  its own memory is not the deal's

    most = limits.memory + (own_peak_bytes() or 0)

    def poll() -> StopReason | None:
        return StopReason.MEMORY if (own_peak_bytes() or 0) > most else stopper()

    return poll


class _StoppedError(Exception):
    def __init__(self, reason: StopReason) -> None:
        self.reason = reason


class Run:
    """One search of CP-SAT in a thread of its own."""

    def __init__(self, solver: CpSolver, model: CpModel) -> None:
        self.solver = solver
        self._model = model
        self._result: Any = None
        self._error: BaseException | None = None
        # not Thread.join: interrupted by Ctrl-C, that takes the thread for ended (bpo-45274)
        self._done = threading.Event()
        # no daemon: the interpreter would abort if it ended before a thread that was left behind
        self._thread = threading.Thread(target=self._search, name="cpsat")

    def until(self, poll: Callable[[], StopReason | None]) -> StopReason | None:
        """Search until it is over (None) or `poll` gives a reason to stop, which is returned."""
        self._thread.start()
        try:
            while not self.ended(POLL_SECONDS):
                reason = poll()
                if reason is not None:
                    self.stop()
                    return reason
        except BaseException:  # Ctrl-C above all: the search must not go on behind the caller's back
            self.stop()
            raise
        return None

    def ended(self, seconds: float) -> bool:
        """Whether the search is over; waits for it up to `seconds`."""
        return self._done.wait(seconds)

    def stop(self) -> None:
        """End the search; returns when it did, or after `GRACE_SECONDS`."""
        # a request that comes before the search has begun is lost, so it is repeated
        for _ in range(int(GRACE_SECONDS / POLL_SECONDS)):
            self.solver.stop_search()
            if self.ended(POLL_SECONDS):
                return

    def status(self) -> Any:
        """The status of a search that is over. Raises what the search raised."""
        if self._error is not None:
            raise self._error
        return self._result

    def _search(self) -> None:
        try:
            self._result = self.solver.solve(self._model)
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()
