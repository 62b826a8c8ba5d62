"""When each action starts if it is fixed who does it: intervals in CP-SAT (OR-Tools).

The one inequality that matters is the load cut: nobody is done before all that they do is done.
"""

from __future__ import annotations

from ortools.sat.python import cp_model  # noqa: TID253  (this file loads only when asked for)

from cotree.reallocation.cp_watch import search
from cotree.reallocation.lead_follow.planning.cp_joint import configure
from cotree.reallocation.lead_follow.planning.graph import Timed
from cotree.reallocation.lead_follow.planning.work import Work


def improve(
    work: Work, best: Timed, eager: list[int], bound: int, effort: float
) -> tuple[Timed, int]:
    """The best schedule of these actions found with this effort, and a bound of the makespan."""
    model = cp_model.CpModel()
    horizon = best.finish(work)
    end = model.new_int_var(bound, horizon, "")
    busy: list[list[cp_model.IntervalVar]] = [[] for _ in work.agents]
    places: dict[int, list[cp_model.IntervalVar]] = {}
    starts = []
    for number, node in enumerate(best.nodes):
        runs = number in work.doing
        low = 0 if runs else max(node.release, work.free[node.agent])
        start = model.new_int_var(low, 0 if runs else max(low, horizon - node.ticks), "")
        starts.append(start)
        if not runs:
            busy[node.agent].append(model.new_fixed_size_interval_var(start, node.ticks, ""))
        if node.place >= 0:
            there = model.new_fixed_size_interval_var(start + node.lead, node.ticks - node.lead, "")
            places.setdefault(node.place, []).append(there)
        model.add(end >= start + node.ticks)
        model.add_hint(start, best.starts[number])
    for number, node in enumerate(best.nodes):
        for before in node.after:
            model.add(starts[number] >= starts[before] + best.nodes[before].ticks)
    for intervals in (*busy, *places.values()):
        model.add_no_overlap(intervals)
    _one_at_once(model, [starts[i] for i in eager])
    model.add_hint(end, horizon)
    model.minimize(end)
    solver = cp_model.CpSolver()
    configure(solver, effort)
    status = search(solver, model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return best, bound
    found = Timed(best.choice, best.nodes, tuple(solver.value(start) for start in starts))
    return found, max(bound, round(solver.best_objective_bound))


def _one_at_once(model: cp_model.CpModel, starts: list[cp_model.IntVar]) -> None:
    """Equations 21 and 22."""
    if not starts:
        return
    now = [model.new_bool_var("") for _ in starts]
    for start, first in zip(starts, now, strict=True):
        model.add(start == 0).only_enforce_if(first)
    model.add_bool_or(now)
