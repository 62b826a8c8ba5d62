"""What is believed before anything has happened."""

from __future__ import annotations

from cotree.core.actions import ObjectSeen, RobotSeen
from cotree.core.belief import Belief, View
from cotree.core.mission import Mission


def first_belief(mission: Mission) -> Belief:
    """Everybody and everything where the mission puts it."""
    return Belief(
        robots={name: RobotSeen(name, mate.start) for name, mate in mission.team.items()},
        objects={name: ObjectSeen(name, at) for name, at in mission.world.objects.items()},
        places=mission.world.places,
        facts=mission.first_facts,
    )


def first_view(mission: Mission) -> View:
    """That belief, as the first robot asks for it."""
    robots = [name for name, mate in mission.team.items() if mate.robot is not None]
    return View(first_belief(mission), robots[0] if robots else "nobody")
