"""Who and what a mission puts on stage: the world with its robots, the people, their objects."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.actions import FactSeen
from cotree.core.disturbances import state_of
from cotree.core.mission import Blueprint, Mission, Reach
from cotree.core.places import Location, Point
from cotree.core.words import did_you_mean
from cotree.simulation.body import KinematicBody
from cotree.simulation.robots import robots_of
from cotree.simulation.stage.person import Person
from cotree.team.mirror.script import ScriptedPerson
from cotree.team.mirror.watch import Target


def body_of(mission: Mission, bare: KinematicBody | None = None) -> KinematicBody:
    """The world of a mission, with all its robots: kinematic, or one of forces if it says so.

    ``bare``: that world, made already, before anything is known to happen in it.
    """
    body = bare or (_physical(mission) if mission.world.physics else _kinematic(mission))
    for name, mate in mission.team.items():
        if mate.robot is not None and mate.robot.states:
            body.happen(0.0, FactSeen(state_of(name), mate.state or mate.robot.states[0]))
    for name, value in mission.first_facts.items():
        body.happen(0.0, FactSeen(name, value))
    for misfortune in mission.disturbances:
        body.befall(misfortune)
    for event in mission.chance.events:
        body.happen(event.at_s, FactSeen(event.fact, event.equals))
    return body


def _physical(mission: Mission) -> KinematicBody:
    """Forces load here, when a mission asks for them."""
    from cotree.simulation.physics.body import PhysicsBody

    return PhysicsBody(mission)


def _kinematic(mission: Mission) -> KinematicBody:
    return KinematicBody(
        robots_of(mission),
        mission.world.objects,
        mission.chance,
        reach_m=mission.policy.same_place_m,
        grasps=mission.world.grasps,
        places=mission.world.places,
    )


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
    people = [name for name, mate in mission.team.items() if mate.robot is None]
    return {name: _person_of(mission, name, targets) for name in people}


def _person_of(mission: Mission, name: str, targets: Mapping[str, Target]) -> Person:
    model = mission.chance.simulated.get(name)
    if model is not None and mission.steps.all:
        from cotree.simulation.stage.colleague import Colleague  # heavy

        return Colleague(name, mission, model)
    return ScriptedPerson(_checked(name, mission.chance.people.get(name, ()), targets))


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
