"""Where things are, as topics say it: odometry, a localiser, a camera's program.

A topic may speak a hundred times a second; a tick is told only what has moved.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import reduce
from typing import Any

from cotree.core.actions import ObjectSeen, RobotSeen
from cotree.core.places import Point, distance_m
from cotree.ros.actions.means import Means, Source
from cotree.ros.filling import BadField
from cotree.ros.missing import ros, type_named

MOVED_M = 0.01
"""Less is not worth telling."""


class Eye:
    """Keeps the newest that one topic says."""

    def __init__(self, node: Any, source: Source) -> None:
        self._path = source.at.split(".")
        self._newest: Point | None = None
        self._told: Point | None = None
        type_ = type_named(source.of, "msg")
        if _point(type_(), self._path) is None:
            raise BadField(f"{source.of} has no x, y and z in '{source.at}'")
        qos = ros("rclpy.qos").qos_profile_sensor_data
        self._subscription = node.create_subscription(type_, source.name, self._hear, qos)

    def look(self) -> Point | None:
        """Where it is now, if it has moved since the last look that told so."""
        at = self._newest
        if at is None or (self._told is not None and distance_m(at, self._told) < MOVED_M):
            return None
        self._told = at
        return at

    def _hear(self, message: Any) -> None:
        at = _point(message, self._path)
        if at is not None and all(map(math.isfinite, at)):
            self._newest = at


class Eyes:
    """All topics of one robot's body."""

    def __init__(self, node: Any, robot: str, means: Means) -> None:
        self._robot = robot
        self._base = Eye(node, means.stands) if means.stands else None
        self._objects = {name: Eye(node, source) for name, source in means.objects.items()}

    def look(self) -> Iterator[RobotSeen | ObjectSeen]:
        """What has moved."""
        at = None if self._base is None else self._base.look()
        if at is not None:
            yield RobotSeen(self._robot, at)
        for name, eye in self._objects.items():
            at = eye.look()
            if at is not None:
                yield ObjectSeen(name, at)


def _point(message: Any, path: list[str]) -> Point | None:
    """The point in a field of a message, or None."""
    try:
        found = reduce(getattr, path, message)
        return (float(found.x), float(found.y), float(found.z))
    except (AttributeError, TypeError, ValueError):
        return None
