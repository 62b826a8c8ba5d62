"""Kinds of single values: how each is read from YAML, and its JSON Schema.

A kind answers three things: what it expects (for messages), the value of a node (or a
``Mismatch``), and its schema.  Binding, schema and reference are made from kinds alone.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Any, Protocol

from cotree.core.mission import Mark
from cotree.core.words import did_you_mean
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Scalar, describe, quote

Schema = dict[str, Any]


class Mismatch(Exception):
    """A value is not what was expected."""

    def __init__(self, mark: Mark, message: str) -> None:
        super().__init__(message)
        self.mark = mark
        self.message = message


class Kind(Protocol):
    """How one kind of value is written."""

    @property
    def expected(self) -> str:
        """What would be right, for messages."""

    def read(self, node: Node, names: Names) -> Any:
        """The value, or ``Mismatch``."""

    def schema(self) -> Schema:
        """The same as JSON Schema."""


_COMMA = re.compile(r"([-+]?[0-9]+),([0-9]+)(\s*[A-Za-z/]*)")


def mismatch(kind: Kind, node: Node, hint: str = "") -> Mismatch:
    """The usual message."""
    return Mismatch(node.mark, f"expected {kind.expected}, found {describe(node)}{hint}")


def decimal_comma(node: Node) -> str:
    """A hint for those who learned to write ``1,5``."""
    found = _COMMA.fullmatch(node.text[:40]) if isinstance(node, Scalar) else None
    return "" if found is None else f"; write a decimal point: {found[1]}.{found[2]}{found[3]}"


def check_limits(number: float, low: float | None, high: float | None, node: Node) -> None:
    """Both limits are inclusive."""
    if low is not None and number < low:
        raise Mismatch(node.mark, f"must be at least {low:g}, found {describe(node)}")
    if high is not None and number > high:
        raise Mismatch(node.mark, f"must be at most {high:g}, found {describe(node)}")


def limits_schema(low: float | None, high: float | None) -> Schema:
    """Both limits are inclusive."""
    found = {"minimum": low, "maximum": high}
    return {key: limit for key, limit in found.items() if limit is not None}


@dataclasses.dataclass(frozen=True)
class Text:
    """Any words."""

    expected: str = "text"

    def read(self, node: Node, names: Names) -> str:
        """The text; numbers and truths want quotes, so that nothing is misread."""
        if not isinstance(node, Scalar) or node.value is None:
            raise mismatch(self, node)
        if not isinstance(node.value, str):
            raise mismatch(self, node, f'; put it in quotes: "{node.text}"')
        return node.value

    def schema(self) -> Schema:
        """A string."""
        return {"type": "string"}


@dataclasses.dataclass(frozen=True)
class Truth:
    """``true`` or ``false``."""

    expected: str = "true or false"

    def read(self, node: Node, names: Names) -> bool:
        """A YAML 1.2 boolean."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        raise mismatch(self, node)

    def schema(self) -> Schema:
        """A boolean."""
        return {"type": "boolean"}


@dataclasses.dataclass(frozen=True)
class Whole:
    """A whole number."""

    low: float | None = None
    high: float | None = None
    expected: str = "a whole number"

    def read(self, node: Node, names: Names) -> int:
        """A number written without point or exponent."""
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, int) or isinstance(value, bool):
            raise mismatch(self, node)
        check_limits(value, self.low, self.high, node)
        return value

    def schema(self) -> Schema:
        """An integer."""
        return {"type": "integer", **limits_schema(self.low, self.high)}


@dataclasses.dataclass(frozen=True)
class Number:
    """Any finite number."""

    low: float | None = None
    high: float | None = None
    expected: str = "a number"

    def read(self, node: Node, names: Names) -> float:
        """The number as a float."""
        value = node.value if isinstance(node, Scalar) else None
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise mismatch(self, node, decimal_comma(node))
        check_limits(value, self.low, self.high, node)
        return float(value)

    def schema(self) -> Schema:
        """A number."""
        return {"type": "number", **limits_schema(self.low, self.high)}


@dataclasses.dataclass(frozen=True)
class AnyScalar:
    """Text, number or truth, as it is written."""

    expected: str = "text, a number, or true or false"

    def read(self, node: Node, names: Names) -> str | float | bool:
        """The value; whole numbers become floats."""
        if not isinstance(node, Scalar) or node.value is None:
            raise mismatch(self, node)
        value = node.value
        return value if isinstance(value, str | bool) else float(value)

    def schema(self) -> Schema:
        """A string, number or boolean."""
        return {"type": ["string", "number", "boolean"]}


@dataclasses.dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    @property
    def expected(self) -> str:
        """The words."""
        return "one of " + ", ".join(self.words)

    def read(self, node: Node, names: Names) -> str:
        """The word, exactly as it is known."""
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            raise mismatch(self, node)
        if node.value not in self.words:
            hint = did_you_mean(node.value[:80], self.words)
            raise Mismatch(node.mark, f"unknown word {quote(node.value)}{hint}")
        return node.value

    def schema(self) -> Schema:
        """An enumeration."""
        return {"enum": list(self.words)}
