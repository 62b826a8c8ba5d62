"""The planner's view of a task: what each leaf would do to the robot, and how long it takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from cotree.core.places import Point
from cotree.core.resources import Need, Resource


class Step(msgspec.Struct, frozen=True):
    """One leaf as look-ahead sees it.  A leaf that cannot say this is not planned for."""

    needs: tuple[Need, ...] = ()
    to: Point | None = None
    """Drives the base there; passed over when the base stands there already."""
    at: Point | None = None
    """May only start with the base there."""
    duration_s: float = 0.0
    """Without travel, which is distance over the robot's speed."""


class PlanNode(msgspec.Struct, frozen=True):
    """A task node or a leaf, as in the live tree: same paths, same order."""

    path: str
    kind: Literal["then", "and", "or", "leaf"]
    children: tuple[PlanNode, ...] = ()
    step: Step | None = None
    lineage: tuple[str, ...] = ()
    """Owners whose resources it may use, innermost first."""
    done: bool = False
    committed: int | None = None
    """Of an ``or``: the branch the team has chosen."""


class Problem(msgspec.Struct, frozen=True):
    """Everything that look-ahead is asked about; equal problems have equal answers."""

    root: PlanNode
    resources: Mapping[str, Resource]
    here: Point
    speed_m_s: float
    running: Mapping[str, float] = {}
    """Leaves that run now, with the time they still take."""
    same_place_m: float = 0.30


class Plan(msgspec.Struct, frozen=True):
    """An answer: which leaves start together, in which order."""

    rounds: tuple[tuple[str, ...], ...]
    time_s: float
    status: Literal["optimal", "feasible"]
    solver: str
    starts_s: tuple[float, ...] = ()
    """When each round starts, counted from now."""
    after: tuple[tuple[str, ...], ...] = ()
    """Which leaves end when each round starts: it waits for them, even if it could start before."""
    distance_m: float = 0.0
    """How far the base drives."""
    skipped: tuple[str, ...] = ()
    """Leaves that are passed over, because the base stands there already."""

    @property
    def steps(self) -> int:
        """The paper's measure: how many times something starts."""
        return len(self.rounds)


class NoPlan(msgspec.Struct, frozen=True):
    """No answer, and which kind of none: impossible is proved, the others are not."""

    status: Literal["impossible", "not_found", "out_of_time", "not_supported"]
    message: str
