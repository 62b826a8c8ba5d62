"""Where a robot's base is, by the tree of frames that tf2 keeps; a ROS installation has it."""

from __future__ import annotations

import math
from importlib.util import find_spec
from typing import Any

from cotree.core.places import Point
from cotree.ros.missing import ros

PACKAGE = "tf2_ros"


class NoTf(ValueError):
    """A frame is asked for, and tf2 is not here."""

    def __init__(self, frame: str) -> None:
        super().__init__(
            f"base: {frame}: frames need {PACKAGE}, which comes with a ROS installation (package "
            "tf2_ros_py); without it say which topic tells where the robot is: "
            "stands: {name: odom}"
        )


def have_tf() -> bool:
    """Whether tf2 is installed."""
    return find_spec(PACKAGE) is not None


class TfEye:
    """Looks up one frame in another; as long as there is no way between them it sees nothing."""

    def __init__(self, node: Any, frame: str, base: str) -> None:
        if not have_tf():
            raise NoTf(base)
        tf2 = ros(PACKAGE)
        self._frames = frame, base
        self._missing: type[Exception] = tf2.TransformException
        self._newest_known = ros("rclpy.time").Time()
        self._buffer = tf2.Buffer()
        self._listener = tf2.TransformListener(self._buffer, node, spin_thread=False)

    def where(self) -> Point | None:
        """Where the base is, as newly as all frames on the way to it are known."""
        try:
            found = self._buffer.lookup_transform(*self._frames, self._newest_known)
        except self._missing:
            return None
        at = found.transform.translation
        point = (float(at.x), float(at.y), float(at.z))
        return point if all(map(math.isfinite, point)) else None
