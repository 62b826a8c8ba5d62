"""CP-SAT ends when somebody interrupts it, however hard its problem is."""

from __future__ import annotations

import signal

import pytest
from ortools.sat.python import cp_model

from cotree.reallocation.cp_watch import search
from cotree.runtime.interrupts import interrupts
from cotree.runtime.stopper import Stopper

HOLES = 12


@pytest.mark.real
def test_a_search_that_finds_nothing_for_long_ends_with_ctrl_c() -> None:
    """Pigeons and holes: there is no solution between which a callback could end it."""
    model = cp_model.CpModel()
    pigeons = [[model.new_bool_var("") for _ in range(HOLES)] for _ in range(HOLES + 1)]
    for pigeon in pigeons:
        model.add_bool_or(pigeon)
    for hole in range(HOLES):
        for one in range(HOLES + 1):
            for other in range(one):
                model.add_bool_or(pigeons[one][hole].negated(), pigeons[other][hole].negated())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.symmetry_level = 0
    solver.parameters.log_search_progress = True
    solver.parameters.log_to_stdout = False
    solver.log_callback = lambda line: signal.raise_signal(signal.SIGINT)  # as soon as it searches
    stopper = Stopper(1.0)
    with interrupts(stopper):
        assert search(solver, model) == cp_model.UNKNOWN
    assert stopper.asked
