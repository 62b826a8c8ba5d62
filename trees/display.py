"""A task as text: what each node is, what it is called, and with which parameters."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.core.mission import Blueprint
from cotree.trees.reading.binding import fields_of
from cotree.trees.reading.labels import label_of, say_field

IN_ORDER, ALL, ONE_OF, WRAPS, WATCHES, LEAF = "→", "∧", "\N{LOGICAL OR}", "↻", "!", ""
SIGNS = {
    "then": IN_ORDER,
    "sequence": IN_ORDER,
    "finally": IN_ORDER,
    "and": ALL,
    "parallel": ALL,
    "or": ONE_OF,
    "selector": ONE_OF,
    "reactions": WATCHES,
    "reaction": WATCHES,
}
"""What a node does with its children; all others wrap them."""
PLAIN_SIGNS = {IN_ORDER: "->", ALL: "&", ONE_OF: "or", WRAPS: "*"}


@dataclasses.dataclass(frozen=True)
class Caption:
    """What is shown of one node."""

    sign: str
    """Of what contains others; empty for a leaf."""
    name: str
    details: str
    """The word and the parameters that the name does not tell."""


@dataclasses.dataclass(frozen=True)
class Strokes:
    """The lines of a tree in text."""

    child: str = "├── "
    last: str = "└── "
    beside: str = "│   "
    under: str = "    "


ASCII_STROKES = Strokes("|-- ", "`-- ", "|   ", "    ")


def caption_of(blueprint: Blueprint, catalogue: Mapping[str, Declaration]) -> Caption:
    """A name that tells everything stands alone; otherwise the rest follows it."""
    declaration = catalogue[blueprint.word]
    contains = declaration.children is not Children.NONE
    sign = SIGNS.get(blueprint.word, WRAPS) if contains else LEAF
    label = label_of(declaration, blueprint.params)
    told = not contains and blueprint.name.partition(" #")[0] == label
    word = ""
    if not told and blueprint.name.partition(" #")[0] != blueprint.word:
        word = "" if blueprint.word in ("then", "and", "or") else blueprint.word
    if blueprint.word == "reaction":
        condition = blueprint.params.condition
        word = f"if {condition}," if condition else ""
    said = ", ".join(_said(declaration, blueprint, told))
    return Caption(sign, blueprint.name, f"{word} {said}".strip())


def _said(declaration: Declaration, node: Blueprint, told: bool) -> Iterator[str]:
    """Parameters that are written or differ from their default; those in the name are left out."""
    if declaration.params is None:
        return
    for name, field in fields_of(declaration.params).items():
        value = getattr(node.params, name)
        named = told and (field.required or name == declaration.short)
        if not named and (name in node.written or value != field.default):
            yield f"{name}: {say_field(field, value)}"


def outline(
    root: Blueprint, catalogue: Mapping[str, Declaration], *, ascii_only: bool = False
) -> str:
    """The tree with one line per node."""
    strokes = ASCII_STROKES if ascii_only else Strokes()
    text = "\n".join(_lines(root, catalogue, strokes, "", ""))
    if not ascii_only:
        return text
    for sign, plain in PLAIN_SIGNS.items():
        text = text.replace(sign, plain)
    return text.encode("ascii", "backslashreplace").decode()


def _lines(
    node: Blueprint,
    catalogue: Mapping[str, Declaration],
    strokes: Strokes,
    first: str,
    rest: str,
) -> Iterator[str]:
    caption = caption_of(node, catalogue)
    parts = (caption.sign, caption.name, f" ({caption.details})" if caption.details else "")
    yield first + " ".join(part for part in parts if part)
    for child in node.children:
        last = child is node.children[-1]
        yield from _lines(
            child,
            catalogue,
            strokes,
            rest + (strokes.last if last else strokes.child),
            rest + (strokes.under if last else strokes.beside),
        )
