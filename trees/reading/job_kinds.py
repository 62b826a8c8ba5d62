"""What stands in a job: what it needs, its objects, and how these should stand to each other."""

from __future__ import annotations

from typing import Any

from cotree.core.jobs import Relation, Thing
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.capable import Capable, CapableKind
from cotree.trees.reading.compounds import Many
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.kinds import Mismatch, Number, Schema, Text, Truth, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Items, Node, Scalar, quote
from cotree.trees.reading.spots import FAR_M

MOST_NEEDS = 64
ON = "on"
"""The only relation that carrying brings about."""


class NeedsKind(Many):
    """A list of capabilities; one alone may stand without the list."""

    def __init__(self) -> None:
        super().__init__(CapableKind())

    @property
    def expected(self) -> str:
        """The list and what is in it."""
        return f"a list, each {self.kind.expected}"

    def read(self, node: Node, names: Names) -> tuple[Capable, ...]:
        """The capabilities in order; at least one."""
        found = super().read(node if isinstance(node, Items) else Items(node.mark, (node,)), names)
        if not found:
            raise Mismatch(node.mark, "it is empty; name a capability such as 'manipulation'")
        if len(found) > MOST_NEEDS:
            raise Mismatch(node.mark, f"a job has at most {MOST_NEEDS} needs, found {len(found)}")
        return found

    def schema(self) -> Schema:
        """An array, or what would be in it."""
        one = self.kind.schema()
        array: Schema = {"type": "array", "items": one, "minItems": 1, "maxItems": MOST_NEEDS}
        return {"if": {"type": "array"}, "then": array, "else": one}


THING: Fields = {
    field.name: field
    for field in (
        Field("on", Text("an object or a place"), doc="what it stands on at first"),
        Field("fixed", Truth(), doc="whether it stays where it is", default=False),
        Field("weight", Number(0, FAR_M), doc="how heavy it is"),
        Field("dimension", Many(Number(0, FAR_M)), doc="how large it is"),
        Field("location", Many(Number(-FAR_M, FAR_M)), doc="where it is"),
    )
}


class ThingKind:
    """An object: what it stands on, or all that is known of it."""

    expected = "what it stands on, or a mapping such as {on: table, weight: 2}"

    def read(self, node: Node, names: Names) -> Thing:
        """The object, still without its name."""
        if isinstance(node, Scalar):
            return Thing("", Text(self.expected).read(node, names))
        values = read_entries(self, "an object", THING, node, names)
        known = [(key, values[key]) for key in ("weight", "dimension", "location") if key in values]
        told = tuple((key, _said(value)) for key, value in known)
        return Thing("", values.get("on", ""), values.get("fixed", False), told)

    def schema(self) -> Schema:
        """A string or an object."""
        return {"if": {"type": "string"}, "then": {"minLength": 1}, "else": schema_of(THING)}


class RelationKind:
    """``box on place``."""

    expected = "a relation such as 'box on table', or [box, on, table]"

    def read(self, node: Node, names: Names) -> Relation:
        """The relation."""
        words: tuple[str, ...] = ()
        if isinstance(node, Scalar) and isinstance(node.value, str):
            words = tuple(node.value.split())
        elif isinstance(node, Items):
            words = Many(Text("a name")).read(node, names)
        if len(words) != 3:
            raise mismatch(self, node)
        if words[1] != ON:
            said = f"{words[0]} {ON} {words[2]}"
            raise Mismatch(node.mark, f"no relation {quote(words[1])}; write '{said[:80]}'")
        return Relation(*words)

    def schema(self) -> Schema:
        """A string or an array."""
        text: Schema = {"type": "string"}
        array: Schema = {"type": "array", "items": text, "minItems": 3, "maxItems": 3}
        pattern = r"^\s*\S+\s+\S+\s+\S+\s*$"
        return {"if": {"type": "array"}, "then": array, "else": {**text, "pattern": pattern}}


def _said(value: Any) -> str:
    return " ".join(f"{each:g}" for each in (value if isinstance(value, tuple) else (value,)))
