"""What an arm at work is told, what it asks of the world, and what it says of itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from cotree.core.places import Point
from cotree.manipulation.arm.obstacles import Box, Room
from cotree.manipulation.arm.timing import Trajectory
from cotree.manipulation.frames import Array
from cotree.manipulation.pick.values import Spot

Size = tuple[float, float, float]
Think = Callable[[Callable[[], object]], Callable[[], object]]
"""Has something thought over, here or elsewhere; the answer is asked for until it is not None."""
HANDLES = 0.4
"""The share of the time of a grasp, or of putting down, that the hand's way in takes."""


def at_once(question: Callable[[], object]) -> Callable[[], object]:
    """Thinks when the answer is asked for: in virtual time, where nobody waits."""
    return question


class World(Protocol):
    """What can be seen around an arm, in plain numbers; z is up, and a table's top is at 0."""

    def look(self, robot: str, thing: str) -> tuple[Array, Array]:
        """The points (n, 3) of a thing that this robot sees, and where it looks from."""

    def pose(self, thing: str) -> Array:
        """Where a thing is (4, 4)."""

    def boxes(self, without: str) -> Sequence[tuple[Array, Size]]:
        """Everything that an arm must not touch, but for one thing: poses and sizes."""

    def box(self, thing: str) -> tuple[Array, Size]:
        """The box around one thing: its pose in the thing's frame, and its size."""

    def ground_m(self, to: Point, thing: str) -> float:
        """How high that is on which a thing would stand at a point."""

    def taken(self, robot: str, thing: str) -> bool:
        """Whether somebody else has it in hand."""


@dataclasses.dataclass(frozen=True)
class Pace:
    """When each part of a job shall be done; what is more than an arm can takes longer."""

    reaches_s: float
    """The hand is before the object."""
    grasps_s: float
    """It has been lifted."""
    arrives_s: float
    """It is above its goal."""
    ends_s: float
    """It stands there, and the hand is off it."""

    def due_s(self, spot: Spot) -> float:
        """When the hand shall be there; for what nobody planned: as soon as it can."""
        match spot:
            case Spot.BEFORE:
                return self.reaches_s
            case Spot.AT:
                return self.reaches_s + HANDLES * (self.grasps_s - self.reaches_s)
            case Spot.LIFTED:
                return self.grasps_s
            case Spot.ABOVE:
                return self.arrives_s
            case Spot.DOWN:
                return self.arrives_s + HANDLES * (self.ends_s - self.arrives_s)
            case Spot.AWAY:
                return self.ends_s
            case _:
                return 0.0


@dataclasses.dataclass(frozen=True)
class Errand:
    """What an arm is to do: take a thing, and bring it somewhere if that is known."""

    thing: str
    goal: Point | None
    pace: Pace


@dataclasses.dataclass(frozen=True, eq=False)
class Sense:
    """What an arm feels now."""

    now_s: float
    width_m: float
    """How far its fingers are apart."""
    hand: Array
    """Where its hand really is."""


@dataclasses.dataclass(frozen=True, eq=False)
class Lead:
    """Where the joints shall be now, and whether the fingers shall be open."""

    q: Array
    """How far the robot has rolled aside first, then the arm's joints."""
    open: bool


@dataclasses.dataclass(frozen=True, eq=False)
class Motion:
    """Trajectories one after the other, so many times slower than they could be."""

    legs: tuple[Trajectory, ...]
    slower: float = 1.0

    @property
    def duration_s(self) -> float:
        """How long all of it takes."""
        return self.slower * sum(leg.duration_s for leg in self.legs)

    def paced(self, lasts_s: float) -> Motion:
        """The same motion, lasting so long, or as long as it must."""
        quickest_s = sum(leg.duration_s for leg in self.legs)
        return Motion(self.legs, max(1.0, lasts_s / quickest_s) if quickest_s > 0.0 else 1.0)

    def at(self, past_s: float) -> Array:
        """Where the joints are, so long after the start."""
        past_s /= self.slower
        for leg in self.legs[:-1]:
            if past_s < leg.duration_s:
                return leg.at(past_s)
            past_s -= leg.duration_s
        return self.legs[-1].at(past_s)


def room_of(boxes: Sequence[tuple[Array, Size]]) -> Room:
    """A room of plain boxes."""
    return Room(tuple(Box(np.asarray(pose, dtype=float), size) for pose, size in boxes))
