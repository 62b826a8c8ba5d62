"""Mappings with known fields inside values: a reach of a person, an event of a world."""

from __future__ import annotations

from typing import Any

from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Fields
from cotree.trees.reading.kinds import Kind, Mismatch, Schema, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Table, quote


def read_entries(kind: Kind, what: str, fields: Fields, node: Node, names: Names) -> dict[str, Any]:
    """The values as written, by target; the first mistake is told, and of ``what`` it is one."""
    if not isinstance(node, Table):
        raise mismatch(kind, node)
    values: dict[str, Any] = {}
    for key, entry in node.entries.items():
        if key not in fields:
            hint = did_you_mean(key[:80], fields)
            raise Mismatch(entry.key.mark, f"{what} has no {quote(key)}{hint}")
        values[fields[key].target] = fields[key].kind.read(entry.value, names)
    for name, field in fields.items():
        if field.required and field.target not in values:
            raise Mismatch(node.mark, f"{what} needs '{name}': {field.doc}")
    return values


def schema_of(fields: Fields) -> Schema:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": {
            name: {**field.kind.schema(), "description": field.doc}
            for name, field in fields.items()
        },
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }
