"""A capability as people write it: what a robot's component is, or what a job needs.

``manipulation``, ``2 manipulation``, ``perception thermal``, or all of it as a mapping.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from cotree.core.jobs import GROUND, Position
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.kinds import Kind, Mismatch, Number, Schema, Text, Whole, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Items, Node, Scalar
from cotree.trees.reading.sorts import UnknownSort
from cotree.trees.reading.spots import FAR_M

MOST_COUNT = 256
_SHORT = re.compile(r"(?:([0-9]{1,3}) +)?([^ ]+)(?: +([^ ]+))?")


@dataclasses.dataclass(frozen=True)
class Capable:
    """So many parts of one sort, and how far they reach; None: as far as is usual."""

    domain: str
    type: int = 1
    level: int = 1
    count: int = 1
    at: Position | None = None

    def reach(self, height: float) -> Position:
        """Where they are; what needs ground, or says nothing, is at the usual place."""
        return (1.0, height, 1.0) if self.at is None else self.at


class PositionKind:
    """``[x, height, z]`` from plane 1."""

    expected = "three numbers [x, height, z]"

    def read(self, node: Node, names: Names) -> Position:
        """The position."""
        if not isinstance(node, Items) or len(node.items) != 3:
            raise mismatch(self, node)
        x, y, z = (Number(0, FAR_M).read(item, names) for item in node.items)
        return (x, y, z)

    def schema(self) -> Schema:
        """Three numbers."""
        number = Number(0, FAR_M).schema()
        return {"type": "array", "items": number, "minItems": 3, "maxItems": 3}


class TypeKind:
    """A number, or a name."""

    expected = "a type: its number or its name"

    def read(self, node: Node, names: Names) -> int | str:
        """As it is written."""
        value = node.value if isinstance(node, Scalar) else None
        kind: Kind = Whole(1, 1000) if isinstance(value, int | float) else Text(self.expected)
        found: int | str = kind.read(node, names)
        return found

    def schema(self) -> Schema:
        """An integer or a string."""
        return {"type": ["integer", "string"], "minimum": 1}


FIELDS: Fields = {
    field.name: field
    for field in (
        Field("domain", Text("a domain"), required=True, doc="perception, manipulation, ..."),
        Field(
            "type",
            TypeKind(),
            doc="which sort of it: a number, or a name such as thermal",
            default=1,
        ),
        Field("level", Whole(1, 1000), doc="how strong it is, for passive matching", default=1),
        Field("count", Whole(1, MOST_COUNT), doc="how many of them", default=1),
        Field("height", Number(0, FAR_M), doc="how high it reaches"),
        Field("at", PositionKind(), doc="how far it reaches: [x, height, z]"),
    )
}


@dataclasses.dataclass(frozen=True)
class CapableKind:
    """One capability; ``of_robot``: types may be named here for the first time."""

    of_robot: bool = False
    expected: str = "a capability such as 'manipulation', '2 manipulation' or 'perception thermal'"

    def read(self, node: Node, names: Names) -> Capable:
        """The capability; its domain and type must be known."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return self._made(self._short(node), node, names)
        if isinstance(node, Scalar | Items):
            raise mismatch(self, node)
        values = read_entries(self, "a capability", FIELDS, node, names)
        height = values.pop("height", None)
        if height is not None:
            if "at" in values:
                raise Mismatch(node.mark, "'height' and 'at' say the same; write one of them")
            values["at"] = (GROUND[0], height, GROUND[2])
        return self._made(values, node, names)

    def _short(self, node: Scalar) -> dict[str, Any]:
        found = _SHORT.fullmatch(node.text.strip())
        if found is None or found[1] == "0":
            raise mismatch(self, node)
        values: dict[str, Any] = {"domain": found[2]}
        if found[1]:
            values["count"] = min(int(found[1]), MOST_COUNT)
        if found[3]:
            values["type"] = int(found[3]) if re.fullmatch(r"[1-9]\d{0,2}", found[3]) else found[3]
        return values

    def _made(self, values: dict[str, Any], node: Node, names: Names) -> Capable:
        try:
            number = names.sorts.type(values["domain"], values.pop("type", 1), new=self.of_robot)
        except UnknownSort as wrong:
            raise Mismatch(node.mark, str(wrong)) from None
        return Capable(**values, type=number)

    def schema(self) -> Schema:
        """A string or an object."""
        return {"if": {"type": "string"}, "then": {"minLength": 1}, "else": schema_of(FIELDS)}
