"""CP-SAT's search, which ends between two solutions or when somebody interrupts it.

Loaded only with OR-tools.
"""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python import cp_model  # noqa: TID253  (this file loads only when asked for)

from cotree.core.interrupting import interruptibly


class Watch(cp_model.CpSolverSolutionCallback):
    """Ends the search at the next solution once the budget is gone."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        super().__init__()
        self._stop = stop

    def on_solution_callback(self) -> None:
        """Called by CP-SAT."""
        if self._stop():
            self.stop_search()


def search(
    solver: cp_model.CpSolver, model: cp_model.CpModel, stop: Callable[[], bool] = lambda: False
) -> cp_model.CpSolverStatus:
    """Solve it; whoever runs the mission hears of Ctrl-C meanwhile, and ends the search."""
    solver.parameters.catch_sigint_signal = False
    return interruptibly(lambda: solver.solve(model, Watch(stop)), solver.stop_search)
