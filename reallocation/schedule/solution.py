"""Complete schedules: what each termination starts, what that costs, and the plan that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from cotree.core.steps import Plan
from cotree.reallocation.schedule.model import SECOND
from cotree.reallocation.schedule.simulate import Simulator, Start, State

Stop: TypeAlias = Callable[[], bool]
"""Asked often; once it says True, a solver returns the best it has found."""

STEP = 1
MICROSECOND = 1 << 20
"""Costs are one whole number: time first, steps break ties."""


class Solution(NamedTuple):
    """A complete schedule; ``starts`` has an empty entry where a termination starts nothing."""

    cost: int
    starts: tuple[tuple[int, ...], ...]


class Moment(NamedTuple):
    """One termination later: what it cost, and how things stand."""

    cost: int
    state: State


def never() -> bool:
    """No budget."""
    return False


def after(simulator: Simulator, start: Start) -> Moment:
    """What follows when these leaves start now."""
    wait, state = simulator.advance(start.state)
    return Moment(wait * MICROSECOND + (STEP if start.leaves else 0), state)


def better(one: Solution | None, other: Solution | None) -> Solution | None:
    """The cheaper one; the first if they are equal."""
    if one is None or (other is not None and other.cost < one.cost):
        return other
    return one


def begin(simulator: Simulator, state: State, leaves: tuple[int, ...]) -> Start:
    """The start of exactly these leaves."""
    bids = {bid.leaf: bid for bid in simulator.bids(state)}
    for leaf in leaves:
        started = simulator.start(state, bids[leaf])
        if started is None:
            raise ValueError(f"{simulator.nodes[leaf].path} cannot start here")
        state = started
    return Start(leaves, state)


def as_plan(
    simulator: Simulator,
    solution: Solution,
    solver: str,
    status: Literal["optimal", "feasible"] = "feasible",
) -> Plan:
    """The solution as others read it, by executing it once more."""
    state = simulator.initial()
    paths = [node.path for node in simulator.nodes]
    now, metres = 0, 0.0
    rounds, starts_s, follows = [], [], []
    ended: list[str] = []
    ran = state.done | sum(1 << run.leaf for run in state.running)
    for leaves in solution.starts:
        if leaves:
            rounds.append(tuple(paths[leaf] for leaf in leaves))
            starts_s.append(now / SECOND)
            follows.append(tuple(ended))
        ran |= sum(1 << leaf for leaf in leaves)
        here = state.here
        started = begin(simulator, state, leaves).state
        wait, state = simulator.advance(started)
        ended = [paths[run.leaf] for run in started.running if run.left == wait]
        metres += simulator.model.metres[here][state.here]
        now += wait
    passed = [
        leaf.node
        for leaf in simulator.leaves.values()
        if leaf.to >= 0 and not ran >> leaf.index & 1 and not state.committed & leaf.node.rivals
    ]
    return Plan(
        rounds=tuple(rounds),
        time_s=now / SECOND,
        status=status,
        solver=solver,
        starts_s=tuple(starts_s),
        after=tuple(follows),
        distance_m=metres,
        skipped=tuple(node.path for node in passed),
    )
