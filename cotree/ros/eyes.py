"""Where things are, as topics or tf say it: odometry, a localiser, a camera's program.

A topic may speak a hundred times a second; a tick is told only what has moved.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import reduce
from typing import Any, Protocol

from cotree.core.actions import ObjectSeen, RobotSeen
from cotree.core.places import Point, distance_m
from cotree.ros.actions.means import Means, Source
from cotree.ros.filling import BadField
from cotree.ros.missing import ros, type_named
from cotree.ros.tf import TfEye

MOVED_M = 0.01
"""Less is not worth telling."""


class Eye(Protocol):
    """One place that is looked for."""

    def where(self) -> Point | None:
        """The newest that is known."""


class TopicEye:
    """Keeps the newest that one topic says."""

    def __init__(self, node: Any, source: Source) -> None:
        self._path = source.at.split(".")
        self._newest: Point | None = None
        type_ = type_named(source.of, "msg")
        if _point(type_(), self._path) is None:
            raise BadField(f"{source.of} has no x, y and z in '{source.at}'")
        qos = ros("rclpy.qos").qos_profile_sensor_data
        self._subscription = node.create_subscription(type_, source.name, self._hear, qos)

    def where(self) -> Point | None:
        """What it said last."""
        return self._newest

    def _hear(self, message: Any) -> None:
        at = _point(message, self._path)
        if at is not None and all(map(math.isfinite, at)):
            self._newest = at


class Eyes:
    """All that one robot's body is told of places."""

    def __init__(self, node: Any, robot: str, means: Means) -> None:
        self._robot = robot
        self._base = _base(node, means)
        self._objects = {name: TopicEye(node, source) for name, source in means.objects.items()}
        self._told: dict[str, Point] = {}

    def look(self) -> Iterator[RobotSeen | ObjectSeen]:
        """What has moved since the last look that told so."""
        at = None if self._base is None else self._moved("", self._base)
        if at is not None:
            yield RobotSeen(self._robot, at)
        for name, eye in self._objects.items():
            at = self._moved(name, eye)
            if at is not None:
                yield ObjectSeen(name, at)

    def _moved(self, name: str, eye: Eye) -> Point | None:
        at, told = eye.where(), self._told.get(name)
        if at is None or (told is not None and distance_m(at, told) < MOVED_M):
            return None
        self._told[name] = at
        return at


def _base(node: Any, means: Means) -> Eye | None:
    if means.base:
        return TfEye(node, means.frame, means.base)
    return TopicEye(node, means.stands) if means.stands else None


def _point(message: Any, path: list[str]) -> Point | None:
    """The point in a field of a message, or None."""
    try:
        found = reduce(getattr, path, message)
        return (float(found.x), float(found.y), float(found.z))
    except (AttributeError, TypeError, ValueError):
        return None
