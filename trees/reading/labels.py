"""What a node is called when nobody named it: ``move to kitchen``, ``place cup at tray``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cotree.behaviours.declare import Declaration
from cotree.core.places import Location
from cotree.trees.reading.binding import Field, fields_of
from cotree.trees.reading.nodes import Node, Scalar
from cotree.trees.reading.quantities import Quantity

SPOKEN = frozenset(("to", "at", "from", "in", "on", "for", "with", "by", "into", "after"))
"""Parameters whose name is said before their value."""

LONGEST = 48


def say(value: Any) -> str:
    """A value as short as people say it."""
    if isinstance(value, Location) and value.point is not None:
        x, y, z = value.point
        return f"({x:g}, {y:g}, {z:g})" if z else f"({x:g}, {y:g})"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(say, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {say(item)}" for key, item in value.items()) + "}"
    return str(value)


def say_field(field: Field, value: Any) -> str:
    """A parameter's value with its unit."""
    unit = f" {field.kind.unit}" if isinstance(field.kind, Quantity) else ""
    return say(value) + unit


def label_of(declaration: Declaration, params: Any) -> str:
    """The word and the parameters it cannot do without."""
    if params is None or declaration.params is None:
        return declaration.word
    told = []
    for name, field in fields_of(declaration.params).items():
        value = getattr(params, name)
        if (field.required or name == declaration.short) and value is not None:
            told.append((name, say_field(field, value)))
    return phrase(declaration.word, told)


def label_of_call(word: str, arguments: Iterable[tuple[str, Node]]) -> str:
    """The subtree's word and its single-valued arguments."""
    told = [(name, node.text) for name, node in arguments if isinstance(node, Scalar)]
    return phrase(word, told)


def phrase(word: str, told: Iterable[tuple[str, str]]) -> str:
    """One short line that can be part of a path."""
    parts = [f"{name} {value}" if name in SPOKEN else value for name, value in told]
    line = " ".join([word, *(part for part in parts if part)])
    line = "".join(c if c.isprintable() and c not in "/$" else "_" for c in line)
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
