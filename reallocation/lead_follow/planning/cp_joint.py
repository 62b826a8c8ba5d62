"""The model of everything is solved by CP-SAT (OR-Tools), beginning at the best plan so far.

Deterministic: one worker, a fixed seed, and effort counted in operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ortools.sat.python import cp_model  # noqa: TID253  (this file loads only when asked for)

from cotree.reallocation.cp_watch import search
from cotree.reallocation.lead_follow.planning.cp_everything import Everything, Step
from cotree.reallocation.lead_follow.planning.graph import Choice, Timed, nodes_of
from cotree.reallocation.lead_follow.planning.work import NOBODY, Work
from cotree.reallocation.schedule.solution import Stop

SEED = 1


class Proved(NamedTuple):
    """The best that was found (None: nothing better than what was known), and a bound."""

    timed: Timed | None
    bound: int


def improve(
    work: Work, best: Timed, known: int, bound: int, effort: float, stop: Stop, *, raw: bool = False
) -> Proved:
    """A plan that costs less than ``known``, the cost of ``best``, where there is one in reach.

    ``raw`` leaves out what CP-SAT does before it searches, which takes longer than a short search.
    """
    all_ = Everything(work, known, bound)
    _hint(all_, best)
    solver = cp_model.CpSolver()
    configure(solver, effort)
    if raw:
        solver.parameters.cp_model_presolve = False
        solver.parameters.symmetry_level = 0
        solver.parameters.cp_model_probing_level = 0
    status = search(solver, all_.model, stop)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Proved(None, bound)
    return Proved(_timed(all_, solver), max(bound, round(solver.best_objective_bound)))


def _hint(all_: Everything, best: Timed) -> None:
    """The best so far, where the search begins."""
    hint = all_.model.add_hint
    hint(all_.end, best.finish(all_.work))
    steps: dict[tuple[int, str], tuple[Step | None, int]] = {}
    for i, step in enumerate(all_.do):
        if i not in all_.work.doing:
            steps[i, "do"] = step, best.choice.doer[i]
        steps[i, "correct"] = all_.repair.get(i), best.choice.repairer[i]
        steps[i, "hand_over"] = all_.tell[i], best.choice.teller[i]
    for (_, _), (each, agent) in steps.items():
        if each is not None:
            for who, chosen in each.by.items():
                hint(chosen, who == agent)
    for node, start in zip(best.nodes, best.starts, strict=True):
        each = steps.get((node.item, node.action), (None, 0))[0]
        if each is not None:
            hint(each.start, start)
            hint(each.end, start + node.ticks)


def _timed(all_: Everything, solver: cp_model.CpSolver) -> Timed:
    """What the solver found, as a plan."""

    def who(step: Step | None) -> int:
        if step is None:
            return NOBODY
        return next((a for a, one in step.by.items() if solver.boolean_value(one)), NOBODY)

    number = range(len(all_.do))
    choice = Choice(
        tuple(who(step) for step in all_.do),
        tuple(who(all_.tell[i]) for i in number),
        tuple(who(all_.repair.get(i)) for i in number),
    )
    nodes = nodes_of(all_.work, choice)
    kinds: dict[str, Sequence[Step | None]] = {
        "do": all_.do,
        "correct": [all_.repair.get(i) for i in number],
        "hand_over": [all_.tell[i] for i in number],
    }
    starts = []
    for node in nodes:
        step = kinds[node.action][node.item]
        starts.append(0 if step is None else solver.value(step.start))
    return Timed(choice, nodes, tuple(starts))


def configure(solver: cp_model.CpSolver, effort: float) -> None:
    """The same answer on every machine."""
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = effort
