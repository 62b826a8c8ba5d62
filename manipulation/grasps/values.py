"""What a grasp is, and what is answered when there is none."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.frames import backed, raised
from cotree.core.grippers import Gripper
from cotree.core.reasons import Reason
from cotree.manipulation.frames import Array, pose


def link_of(gripper: Gripper, hands: Array) -> Array:
    """Where the arm's last link is when the hand is there; one pose or many."""
    return np.asarray(hands @ np.array(gripper.tool))


@dataclasses.dataclass(frozen=True)
class Grasp:
    """One way to hold an object; numbers are plain so that equal grasps are equal."""

    score: float
    """0 (not at all) to 100."""
    at: tuple[float, float, float]
    """The middle between the finger tips, in the cloud's frame."""
    approach: tuple[float, float, float]
    """The way the hand comes (unit)."""
    closing: tuple[float, float, float]
    """From finger to finger (unit)."""
    width_m: float
    """How thick the object is between the fingers."""
    bite_m: float
    """How far the fingers reach over it."""

    def pose(self) -> Array:
        """The hand as a 4x4 pose."""
        x, y = np.array(self.approach), np.array(self.closing)
        return pose(np.stack((x, y, np.cross(x, y)), axis=1), self.at)

    def before(self, back_m: float) -> Array:
        """The hand this far back along its approach: where it waits before it goes in."""
        return backed(self.pose(), back_m)

    def lifted(self, up_m: float) -> Array:
        """The hand this much higher."""
        return raised(self.pose(), up_m)


@dataclasses.dataclass(frozen=True)
class Found:
    """The grasps of one object, best first; without any, the reason."""

    grasps: tuple[Grasp, ...] = ()
    reason: Reason | None = None

    @property
    def best(self) -> Grasp | None:
        """The one with the highest score."""
        return self.grasps[0] if self.grasps else None

    @property
    def score(self) -> float:
        """The score of the best one; 0 when there is none."""
        return self.grasps[0].score if self.grasps else 0.0


def none(code: str, message: str, **data: object) -> Found:
    """No grasp, and why."""
    return Found((), Reason(code, message, data))
