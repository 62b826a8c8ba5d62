"""Arms: from a hand's pose to a timed motion around obstacles."""

from cotree.manipulation.arm.arm import Arm, arm
from cotree.manipulation.arm.checking import Checker
from cotree.manipulation.arm.obstacles import Box, Room, box
from cotree.manipulation.arm.spheres import NOTHING, Held, held_box
from cotree.manipulation.arm.timing import Trajectory, timed
from cotree.manipulation.arm.way import Patience, way

__all__ = [
    "arm",
    "Arm",
    "Room",
    "Box",
    "box",
    "Held",
    "NOTHING",
    "held_box",
    "Checker",
    "way",
    "Patience",
    "timed",
    "Trajectory",
]
