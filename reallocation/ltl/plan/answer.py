"""What the planner answers: a plan, or which kind of none, and why."""

from __future__ import annotations

import dataclasses
from typing import Literal, NamedTuple, TypeAlias

from cotree.reallocation.ltl.allocation.share import Objective
from cotree.reallocation.ltl.world.chart import MICRO
from cotree.reallocation.ltl.world.system import State


class Leg(NamedTuple):
    """One action of a robot."""

    action: str
    """``move``, ``stay``, or the name of what changes its operating state."""
    source: State
    target: State
    micros: int
    """Its cost in millionths."""
    advances: tuple[int, ...] = ()
    """The tasks that get further when it is done."""


@dataclasses.dataclass(frozen=True)
class Route:
    """What one robot does; nothing, if it has no task."""

    robot: str
    tasks: tuple[int, ...] = ()
    legs: tuple[Leg, ...] = ()

    @property
    def micros(self) -> int:
        """What it costs, in millionths."""
        return sum(leg.micros for leg in self.legs)

    @property
    def cost(self) -> float:
        """What it costs."""
        return self.micros / MICRO


@dataclasses.dataclass(frozen=True)
class Plan:
    """A route for each robot of the team, in the order of the team."""

    routes: tuple[Route, ...]
    objective: Objective
    bound: float
    """No plan costs less than this (in the first thing that the objective minimises)."""
    solver: str
    order: tuple[tuple[int, int], ...] = ()
    """Legs (robot, number) that must end in this order; nobody waits for any other."""

    @property
    def total(self) -> float:
        """All costs together."""
        return sum(route.micros for route in self.routes) / MICRO

    @property
    def makespan(self) -> float:
        """The largest cost of one robot."""
        return max((route.micros for route in self.routes), default=0) / MICRO

    @property
    def value(self) -> tuple[float, ...]:
        """What the objective minimises, most important first."""
        if self.objective == "sum":
            return (self.total,)
        return (self.makespan,) if self.objective == "makespan" else (self.makespan, self.total)

    @property
    def gap(self) -> float:
        """How much above the bound it may be, as a share of its cost; 0 is proved optimal."""
        return (self.value[0] - self.bound) / self.value[0] if self.value[0] else 0.0

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """Whether it is proved that nothing better exists."""
        return "optimal" if self.value[0] <= self.bound else "feasible"


class Obstacle(NamedTuple):
    """Why one robot cannot do what is asked."""

    robot: str
    why: str


class Cause(NamedTuple):
    """A conjunct (or several that are impossible only together), and what blocks each robot."""

    conjuncts: tuple[str, ...]
    obstacles: tuple[Obstacle, ...]


@dataclasses.dataclass(frozen=True)
class Reason:
    """No plan, and which kind of none: impossible is proved, the others are not."""

    status: Literal["impossible", "not_found", "out_of_time", "not_supported"]
    message: str
    cause: Cause | None = None


Answer: TypeAlias = Plan | Reason
