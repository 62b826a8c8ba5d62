"""Driving with Nav2: a point becomes a goal of ``NavigateToPose``."""

from __future__ import annotations

import math

from cotree.core.actions import Call, Drive
from cotree.core.places import Point

TYPE = "nav2_msgs/action/NavigateToPose"


def navigate(drive: Drive, here: Point | None, name: str, frame: str = "map") -> Call:
    """Drive there; the robot comes to face the way it came along."""
    x, y, z = drive.to
    yaw = 0.0 if here is None else math.atan2(y - here[1], x - here[0])
    pose = {
        "header": {"frame_id": frame},
        "pose": {
            "position": {"x": x, "y": y, "z": z},
            "orientation": {"z": math.sin(yaw / 2), "w": math.cos(yaw / 2)},
        },
    }
    return Call("action", TYPE, name, {"pose": pose})
