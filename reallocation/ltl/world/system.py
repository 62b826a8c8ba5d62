"""The transition system of one robot: regions times operating states, as arrays.

An arc changes the region or the operating state, never both, or stays.  Whether an action is
allowed is asked of the state it starts in.
"""

from __future__ import annotations

import dataclasses
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cotree.reallocation.ltl.world.chart import Chart, micro

Ints = npt.NDArray[np.int64]


class State(NamedTuple):
    """Where a robot is, and what it is doing."""

    region: str
    op: str

    def __str__(self) -> str:
        return f"({self.region}, {self.op})"


@dataclasses.dataclass(frozen=True, eq=False)
class System:
    """States and arcs of one kind of robot; arcs are sorted by source, then by target."""

    chart: Chart
    states: tuple[State, ...]
    labels: tuple[frozenset[str], ...]
    """What is true in each state."""
    source: Ints
    target: Ints
    cost: Ints
    """Of each arc, in millionths."""
    first: Ints
    """The arcs of state ``s`` are ``first[s]`` to ``first[s + 1]``."""

    @cached_property
    def number(self) -> dict[State, int]:
        """The index of each state."""
        return {state: index for index, state in enumerate(self.states)}

    def index(self, region: str, op: str) -> int:
        """The index of a state that must exist."""
        found = self.number.get(State(region, op))
        if found is None:
            kind = self.chart.kind
            raise ValueError(
                f"{kind.name} has no state ({region}, {op}); its operating states are "
                f"{', '.join(kind.ops)}, its regions are {', '.join(self.chart.map.regions)}"
            )
        return found

    def action(self, source: int, target: int) -> str:
        """What a robot does on the arc between two states."""
        here, there = self.states[source], self.states[target]
        if here.region != there.region:
            return "move"
        if here.op == there.op:
            return "stay"
        kind = self.chart.kind
        return next(a.name for a in kind.actions if (a.source, a.target) == (here.op, there.op))

    def arc(self, source: int, target: int) -> int | None:
        """The index of the arc between two states."""
        arc = int(self.first[source]) + int(
            self.target[self.first[source] : self.first[source + 1]].searchsorted(target)
        )
        found = arc < self.first[source + 1] and self.target[arc] == target
        return arc if found else None


def build(chart: Chart) -> System:
    """The product of a chart's regions and operating states."""
    regions, ops = chart.map.regions, chart.kind.ops
    states = tuple(State(region, op) for region in regions for op in ops)
    labels = tuple(chart.label(state.region, state.op) for state in states)
    arcs = np.array(_moves(chart) + _actions(chart, labels), dtype=np.int64).reshape(-1, 3)
    arcs = arcs[np.lexsort((arcs[:, 1], arcs[:, 0]))]
    source = np.ascontiguousarray(arcs[:, 0])
    first = np.searchsorted(source, np.arange(len(states) + 1))
    target, cost = np.ascontiguousarray(arcs[:, 1]), np.ascontiguousarray(arcs[:, 2])
    return System(chart, states, labels, source, target, cost, first)


def _moves(chart: Chart) -> list[tuple[int, int, int]]:
    """Going from region to region, and standing still, in every operating state."""
    number = {region: index for index, region in enumerate(chart.map.regions)}
    width = len(chart.kind.ops)
    stay = micro(chart.map.stay)
    ways = [(number[a], number[b], micro(cost)) for (a, b), cost in chart.map.ways.items()]
    ways += [(region, region, stay) for region in number.values()]
    return [(a * width + op, b * width + op, cost) for a, b, cost in ways for op in range(width)]


def _actions(chart: Chart, labels: tuple[frozenset[str], ...]) -> list[tuple[int, int, int]]:
    """Changing the operating state wherever the guard holds."""
    op = {name: index for index, name in enumerate(chart.kind.ops)}
    found = []
    for action in chart.kind.actions:
        cost = micro(action.cost)
        for source in range(op[action.source], len(labels), len(op)):
            if not action.only_at or action.only_at & labels[source]:
                target = source - op[action.source] + op[action.target]
                found.append((source, target, cost))
    return found
