"""What is physically the case of leaves that bring no object anywhere: those of jobs, and steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeAlias

from cotree.behaviours.approach import ApproachParams
from cotree.behaviours.detect import DetectParams
from cotree.behaviours.dock import DockParams
from cotree.behaviours.grasp import GraspParams
from cotree.behaviours.perform import PerformParams
from cotree.core.jobs import DOCK, seen_by
from cotree.core.mission import Blueprint
from cotree.core.places import Point, distance_m
from cotree.core.work_facts import WRONG, looks, outcome_of, placed
from cotree.core.work_steps import STEP
from cotree.simulation.world import KinematicWorld

Facts: TypeAlias = Callable[[str], object]
"""The newest of what was told under a name."""
Settled: TypeAlias = Callable[[str, str], bool]
"""Whether an object of a job lies where the job wants it."""


class Truth:
    """Looks at the world, and at what everybody was told, without asking any robot."""

    def __init__(
        self,
        world: KinematicWorld,
        facts: Facts,
        settled: Settled,
        people: Collection[str],
        places: Mapping[str, Point],
        near_m: float,
    ) -> None:
        self._world = world
        self._fact = facts
        self._settled = settled
        self._people = people
        self._places = places
        self._near_m = near_m

    def holds(self, leaf: Blueprint) -> bool | None:
        """Whether it is done; None: only whoever moved for it can say."""
        match leaf.params:
            case DockParams():
                return self._stands(leaf.word, leaf.params)
            case ApproachParams() as params:
                return self._settled(params.job, params.object) or self._somebody_at(params)
            case DetectParams() as params:
                told = bool(self._fact(seen_by(params.job, params.object)))
                return told or self._settled(params.job, params.object) or None
            case GraspParams() as params:
                held = params.object in self._world.carriers
                return held or self._settled(params.job, params.object)
            case PerformParams() as params if leaf.word == STEP:
                return self._lies_right(params.what)
        return None

    def _stands(self, word: str, params: DockParams) -> bool:
        """On whom it should, as far as a team was told; others are in nobody's way."""
        on = self._world.robots[params.robot].on
        if word != DOCK:
            return not on
        team = self._tower(params.job)
        if params.robot not in team:
            return on not in team
        below = team.index(params.robot) - 1
        return on == (team[below] if below >= 0 else "")

    def _tower(self, job: str) -> list[str]:
        """Lowest first; empty: none was told."""
        _, _, told = str(self._fact(f"{job}/team") or "").partition(": ")
        mode, *members = told.split() or [""]
        return members if mode == "assembly" else []

    def _somebody_at(self, params: ApproachParams) -> bool:
        world, to = self._world, params.to
        place = to.point or world.objects.get(to.name) or self._places.get(to.name)
        if place is None:
            return False
        return any(
            distance_m(robot.at, place) <= self._near_m
            for robot in world.robots.values()
            if robot.driving is None
        )

    def _lies_right(self, step: str) -> bool | None:
        """A person's step is seen; what a robot did, its motion says."""
        how = outcome_of(self._fact(placed(step)))
        if how is None or how[1] not in self._people:
            return None
        return how[0] == "right" and self._fact(looks(step)) != WRONG
