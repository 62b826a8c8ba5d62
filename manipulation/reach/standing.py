"""How robots that we know stand at a table, as their URDFs do not say it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.manipulation.reach.arms import ARMS, ArmKind


@dataclasses.dataclass(frozen=True)
class Stand:
    """How one kind of robot stands."""

    high_m: float = 0.0
    """How high its first link is above the floor."""
    back_m: float = 0.15
    """How far behind the edge of a table it stands, so that its arms have room before it."""
    raised: Mapping[str, float] = dataclasses.field(default_factory=dict)
    """Joints that stand still, and not at 0."""


STANDS: Mapping[str, Stand] = {
    "pr2": Stand(raised={"torso_lift_joint": 0.2}),
    "baxter": Stand(high_m=0.93),
}
"""By robot; Baxter is on its pedestal."""


def stand_of(model: str) -> tuple[str, Stand] | None:
    """The robot that a model of a mission is, by what its name begins with; None: nobody knows."""
    return next(((name, each) for name, each in STANDS.items() if model.startswith(name)), None)


def arms_of(robot: str) -> list[ArmKind]:
    """All arms of a robot."""
    return [kind for name, kind in ARMS.items() if name.startswith(f"{robot}_")]


def arm_of(robot: str, gripper: str) -> ArmKind | None:
    """The arm that carries a gripper, by the side in its name; None: there is none."""
    side = next((each for each in ("right", "left") if gripper.startswith(each)), None)
    return ARMS.get(f"{robot}_{side}")
