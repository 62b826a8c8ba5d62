"""Where grasps come from: our sampler, or somebody else's server behind the same question."""

from __future__ import annotations

import dataclasses
from typing import Protocol

from cotree.core.grippers import Gripper
from cotree.manipulation.frames import Array
from cotree.manipulation.grasps.ranges import ANY, Range
from cotree.manipulation.grasps.sampler import USUAL, Effort, grasps
from cotree.manipulation.grasps.values import Found


@dataclasses.dataclass(frozen=True, eq=False)
class Question:
    """One object as it is seen, for one gripper."""

    cloud: Array
    """(n, 3), z up."""
    eye: Array
    """Where the camera stands, in the cloud's frame."""
    gripper: Gripper
    table_z: float | None = None
    allowed: Range = ANY
    """What the answer may be limited to; a server may ignore it, the filters will not."""


class GraspServer(Protocol):
    """Answers with grasps in the cloud's frame, best first, scores from 0 to 100.

    It never raises for what a sensor sends: no grasp is an answer with its reason.
    """

    def ask(self, question: Question) -> Found:
        """The grasps of one object."""


@dataclasses.dataclass(frozen=True)
class Sampler:
    """Our own sampler as a server."""

    effort: Effort = USUAL

    def ask(self, question: Question) -> Found:
        """The grasps of one object."""
        return grasps(
            question.cloud,
            question.eye,
            question.gripper,
            table_z=question.table_z,
            allowed=question.allowed,
            effort=self.effort,
        )
