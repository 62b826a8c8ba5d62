"""``cameras:`` of a world: what looks at it, and from where."""

from __future__ import annotations

import math

from cotree.core.senses import CameraModel
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.kinds import Choice, Mismatch, Number, Schema, Text, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Scalar, Table
from cotree.trees.reading.quantities import Quantity
from cotree.trees.reading.spots import PointKind

SMALLEST_PX, LARGEST_PX = 64, 1280
NEAR_M = 0.05
"""A camera that looks at a point nearer than this looks at itself."""


class SizeKind:
    """``640x480``."""

    expected = "a size in pixels such as 640x480"

    def read(self, node: Node, names: Names) -> tuple[int, int]:
        """Pixels across and down."""
        text = node.value if isinstance(node, Scalar) else None
        across, _, down = text.partition("x") if isinstance(text, str) else ("", "", "")
        if not (across.strip().isdecimal() and down.strip().isdecimal()):
            raise mismatch(self, node)
        size = (int(across[:9]), int(down[:9]))
        if not all(SMALLEST_PX <= pixels <= LARGEST_PX for pixels in size):
            limits = f"{SMALLEST_PX} to {LARGEST_PX} pixels each way"
            raise Mismatch(node.mark, f"expected {limits}, found {size[0]}x{size[1]}")
        return size

    def schema(self) -> Schema:
        """Two numbers with an x between."""
        return {"type": "string", "pattern": r"^\s*[0-9]+\s*x\s*[0-9]+\s*$"}


FIELDS: Fields = {
    field.name: field
    for field in (
        Field("at", PointKind(), required=True, doc="where it is: [0, 0.4, 1.5]"),
        Field("looks_at", PointKind(), required=True, doc="a point in the middle of its picture"),
        Field("size", SizeKind(), doc="pixels across and down: 640x480"),
        Field("fov", Number(10, 150), doc="degrees that it sees from left to right", to="fov_deg"),
        Field(
            "hz",
            Quantity("Hz", low=0.5, high=60),
            doc="pictures a second while a hand is in sight; a third of them otherwise",
        ),
        Field(
            "noise",
            Number(0, 10),
            doc="how bad drawn pictures are; 0: perfect, 1: as of a depth camera at a table",
        ),
        Field(
            "source",
            Text("a video, a bag of ROS 2, a folder of pictures, or a device such as device:0"),
            doc="a video, a bag of ROS 2, a folder of pictures (`*.png`, depth in `*.depth.png`, "
            "in mm), or `device:0`; left out: drawn from the world, which needs `physics`",
        ),
        Field(
            "depth",
            Choice(("measured", "table")),
            doc="`table`: nothing measures it, so everything is taken to lie on the table",
        ),
    )
}


class CameraKind:
    """One camera."""

    expected = "a mapping such as {at: [0, 0.4, 1.5], looks_at: [0, 0.4]}"

    def read(self, node: Node, names: Names) -> CameraModel:
        """The camera; it must look somewhere, and from above the table when that is its depth."""
        camera = CameraModel(**read_entries(self, "a camera", FIELDS, node, names))
        assert isinstance(node, Table)
        if math.dist(camera.at, camera.looks_at) < NEAR_M:
            mark = node.entries["looks_at"].value.mark
            raise Mismatch(mark, "'looks_at' is where the camera is; name a point before it")
        if camera.depth == "table" and camera.at[2] <= NEAR_M:
            mark = node.entries["depth"].value.mark
            raise Mismatch(mark, "'depth: table' needs a camera above the table: at: [x, y, 1.2]")
        return camera

    def schema(self) -> Schema:
        """An object."""
        return schema_of(FIELDS)
