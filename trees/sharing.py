"""What the robots of a team share, as each of them has it among its own resources."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from py_trees.behaviour import Behaviour

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import Leaf
from cotree.core.mission import Mission, ResourceModel, RobotModel


def with_things(model: RobotModel, things: Iterable[str]) -> RobotModel:
    """A robot's model with the shared things as resources of its own; type and name are one."""
    shared = tuple(ResourceModel(thing, thing) for thing in things)
    return msgspec.structs.replace(model, resources=(*model.resources, *shared))


def robots_of(mission: Mission) -> dict[str, RobotModel]:
    """The robots of a mission by their names, each with what the team shares."""
    return {
        name: with_things(mate.robot, mission.shared)
        for name, mate in mission.team.items()
        if mate.robot is not None
    }


def seat(root: Behaviour, name: str, model: RobotModel) -> None:
    """Ask the leaves as one robot's."""
    desk = Desk(name, model)
    for node in root.iterate():
        if isinstance(node, Leaf):
            node.desk = desk
