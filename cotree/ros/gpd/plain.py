"""The same question over two topics of ``std_msgs``, where ``gpd_ros`` is not built.

``<name>/cloud``: rows of x, y, z, of which the first is the camera.  ``<name>/grasps``: one row for
each grasp.  The label of the first dimension is the number of the question; an answer has the same.
Both topics are reliable and keep their last message for who comes late (transient local, depth 1).
"""

from __future__ import annotations

import itertools
import uuid
from typing import Any

from cotree.core.places import Point
from cotree.ros.gpd.words import Cloud, Hand, Hear
from cotree.ros.missing import ros, type_named

TYPE = "std_msgs/msg/Float64MultiArray"
COLUMNS = ("position", "approach", "binormal", "axis", "width", "score")
"""Of an answer: four times x, y, z, and two numbers."""
WIDTH = 14
NAME = "/detect_grasps"


class PlainWire:
    """Implements ``Wire``."""

    def __init__(self, node: Any, name: str = NAME) -> None:
        self.name = f"{name}/cloud ({TYPE})"
        self._node, self._answers = node, f"{name}/grasps"
        type_ = type_named(TYPE, "msg")
        self._publisher = node.create_publisher(type_, f"{name}/cloud", kept())
        self._subscription = node.create_subscription(type_, self._answers, self._heard, kept())
        self._me = uuid.uuid4().hex
        self._numbers = itertools.count(1)
        self._asked = ""
        self._hear: Hear = _nobody

    @property
    def up(self) -> bool:
        """Whether somebody hears the question, and says answers."""
        hears, says = self._publisher.get_subscription_count(), self._answering()
        return bool(hears and says)

    def _answering(self) -> int:
        return int(self._node.count_publishers(self._answers))

    def send(self, cloud: Cloud, hear: Hear) -> None:
        """Ask; the answer to an older question counts no more."""
        self._asked, self._hear = f"{self._me}-{next(self._numbers)}", hear
        self._publisher.publish(rows_of(self._asked, "xyz", [cloud.eye, *cloud.points]))

    def _heard(self, message: Any) -> None:
        number, rows = read(message)
        if number == self._asked:
            self._hear(tuple(_hand(row) for row in rows if len(row) == WIDTH))


def kept() -> Any:
    """How both topics are: two who find each other late lose nothing."""
    qos = ros("rclpy.qos")
    return qos.QoSProfile(depth=1, durability=qos.DurabilityPolicy.TRANSIENT_LOCAL)


def rows_of(number: str, columns: str, rows: list[Any]) -> Any:
    """A table as a message."""
    message = type_named(TYPE, "msg")()
    dimension = type_named("std_msgs/msg/MultiArrayDimension", "msg")
    width = len(rows[0]) if rows else 0
    message.layout.dim = [
        dimension(label=number, size=len(rows), stride=len(rows) * width),
        dimension(label=columns, size=width, stride=width),
    ]
    message.data = [float(value) for row in rows for value in row]
    return message


def read(message: Any) -> tuple[str, list[tuple[float, ...]]]:
    """A table out of its message; one that is none has no rows."""
    sizes = [each.size for each in message.layout.dim]
    if len(sizes) != 2 or not sizes[1] or sizes[0] * sizes[1] != len(message.data):
        return (message.layout.dim[0].label if message.layout.dim else ""), []
    data, width = list(message.data), sizes[1]
    rows = [tuple(data[i : i + width]) for i in range(0, len(data), width)]
    return message.layout.dim[0].label, rows


def _hand(row: tuple[float, ...]) -> Hand:
    at, approach, binormal, axis = (_point(row[i : i + 3]) for i in (0, 3, 6, 9))
    return Hand(at, approach, binormal, axis, row[12], row[13])


def _point(values: tuple[float, ...]) -> Point:
    x, y, z = values
    return (x, y, z)


def _nobody(hands: tuple[Hand, ...]) -> None:
    """Nobody has asked yet."""
