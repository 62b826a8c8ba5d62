"""What a YAML file says, as our own little tree in which everything knows its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeAlias

from cotree.core.mission import Mark

Value: TypeAlias = bool | int | float | str | None
"""What a scalar means after the YAML 1.2 core schema."""


@dataclasses.dataclass(frozen=True)
class Scalar:
    """A single value: its text as written and what it means."""

    mark: Mark
    text: str
    value: Value


@dataclasses.dataclass(frozen=True)
class Items:
    """A list."""

    mark: Mark
    items: tuple[Node, ...]


@dataclasses.dataclass(frozen=True)
class Entry:
    """One line of a mapping."""

    key: Scalar
    value: Node


@dataclasses.dataclass(frozen=True)
class Table:
    """A mapping, in the order it is written."""

    mark: Mark
    entries: Mapping[str, Entry]
    complete: bool = True
    """False when a key could not be read, so that nothing can be said to be missing."""


@dataclasses.dataclass(frozen=True)
class Hole:
    """A value that is not known: already reported as wrong, or left to a subtree's caller.

    It is accepted everywhere, so that one mistake is one line.
    """

    mark: Mark


Node: TypeAlias = Scalar | Items | Table | Hole


def is_nothing(node: Node) -> bool:
    """Whether a value was left out (``wait:``) or written as null."""
    return isinstance(node, Scalar) and node.value is None


def moved(node: Node, mark: Mark) -> Node:
    """The same, as if all of it were written at one place."""
    match node:
        case Scalar():
            return dataclasses.replace(node, mark=mark)
        case Items(items=items):
            return Items(mark, tuple(moved(item, mark) for item in items))
        case Table(entries=entries):
            new = {
                key: Entry(dataclasses.replace(each.key, mark=mark), moved(each.value, mark))
                for key, each in entries.items()
            }
            return Table(mark, new, node.complete)
    return Hole(mark)


def quote(text: str, limit: int = 40) -> str:
    """Text in quotes, short and safe to print in a terminal."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in cut)
    return f"'{shown}'"


def describe(node: Node) -> str:
    """What was found, for messages: ``the number 5``, ``a list``."""
    match node:
        case Items():
            return "a list"
        case Table():
            return "a mapping"
        case Scalar(value=None):
            return "nothing"
        case Scalar(value=bool(), text=text):
            return text
        case Scalar(value=int() | float(), text=text):
            return f"the number {text if len(text) <= 40 else quote(text)}"
        case Scalar(text=text):
            return quote(text)
        case _:
            return "an unknown value"


def plain(node: Node) -> Any:
    """The same as lists, dicts and values, for tools that know no places."""
    match node:
        case Items(items=items):
            return [plain(item) for item in items]
        case Table(entries=entries):
            return {key: plain(entry.value) for key, entry in entries.items()}
        case Scalar(value=value):
            return value
        case _:
            return None


def count(node: Node) -> int:
    """How many nodes there are, keys not counted."""
    match node:
        case Items(items=items):
            return 1 + sum(map(count, items))
        case Table(entries=entries):
            return 1 + sum(count(entry.value) for entry in entries.values())
        case _:
            return 1
