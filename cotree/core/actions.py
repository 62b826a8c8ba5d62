"""What a leaf can ask of a body, how the body answers, and what can be seen.

Actions go out inside commands; events come in.  Bodies (simulated, physical, ROS) differ only in
how they make the one from the other.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop


class Drive(msgspec.Struct, frozen=True, tag="drive"):
    """Move the base to a point."""

    to: Point


class Grasp(msgspec.Struct, frozen=True, tag="grasp"):
    """Pick an object up with a gripper."""

    object: str
    gripper: str


class Release(msgspec.Struct, frozen=True, tag="release"):
    """Put the held object down at a point."""

    object: str
    gripper: str
    at: Point


class Pause(msgspec.Struct, frozen=True, tag="pause"):
    """Let time pass."""

    duration_s: float


class Perform(msgspec.Struct, frozen=True, tag="perform"):
    """Anything else a body knows by name: gestures, tools, speech; takes a while, may fail."""

    name: str
    duration_s: float
    data: dict[str, str | float | bool] = {}


Action: TypeAlias = Drive | Grasp | Release | Pause | Perform


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Start an action; ``id`` names this one execution in everything that follows."""

    id: str
    robot: str
    action: Action
    resources: tuple[str, ...] = ()


class Halt(msgspec.Struct, frozen=True, tag="halt"):
    """Stop an action that has begun; the body answers with ``Ended``, never with silence."""

    id: str
    robot: str
    how: Stop


Command: TypeAlias = Begin | Halt


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """An action is over and nothing of it moves any more; ``reason`` is None after success."""

    id: str
    reason: Reason | None = None


class RobotSeen(msgspec.Struct, frozen=True, tag="robot"):
    """Where a robot's base is, and whether it moves."""

    robot: str
    at: Point
    moving: bool = False


class ObjectSeen(msgspec.Struct, frozen=True, tag="object"):
    """Where an object is; ``held_by`` is (robot, gripper) while it is carried."""

    object: str
    at: Point
    held_by: tuple[str, str] | None = None


class FactSeen(msgspec.Struct, frozen=True, tag="fact"):
    """Anything else that is known by name: a door is open, a battery stands at 0.4."""

    name: str
    value: str | float | bool | None


Event: TypeAlias = Ended | RobotSeen | ObjectSeen | FactSeen
