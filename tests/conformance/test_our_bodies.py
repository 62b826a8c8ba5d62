"""Cotree's own bodies do what every body must."""

from __future__ import annotations

from cotree.app.bodies import Informed
from cotree.app.ros_body import TeamBody
from cotree.conformance.body import BodyConformance
from cotree.runtime.ports import Body
from cotree.simulation.shared.body import RobotBody
from cotree.simulation.shared.keepsake import Keepsake
from cotree.simulation.stage.cast import body_of
from cotree.trees.reading import loads

MISSION = loads(
    "mission: m\nteam: {pr2: {robot: pr2}}\nworld: {objects: {cup: [1, 1]}}\ntask: {wait: 1}\n"
)


class TestKinematic(BodyConformance):
    guards = False  # the stage around it does

    def body(self) -> Body:
        return body_of(MISSION)


class TestInATeam(BodyConformance):
    guards = False  # the stage around it does

    def body(self) -> Body:
        return TeamBody("pr2", body_of(MISSION), ("pr2", "ann"))


class TestOnASharedStage(BodyConformance):
    """With the guard of a robot in a team."""

    def body(self) -> Body:
        return RobotBody(MISSION, "pr2", Keepsake(None))


class TestInformed(BodyConformance):
    guards = False  # the stage around it does

    def body(self) -> Body:
        return Informed(body_of(MISSION), ())
