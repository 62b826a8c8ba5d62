"""Robots as bodies, as values: how they are built, and where they stand."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from pathlib import Path

from cotree.core.grippers import Gripper
from cotree.core.places import Point

EYE_M, EYE_AHEAD_M = 0.6, -0.1
"""How high above a table its eyes are, and how far before its middle."""


@dataclasses.dataclass(frozen=True)
class Limb:
    """One arm of a model: the joints that move it, and the hand on its last link."""

    tip: str
    joints: tuple[str, ...]
    gripper: Gripper


@dataclasses.dataclass(frozen=True)
class Figure:
    """A kind of robot as a body, standing at a table."""

    urdf: Path
    limbs: Mapping[str, Limb]
    """By the names of its grippers."""
    high_m: float = 0.0
    """How high its first link is above the floor."""
    back_m: float = 0.0
    """How far behind the mission's point it stands."""
    raised: Mapping[str, float] = dataclasses.field(default_factory=dict)
    """Joints that stand still somewhere else than at 0."""
    without: tuple[str, ...] = ()
    """The joints of arms that nobody uses; what hangs on them is left out."""

    @property
    def joints(self) -> frozenset[str]:
        """All joints that move."""
        return frozenset(joint for limb in self.limbs.values() for joint in limb.joints)


@dataclasses.dataclass(frozen=True)
class Standing:
    """Where a robot stands, and how it is turned."""

    figure: Figure
    at: Point
    yaw_rad: float

    def eye(self) -> Point:
        """Where it looks from: above its chest, over the table."""
        (x, y, z), yaw = self.at, self.yaw_rad
        return (x + EYE_AHEAD_M * math.cos(yaw), y + EYE_AHEAD_M * math.sin(yaw), z + EYE_M)
