"""Points, locations and objects: the kinds that look at the mission's world."""

from __future__ import annotations

import dataclasses

from cotree.core.places import Location, Point
from cotree.trees.reading.kinds import Mismatch, Number, Schema, Text, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Items, Node, Scalar, quote

NAME: Schema = {"type": "string", "pattern": "^[^/$]+$"}

FAR_M = 1e6
"""Coordinates beyond this are mistakes."""


@dataclasses.dataclass(frozen=True)
class PointKind:
    """``[x, y]`` or ``[x, y, z]`` in metres."""

    expected: str = "a point [x, y] or [x, y, z] in metres"

    def read(self, node: Node, names: Names) -> Point:
        """The point; z is 0 when it is left out."""
        if not isinstance(node, Items) or len(node.items) not in (2, 3):
            raise mismatch(self, node, _length_of(node))
        axis = Number(-FAR_M, FAR_M)
        x, y, *z = (axis.read(item, names) for item in node.items)
        return (x, y, z[0] if z else 0.0)

    def schema(self) -> Schema:
        """Two or three numbers."""
        number = Number(-FAR_M, FAR_M).schema()
        return {"type": "array", "items": number, "minItems": 2, "maxItems": 3}


@dataclasses.dataclass(frozen=True)
class LocationKind:
    """A place, an object, or a point."""

    expected: str = "a place, an object, or a point [x, y]"

    def read(self, node: Node, names: Names) -> Location:
        """The location; a name must be known in the world."""
        if isinstance(node, Items):
            return Location(point=PointKind().read(node, names))
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            raise mismatch(self, node)
        known = names.places | names.objects
        if names.complete and node.value not in known:
            hint = names.hint(node.value, known)
            raise Mismatch(node.mark, f"no place or object {quote(node.value)}{hint}")
        return Location(name=node.value)

    def schema(self) -> Schema:
        """A name or a point."""
        return {**PointKind().schema(), **NAME, "type": ["string", "array"]}


@dataclasses.dataclass(frozen=True)
class ObjectKind:
    """The name of an object of the world."""

    expected: str = "the name of an object"

    def read(self, node: Node, names: Names) -> str:
        """The name; it must be known in the world."""
        if not isinstance(node, Scalar) or node.value is None:
            raise mismatch(self, node)
        name = Text(self.expected).read(node, names)
        if names.complete and name not in names.objects:
            hint = names.hint(name, names.objects)
            raise Mismatch(node.mark, f"no object {quote(name)}{hint}")
        return name

    def schema(self) -> Schema:
        """A name."""
        return NAME


def _length_of(node: Node) -> str:
    return f" of {len(node.items)}" if isinstance(node, Items) else ""
