"""Kinds made of other kinds: optional values, lists and mappings."""

from __future__ import annotations

import dataclasses
from typing import Any

from cotree.core.words import did_you_mean
from cotree.trees.reading.kinds import Kind, Mismatch, Schema, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Items, Node, Table, is_nothing, quote


@dataclasses.dataclass(frozen=True)
class Maybe:
    """A value, or ``null`` for none."""

    kind: Kind

    @property
    def expected(self) -> str:
        """What the value is."""
        return self.kind.expected

    def read(self, node: Node, names: Names) -> Any:
        """The value or None."""
        return None if is_nothing(node) else self.kind.read(node, names)

    def schema(self) -> Schema:
        """The value or null."""
        return {"if": {"not": {"type": "null"}}, "then": self.kind.schema()}


@dataclasses.dataclass(frozen=True)
class Many:
    """A list of values of one kind."""

    kind: Kind

    @property
    def expected(self) -> str:
        """The list and what is in it."""
        return f"a list, each {self.kind.expected}"

    def read(self, node: Node, names: Names) -> tuple[Any, ...]:
        """The values in order."""
        if not isinstance(node, Items):
            raise mismatch(self, node)
        return tuple(self.kind.read(item, names) for item in node.items)

    def schema(self) -> Schema:
        """An array."""
        return {"type": "array", "items": self.kind.schema()}


@dataclasses.dataclass(frozen=True)
class OneOrMany:
    """A value, or a list of values of its kind."""

    kind: Kind

    @property
    def expected(self) -> str:
        """What the value is."""
        return f"{self.kind.expected}, or a list of them"

    def read(self, node: Node, names: Names) -> tuple[Any, ...]:
        """The values in order; one alone is a list of one."""
        items = node.items if isinstance(node, Items) else (node,)
        return tuple(self.kind.read(item, names) for item in items)

    def schema(self) -> Schema:
        """The value or an array."""
        one = self.kind.schema()
        several = {"type": "array", "items": one}
        return {"if": {"type": "array"}, "then": several, "else": one}


@dataclasses.dataclass(frozen=True)
class Pairs:
    """A mapping from words to values of one kind."""

    kind: Kind
    keys: tuple[str, ...] = ()
    """The words that are known; none: any word."""

    @property
    def expected(self) -> str:
        """The mapping and what is in it."""
        return f"a mapping, each value {self.kind.expected}"

    def read(self, node: Node, names: Names) -> dict[str, Any]:
        """The values by their words."""
        if not isinstance(node, Table):
            raise mismatch(self, node)
        found = {}
        for key, entry in node.entries.items():
            if self.keys and key not in self.keys:
                hint = did_you_mean(key[:80], self.keys)
                raise Mismatch(entry.key.mark, f"unknown word {quote(key)}{hint}")
            try:
                found[key] = self.kind.read(entry.value, names)
            except Mismatch as wrong:
                raise Mismatch(wrong.mark, f"{quote(key)}: {wrong.message}") from None
        return found

    def schema(self) -> Schema:
        """An object."""
        if not self.keys:
            return {"type": "object", "additionalProperties": self.kind.schema()}
        known = {key: self.kind.schema() for key in self.keys}
        return {"type": "object", "properties": known, "additionalProperties": False}
