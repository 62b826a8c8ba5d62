"""Who and what a mission puts on stage: the world with its robots, the people, their objects."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.actions import FactSeen
from cotree.core.mission import Blueprint, Mission, Reach
from cotree.core.places import Location, Point
from cotree.core.words import did_you_mean
from cotree.simulation.body import KinematicBody
from cotree.simulation.stage.person import Person
from cotree.team.mirror.script import ScriptedPerson
from cotree.team.mirror.watch import Target


def body_of(mission: Mission) -> KinematicBody:
    """The kinematic world of a mission, with all its robots."""
    robots = {
        name: (mate.robot, mate.start)
        for name, mate in mission.team.items()
        if mate.robot is not None
    }
    body = KinematicBody(
        robots,
        mission.world.objects,
        mission.chance,
        reach_m=mission.policy.same_place_m,
        grasps=mission.world.grasps,
    )
    for name, value in mission.world.facts.items():
        body.happen(0.0, FactSeen(name, value))
    for event in mission.chance.events:
        body.happen(event.at_s, FactSeen(event.fact, event.equals))
    return body


def targets_of(mission: Mission) -> dict[str, Target]:
    """What each leaf of the task that brings an object somewhere does: which object, where to."""
    found = {}
    for leaf in mission.task.walk():
        object_, at = getattr(leaf.params, "object", None), _goal(leaf)
        if isinstance(object_, str) and isinstance(at, Location):
            goal = _locate(at, mission)
            if goal is not None:
                found[leaf.path] = Target(object_, goal)
    return found


def people_of(mission: Mission, targets: Mapping[str, Target]) -> dict[str, Person]:
    """The people of the team, each with its script, which may be empty."""
    return {
        name: ScriptedPerson(_checked(name, mission.chance.people.get(name, ()), targets))
        for name, mate in mission.team.items()
        if mate.robot is None
    }


def _goal(leaf: Blueprint) -> object:
    return None if leaf.children else getattr(leaf.params, "at", None)


def _locate(at: Location, mission: Mission) -> Point | None:
    """Where a leaf's goal is at the start of the mission."""
    if at.point is not None:
        return at.point
    return mission.world.places.get(at.name, mission.world.objects.get(at.name))


def _checked(
    person: str, reaches: tuple[Reach, ...], targets: Mapping[str, Target]
) -> tuple[Reach, ...]:
    for reach in reaches:
        if reach.for_ not in targets:
            hint = did_you_mean(reach.for_, targets)
            raise ValueError(
                f"{person} reaches for '{reach.for_}', which is no leaf that moves an object{hint}"
            )
    return reaches
