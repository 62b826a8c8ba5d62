"""``simulation: {events: [...]}``: facts that change at a certain time."""

from __future__ import annotations

import dataclasses

from cotree.core.mission import Happening
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.kinds import AnyScalar, Schema, Text
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node
from cotree.trees.reading.quantities import Quantity

FIELDS: Fields = {
    field.name: field
    for field in (
        Field("at", Quantity("s"), required=True, doc="when, counted from the start", to="at_s"),
        Field("fact", Text("the name of a fact"), required=True, doc="what changes"),
        Field("equals", AnyScalar(), required=True, doc="its value from then on"),
    )
}


@dataclasses.dataclass(frozen=True)
class HappeningKind:
    """``{at: 10 s, fact: door_open, equals: false}``."""

    expected: str = "an event such as {at: 10 s, fact: door_open, equals: false}"

    def read(self, node: Node, names: Names) -> Happening:
        """The event; its first mistake is told."""
        return Happening(**read_entries(self, "an event", FIELDS, node, names))

    def schema(self) -> Schema:
        """An object."""
        return schema_of(FIELDS)
