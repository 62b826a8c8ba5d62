"""How a robot does what leaves ask of its body: by which calls, and what may be believed after."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from cotree.core.actions import (
    Action,
    Call,
    Carry,
    Drive,
    Event,
    FactSeen,
    Grasp,
    ObjectSeen,
    Perform,
    Release,
    RobotSeen,
)
from cotree.core.disturbances import state_of
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.words import did_you_mean
from cotree.ros.actions import moveit, nav2

GRIPPER = "control_msgs/action/GripperCommand"
Where = Callable[[str], Point | None]
"""Where an object, or a robot's base, was seen last."""


class Arm(msgspec.Struct, frozen=True):
    """What moves one gripper."""

    group: str
    """The planning group of MoveIt."""
    link: str
    """Its last link."""
    gripper: str
    """The action that opens and closes it."""
    open_m: float = 0.08
    closed_m: float = 0.0
    effort_n: float = 20.0


class Source(msgspec.Struct, frozen=True):
    """A topic that says where something is: the robot's base, or an object."""

    name: str
    of: str = "nav_msgs/msg/Odometry"
    """Its type."""
    at: str = "pose.pose.position"
    """The field with x, y and z."""


class Means(msgspec.Struct, frozen=True):
    """What a robot has; leaves of the kind ``action`` need none of it."""

    drives: str = "navigate_to_pose"
    """The action of Nav2; empty: it cannot drive."""
    frame: str = "map"
    moves: str = "move_action"
    """The action of MoveIt."""
    arms: Mapping[str, Arm] = {}
    """By the name of the gripper."""
    performs: Mapping[str, Call] = {}
    """By the name that ``perform`` says."""

    stands: Source | None = None
    """Who says where the robot is; None: it is where it drove to."""
    base: str = ""
    """The frame of its base, such as ``base_link``: tf says where that is in ``frame``."""
    objects: Mapping[str, Source] = {}
    """Who says where an object is, by its name: a camera's program."""

    def __post_init__(self) -> None:
        if self.base and self.stands is not None:
            raise ValueError("'base' and 'stands' both say where the robot is; keep one of them")

    def calls(self, robot: str, action: Action, where: Where) -> tuple[Call, ...] | Reason:
        """The calls that do it, one after the other, or why it cannot be done."""
        match action:
            case Call():
                return (action,)
            case Drive() if self.drives:
                return (nav2.navigate(action, where(robot), self.drives, self.frame),)
            case Perform(name=name):
                if name in self.performs:
                    return (self.performs[name],)
                return _cannot(f"perform '{name}'{did_you_mean(name, self.performs)}")
            case Grasp(object=object_, gripper=gripper):
                return self._grasp(gripper, object_, where(object_))
            case Release(gripper=gripper, at=at):
                return self._put(gripper, at)
            case Carry(object=object_, gripper=gripper, at=at):
                taking = self._grasp(gripper, object_, where(object_))
                putting = self._put(gripper, at)
                if isinstance(taking, Reason):
                    return taking
                return putting if isinstance(putting, Reason) else (*taking, *putting)
        return _cannot("drive")

    def _grasp(self, gripper: str, object_: str, at: Point | None) -> tuple[Call, ...] | Reason:
        arm = self.arms.get(gripper)
        if arm is None:
            return _cannot(f"use '{gripper}'{did_you_mean(gripper, self.arms)}")
        if at is None:
            return Reason("not_seen", f"nobody has seen {object_}")
        return (
            self._hand(arm, arm.open_m),
            self._reach(arm, at),
            self._hand(arm, arm.closed_m),
        )

    def _put(self, gripper: str, at: Point) -> tuple[Call, ...] | Reason:
        arm = self.arms.get(gripper)
        if arm is None:
            return _cannot(f"use '{gripper}'{did_you_mean(gripper, self.arms)}")
        return (self._reach(arm, at), self._hand(arm, arm.open_m))

    def _reach(self, arm: Arm, at: Point) -> Call:
        return moveit.reach(arm.group, arm.link, at, self.moves, frame=self.frame)

    def _hand(self, arm: Arm, position_m: float) -> Call:
        command = {"position": position_m, "max_effort": arm.effort_n}
        return Call("action", GRIPPER, arm.gripper, {"command": command})


def effects(robot: str, action: Action, where: Where) -> list[Event]:
    """What may be believed after success, until somebody sees it otherwise."""
    match action:
        case Drive(to=to):
            return [RobotSeen(robot, to)]
        case Release(object=object_, at=at) | Carry(object=object_, at=at):
            return [ObjectSeen(object_, at)]
        case Grasp(object=object_, gripper=gripper):
            return [ObjectSeen(object_, where(object_) or (0.0, 0.0, 0.0), (robot, gripper))]
        case Perform(data={"state": str() as state}):
            return [FactSeen(state_of(robot), state)]
    return []


def _cannot(what: str) -> Reason:
    return Reason("not_supported", f"this robot cannot {what}")
