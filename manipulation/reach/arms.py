"""The arms that we know by name: which links they lie between, and how thick they are.

The thicknesses are ours, measured off the outlines of the models; a little too much is right.
"""

from __future__ import annotations

import dataclasses

from cotree.core.grippers import BAXTER, FETCH, PR2, Gripper

Size = tuple[float, float, float]


@dataclasses.dataclass(frozen=True)
class Block:
    """A box that belongs to the robot and stands still in the arm's base frame."""

    at: Size
    size: Size


@dataclasses.dataclass(frozen=True)
class ArmKind:
    """One kind of arm."""

    name: str
    base: str
    tip: str
    gripper: Gripper
    radius_m: float = 0.065
    """How thick the upper arm is."""
    forearm_m: float = 0.06
    """How thick it is from the elbow on."""
    hand_m: float = 0.045
    """How thick the hand is, but for its fingers."""
    fastest: float = 0.5
    """The share of its top speed that it moves with beside people."""
    acceleration: float = 2.0
    """rad/s^2."""
    body: tuple[Block, ...] = ()


_PR2_BODY = (
    Block((-0.12, 0.0, -0.3), (0.35, 0.2, 0.8)),
    Block((0.0, 0.0, -0.6), (0.66, 0.66, 0.3)),
)
_BAXTER_BODY = (Block((-0.02, 0.0, 0.1), (0.16, 0.24, 0.75)),)
_FETCH_BODY = (
    Block((-0.2, 0.0, 0.1), (0.2, 0.3, 0.6)),
    Block((-0.05, 0.0, -0.45), (0.56, 0.56, 0.36)),
)


def _pair(right: ArmKind, tip: str) -> dict[str, ArmKind]:
    """An arm and its twin on the other side."""
    left = dataclasses.replace(right, name=right.name.replace("right", "left"), tip=tip)
    return {each.name: each for each in (right, left)}


_PR2_ARM = ArmKind(
    "pr2_right",
    "torso_lift_link",
    "r_gripper_tool_frame",
    PR2,
    radius_m=0.09,
    forearm_m=0.068,
    hand_m=0.045,
    body=_PR2_BODY,
)
_BAXTER_ARM = ArmKind("baxter_right", "base", "right_gripper", BAXTER, body=_BAXTER_BODY)
ARMS: dict[str, ArmKind] = {
    **_pair(_PR2_ARM, "l_gripper_tool_frame"),
    **_pair(_BAXTER_ARM, "left_gripper"),
    "fetch": ArmKind("fetch", "torso_lift_link", "gripper_link", FETCH, body=_FETCH_BODY),
}
"""By name: ``pr2_right``, ``pr2_left``, ``baxter_right``, ``baxter_left``, ``fetch``."""
