"""Ends CP-SAT's search between two solutions; loaded only with OR-tools."""

from __future__ import annotations

from collections.abc import Callable

from ortools.sat.python import cp_model  # noqa: TID253  (this file loads only when asked for)


class Watch(cp_model.CpSolverSolutionCallback):
    """Ends the search at the next solution once the budget is gone."""

    def __init__(self, stop: Callable[[], bool]) -> None:
        super().__init__()
        self._stop = stop

    def on_solution_callback(self) -> None:
        """Called by CP-SAT."""
        if self._stop():
            self.stop_search()
