"""The kind for fields of messages that only another program knows."""

from __future__ import annotations

import dataclasses
from typing import Any

from cotree.trees.reading.kinds import Mismatch, Schema, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Items, Node, Scalar, Table


@dataclasses.dataclass(frozen=True)
class Nested:
    """A mapping from names of fields to values, lists, or mappings of the same sort."""

    expected: str = "a mapping from fields to values"

    def read(self, node: Node, names: Names) -> dict[str, Any]:
        """All of it as it is written; nothing in it may be left empty."""
        if not isinstance(node, Table):
            raise mismatch(self, node)
        return {key: _value(entry.value) for key, entry in node.entries.items()}

    def schema(self) -> Schema:
        """An object."""
        return {"type": "object"}


def _value(node: Node) -> Any:
    match node:
        case Table(entries=entries):
            return {key: _value(entry.value) for key, entry in entries.items()}
        case Items(items=items):
            return [_value(item) for item in items]
        case Scalar(value=None):
            raise Mismatch(node.mark, "expected a value, found nothing")
        case Scalar(value=value):
            return value
    return None
