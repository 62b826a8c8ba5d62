"""The question ``policy.schedule`` asks: which leaves should start together, in which order?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from cotree.core.steps import NoPlan, Plan, Problem
from cotree.reallocation.schedule.beam import beam
from cotree.reallocation.schedule.bound import Bound
from cotree.reallocation.schedule.exact import exact
from cotree.reallocation.schedule.greedy import Selector
from cotree.reallocation.schedule.model import fault, walk
from cotree.reallocation.schedule.rollout import Greedy, rollout
from cotree.reallocation.schedule.simulate import Simulator
from cotree.reallocation.schedule.solution import Solution, Stop, as_plan, better, never

Solver: TypeAlias = Literal["greedy", "rollout", "exact", "cp_sat", "auto"]

MOST_LEAVES = 200
"""Fifty objects to carry: more would take minutes to look ahead."""
SMALL_LEAVES = 32
"""Up to eight objects to carry, ``auto`` looks for a proof before anything else."""
MOST_STATES = 20_000
"""``auto`` gives up proving after this many states (about two seconds)."""


def plan(
    problem: Problem,
    *,
    solver: Solver = "auto",
    stop: Stop = never,
    selector: Selector = "greedy",
) -> Plan | NoPlan:
    """The best schedule this solver finds before ``stop`` says True, never worse than greedy's.

    ``selector`` is the policy that look-ahead completes with and that runs when there is no plan.
    """
    refused = fault(problem)
    if refused is not None:
        return refused
    if problem.root.done:
        return Plan((), 0.0, "optimal", solver)
    open_ = sum(node.kind == "leaf" and not node.done for node in walk(problem.root))
    if open_ > MOST_LEAVES and solver != "greedy":
        message = f"{problem.root.path}: {open_} leaves are open"
        return NoPlan("not_supported", f"{message}; look-ahead plans for at most {MOST_LEAVES}")
    return _SOLVERS[solver](_Search(problem, selector, stop))


class _Search:
    """One problem on its way to a plan: the best solution so far, and who found it."""

    def __init__(self, problem: Problem, selector: Selector, stop: Stop) -> None:
        self.problem = problem
        self.simulator = Simulator(problem)
        self.greedy = Greedy(self.simulator, selector)
        self.bound = Bound(self.simulator)
        self.stop = stop
        self.best = self.greedy.solution(self.simulator.initial())
        self.solver = "greedy"
        self.proved = False

    def improve(self, solver: str, found: Solution | None) -> None:
        """Keep what is better than the best."""
        if better(self.best, found) is not self.best:
            self.best, self.solver = found, solver

    def answer(self, solver: str | None = None) -> Plan | NoPlan:
        """What has been found, or which kind of nothing."""
        if self.best is not None:
            status: Literal["optimal", "feasible"] = "optimal" if self.proved else "feasible"
            return as_plan(self.simulator, self.best, solver or self.solver, status)
        why = self.greedy.stuck
        if self.proved:
            return NoPlan("impossible", f"no order of the leaves finishes the task: {why}")
        if self.stop():
            return NoPlan("out_of_time", f"no plan found in time; greedy gets stuck: {why}")
        return NoPlan("not_found", f"no plan found; greedy gets stuck: {why}")

    def roll(self) -> None:
        """Improve by rollout."""
        self.improve("rollout", rollout(self.simulator, self.greedy, self.stop))

    def prove(self, most: int | None = None) -> None:
        """Improve by the exact search, which may prove that there is nothing better."""
        proof = exact(self.simulator, self.bound, self.best, self.stop, most)
        self.improve("exact", proof.solution)
        self.proved = proof.complete

    def sweep(self) -> None:
        """Improve by beams of growing width."""
        self.improve("beam", beam(self.simulator, self.bound, self.best, self.stop))

    def model(self) -> None:
        """Improve by the CP-SAT model, where the task is of its class and OR-Tools is there."""
        try:
            from cotree.reallocation.schedule.cp_sat import improve  # loads OR-Tools
        except ImportError:
            return
        self.improve("cp_sat", improve(self.simulator, self.bound, self.best, self.stop))


def _greedy(search: _Search) -> Plan | NoPlan:
    return search.answer("greedy")


def _rollout(search: _Search) -> Plan | NoPlan:
    search.roll()
    return search.answer("rollout")


def _exact(search: _Search) -> Plan | NoPlan:
    search.prove()
    return search.answer("exact")


def _cp_sat(search: _Search) -> Plan | NoPlan:
    search.roll()
    search.sweep()
    if not search.stop():
        search.model()
    return search.answer()


def _auto(search: _Search) -> Plan | NoPlan:
    search.roll()
    open_ = sum(not search.simulator.initial().done >> leaf & 1 for leaf in search.simulator.leaves)
    if open_ <= SMALL_LEAVES or search.best is None:
        search.prove(MOST_STATES)
    if search.proved:
        return search.answer("exact")
    search.sweep()
    return search.answer()


_SOLVERS: dict[str, Callable[[_Search], Plan | NoPlan]] = {
    "greedy": _greedy,
    "rollout": _rollout,
    "exact": _exact,
    "cp_sat": _cp_sat,
    "auto": _auto,
}
