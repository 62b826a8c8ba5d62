"""What a leaf can ask of a body, how the body answers, and what can be seen.

Actions go out inside commands; events come in.  Bodies (simulated, physical, ROS) differ only in
how they make the one from the other.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

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


class Carry(msgspec.Struct, frozen=True, tag="carry"):
    """Bring an object within reach to a point with one arm, the base standing."""

    object: str
    gripper: str
    at: Point


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Ask something of another program by its name: in ROS an action, a service, or a topic.

    ``hear`` waits for a message in which ``expect`` holds; a service's answer must agree with it.
    In simulation any of them takes ``duration_s`` and succeeds.
    """

    kind: Literal["action", "service", "publish", "hear"]
    of: str
    """Its type: ``package/action/Name``, ``package/srv/Name`` or ``package/msg/Name``."""
    name: str
    values: Mapping[str, Any] = {}
    """The fields of the goal, the request, or the message; others keep their defaults."""
    expect: Mapping[str, Any] = {}
    duration_s: float = 1.0
    timeout_s: float = 0.0
    """After so long it has failed; 0: never."""


Action: TypeAlias = Drive | Grasp | Release | Carry | Pause | Perform | Call


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Start an action; ``id`` names this one execution in everything that follows."""

    id: str
    robot: str
    action: Action
    resources: tuple[str, ...] = ()
    piece: str = ""
    """In a team: the piece of work that it belongs to, whose permit it needs."""


FOREVER_S = 1e12
"""No permit ends later; a record has no word for infinity."""


class Permit(msgspec.Struct, frozen=True, tag="permit"):
    """Let the motions of a piece of work go on until then, on the robot's own steady clock.

    The guard on the actuator side stops them when the time is over, whatever became of the process;
    a permit with a lower token than another one for the same piece is refused.
    """

    robot: str
    piece: str
    token: tuple[int, str]
    until_s: float


class Halt(msgspec.Struct, frozen=True, tag="halt"):
    """Stop an action that has begun; the body answers with ``Ended``, never with silence."""

    id: str
    robot: str
    how: Stop


class Keeps(str, enum.Enum):
    """Who goes on with a piece of work that a person reached for."""

    HUMAN = "human"
    ROBOT = "robot"


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """Put a question to a person, when it is its turn; ``Posed`` and ``Answered`` come back."""

    robot: str
    person: str
    question: str
    """Its id, never used again."""
    piece: str
    """The piece of work that it is about."""
    text: str
    yes: Keeps = Keeps.HUMAN
    """What a bare yes means: who keeps the piece."""
    about_done: bool = False
    """It asks whether it is done; a yes means done."""
    helps: bool = False
    """It asks whether the person does what no robot can."""


class Unask(msgspec.Struct, frozen=True, tag="unask"):
    """A question needs no answer any more."""

    robot: str
    person: str
    question: str


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Say something to a person; no answer is needed."""

    robot: str
    person: str
    text: str


class Tell(msgspec.Struct, frozen=True, tag="tell"):
    """Let all teammates know something under a name; it comes back to everybody as ``FactSeen``."""

    robot: str
    name: str
    value: str | float | bool


Command: TypeAlias = Begin | Halt | Permit | Ask | Unask | Say | Tell


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


class GripperSeen(msgspec.Struct, frozen=True, tag="gripper"):
    """Where a gripper of a robot that does not drive is."""

    robot: str
    gripper: str
    at: Point


class GraspSeen(msgspec.Struct, frozen=True, tag="grasp_seen"):
    """How well a robot could grasp an object, from 0 (not at all) to 100."""

    robot: str
    object: str
    score: float
    seen_s: float | None = None
    """When that was seen; None: it is looked at all the time."""


class HandSeen(msgspec.Struct, frozen=True, tag="hand"):
    """Where a person's hand is, for the robots that watch this person."""

    person: str
    at: Point
    t_s: float
    """When it was seen, on the clock of the robot that sees it."""


class Posed(msgspec.Struct, frozen=True, tag="posed"):
    """The person hears this question now."""

    question: str


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """What a person answered; what was not understood is None."""

    question: str
    keeps: Keeps | None = None
    """Who keeps the piece."""
    done: bool | None = None


class FactSeen(msgspec.Struct, frozen=True, tag="fact"):
    """Anything else that is known by name: a door is open, a battery stands at 0.4."""

    name: str
    value: str | float | bool | None


class Checked(msgspec.Struct, frozen=True, tag="checked"):
    """What a checker found that is asked away from the tick."""

    checker: str
    """The path of its node."""
    asked_s: float
    """When it was asked."""
    reason: Reason | None = None


Event: TypeAlias = (
    Ended
    | RobotSeen
    | ObjectSeen
    | GripperSeen
    | GraspSeen
    | HandSeen
    | Posed
    | Answered
    | FactSeen
    | Checked
)
