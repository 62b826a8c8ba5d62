"""The words of pick and place: where it is, what it hears, what it says."""

from __future__ import annotations

import enum
from typing import TypeAlias

import msgspec

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop


class Step(str, enum.Enum):
    """The five steps, and what can come of them."""

    APPROACH = "approach"
    GRASP = "grasp"
    CHECK = "check"
    CARRY = "carry"
    PLACE = "place"
    LOOK = "look"
    """The object is not where it was: its grasps are looked for again."""
    BACK_OUT = "back out"
    """Put down what is held where it was taken, and end."""
    OVER = "over"


class Spot(str, enum.Enum):
    """Where the hand is to go; ``poses`` says where in the world that is."""

    BEFORE = "before the object"
    AT = "at the object"
    LIFTED = "above where it was"
    ABOVE = "above the goal"
    DOWN = "at the goal"
    AWAY = "back from the goal"
    BACK = "back above where it was"
    RETURNED = "where it was taken"
    LEFT = "back from where it was taken"


class Limits(msgspec.Struct, frozen=True):
    """How often it tries, and when a grasp counts as one."""

    tries: int = 3
    """Grasps that may fail before it gives up."""
    ways: int = 2
    """So often a motion that was blocked while carrying is asked for again."""
    least_m: float = 0.003
    """Fingers that close further hold nothing."""
    slips_m: float = 0.004
    """Fingers that close so much further while carrying have lost it."""
    leaves_m: float = 0.06
    """An object that is seen so far from the hand is not in it."""


class State(msgspec.Struct, frozen=True):
    """Everything the machine remembers."""

    step: Step
    grasps: int
    """How many grasps there are to choose from."""
    limits: Limits = Limits()
    grasp: int = 0
    """Which of them it tries."""
    failed: int = 0
    blocked: int = 0
    bound: Spot | None = None
    """Where the hand is going."""
    held_m: float | None = None
    """How wide the fingers were when they held it; None: they hold nothing."""
    opening: bool = False
    why: Reason | None = None
    """Why it backs out, or ended."""
    paused: bool = False


class Arrived(msgspec.Struct, frozen=True, tag="arrived"):
    """The hand is where it was sent."""


class Blocked(msgspec.Struct, frozen=True, tag="blocked"):
    """The hand cannot go where it was sent, or stopped on the way."""

    reason: Reason


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The fingers are open."""


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """The fingers do not close any further."""

    width_m: float


class Felt(msgspec.Struct, frozen=True, tag="felt"):
    """How wide the fingers are now; told again and again while something is held."""

    width_m: float


class Saw(msgspec.Struct, frozen=True, tag="saw"):
    """How far the object is from the hand, or, after LookAgain, how many grasps it has now."""

    away_m: float | None = None
    grasps: int | None = None


class StopAsked(msgspec.Struct, frozen=True, tag="stop"):
    """Somebody wants it to stop, in one of the three ways."""

    how: Stop


class Resume(msgspec.Struct, frozen=True, tag="resume"):
    """Go on after an interruption."""


Event: TypeAlias = Arrived | Blocked | Opened | Closed | Felt | Saw | StopAsked | Resume


class Go(msgspec.Struct, frozen=True, tag="go"):
    """Bring the hand there; ``straight`` on a line, with what the fingers touch allowed."""

    spot: Spot
    grasp: int
    straight: bool = False


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Open the fingers."""


class Close(msgspec.Struct, frozen=True, tag="close"):
    """Close the fingers until they hold."""


class Hold(msgspec.Struct, frozen=True, tag="hold"):
    """Stop the arm where it is."""


class LookAgain(msgspec.Struct, frozen=True, tag="look"):
    """Find the object and its grasps again, and say how many there are."""


class Finish(msgspec.Struct, frozen=True, tag="finish"):
    """It is over; without a reason it is done."""

    reason: Reason | None = None
    holding: bool = False
    """Whether something is still in the hand."""


Command: TypeAlias = Go | Open | Close | Hold | LookAgain | Finish
