"""``simulation: {events: [...]}``: facts that change at a certain time."""

from __future__ import annotations

import dataclasses
from typing import Any

from cotree.core.mission import Happening
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.kinds import AnyScalar, Mismatch, Schema, Text, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Table, quote
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
        if not isinstance(node, Table):
            raise mismatch(self, node)
        values: dict[str, Any] = {}
        for key, entry in node.entries.items():
            if key not in FIELDS:
                hint = did_you_mean(key[:80], FIELDS)
                raise Mismatch(entry.key.mark, f"an event has no {quote(key)}{hint}")
            values[FIELDS[key].target] = FIELDS[key].kind.read(entry.value, names)
        for name, field in FIELDS.items():
            if field.target not in values:
                raise Mismatch(node.mark, f"an event needs '{name}': {field.doc}")
        return Happening(**values)

    def schema(self) -> Schema:
        """An object."""
        return {
            "type": "object",
            "properties": {
                name: {**field.kind.schema(), "description": field.doc}
                for name, field in FIELDS.items()
            },
            "required": list(FIELDS),
            "additionalProperties": False,
        }
