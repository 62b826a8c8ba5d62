"""``if: {fact: battery, below: 0.2}``: a condition on a fact."""

from __future__ import annotations

import dataclasses

from cotree.behaviours.checkers.condition import If
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.kinds import AnyScalar, Mismatch, Number, Schema, Text
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node
from cotree.trees.reading.quantities import Quantity

TESTS = ("equals", "below", "above", "missing")
FIELDS: Fields = {
    field.name: field
    for field in (
        Field("fact", Text("the name of a fact"), required=True, doc="`$me` in it is the robot"),
        Field("equals", AnyScalar(), doc="it has this value"),
        Field("below", Number(), doc="it is a number below this one"),
        Field("above", Number(), doc="it is a number above this one"),
        Field("missing", Quantity("s", low=0.0), doc="nobody has known it for so long"),
    )
}


@dataclasses.dataclass(frozen=True)
class IfKind:
    """``{fact: $me/battery, below: 0.2}``."""

    expected: str = "a condition such as {fact: $me/battery, below: 0.2}"

    def read(self, node: Node, names: Names) -> If:
        """The condition; its first mistake is told."""
        values = read_entries(self, "a condition", FIELDS, node, names)
        written = [test for test in TESTS if test in values]
        if len(written) != 1:
            said = " and ".join(f"'{test}'" for test in written) or "none"
            raise Mismatch(node.mark, f"a condition needs one of {', '.join(TESTS)}; found {said}")
        return If(values["fact"], written[0], values[written[0]])  # type: ignore[arg-type]

    def schema(self) -> Schema:
        """An object."""
        one_of = [{"required": [test]} for test in TESTS]
        return {**schema_of(FIELDS), "oneOf": one_of}
