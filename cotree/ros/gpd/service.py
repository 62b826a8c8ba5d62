"""The service of ``gpd_ros``, whose message package is looked up when it is asked for."""

from __future__ import annotations

import struct
import sys
from typing import Any

from cotree.core.places import Point
from cotree.ros.gpd.words import Cloud, Hand, Hear
from cotree.ros.missing import type_named

TYPE, SERVICE = "gpd_ros/srv/DetectGrasps", "/detect_grasps"
FLOAT32, STEP = 7, 12
"""``sensor_msgs/PointField.FLOAT32``, and the bytes of one point."""


class ServiceWire:
    """Implements ``Wire``; ``NoType`` says when the package of messages is not here."""

    def __init__(self, node: Any, name: str = SERVICE, type_: str = TYPE) -> None:
        self.name = f"{name} ({type_})"
        self._type = type_named(type_, "srv")
        self._client = node.create_client(self._type, name)

    @property
    def up(self) -> bool:
        """Whether the service can be reached."""
        return bool(self._client.service_is_ready())

    def send(self, cloud: Cloud, hear: Hear) -> None:
        """Ask for the grasps of all points; where to sample is the server's business."""

        def done(future: Any) -> None:
            if not future.cancelled() and future.exception() is None:
                hear(tuple(hand_of(each) for each in future.result().grasp_configs.grasps))

        self._client.call_async(request_of(self._type, cloud)).add_done_callback(done)


def request_of(type_: Any, cloud: Cloud) -> Any:
    """The question as a message: the cloud, seen from one point of view."""
    request = type_.Request()
    sources = request.cloud_indexed.cloud_sources
    _fill(sources.cloud, cloud)
    whole, point = (
        type_named("std_msgs/msg/Int64", "msg"),
        type_named("geometry_msgs/msg/Point", "msg"),
    )
    sources.camera_source = [whole(data=0) for _ in cloud.points]
    x, y, z = cloud.eye
    sources.view_points = [point(x=x, y=y, z=z)]
    return request


def hand_of(config: Any) -> Hand:
    """One grasp out of its message."""
    return Hand(
        _point(config.position),
        _point(config.approach),
        _point(config.binormal),
        _point(config.axis),
        float(config.width.data),
        float(config.score.data),
    )


def _fill(message: Any, cloud: Cloud) -> None:
    """A cloud without order: x, y and z of each point, as floats."""
    field = type_named("sensor_msgs/msg/PointField", "msg")
    message.header.frame_id = cloud.frame
    message.height, message.width = 1, len(cloud.points)
    message.fields = [
        field(name=name, offset=4 * i, datatype=FLOAT32, count=1) for i, name in enumerate("xyz")
    ]
    message.is_bigendian = sys.byteorder == "big"
    message.point_step, message.row_step = STEP, STEP * len(cloud.points)
    message.data = b"".join(struct.pack("=3f", *each) for each in cloud.points)
    message.is_dense = True


def _point(message: Any) -> Point:
    return (float(message.x), float(message.y), float(message.z))
