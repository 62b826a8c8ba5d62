"""The values of attributes: plain ones, and those that stand on a blackboard."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from cotree.core.mission import Mark
from cotree.trees.btcpp.rules import Unlike
from cotree.trees.btcpp.sprout import Plain
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.kinds import Kind, Mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Hole, Items, Node, Scalar, Table
from cotree.trees.reading.yaml_text import meaning, parse

POINTER = re.compile(r"\{\s*@?([^{}:,\"']+?)\s*\}")
"""``{goal}``: what stands on the blackboard under this name."""
JSON = "json:"
"""Before a mapping, which would be taken for what stands on the blackboard."""
_WRITTEN = (JSON, "[", "{", '"')
"""Values that are written as in YAML: ``["a", "b"]``."""


def pointer(text: str) -> str:
    """The name on the blackboard that a value points to; empty: it is a value itself."""
    found = POINTER.fullmatch(text.strip())
    if found is None or found[1] == "=":
        return ""
    return found[1]


def value_of(
    text: str, mark: Mark, given: Collection[str], values: Mapping[str, Plain], kind: Kind | None
) -> Plain:
    """What an attribute says; ``given`` are the parameters of the tree that it stands in."""
    name = pointer(text)
    if name in given and name:
        return f"${name}"
    if name in values and name:
        return values[name]
    if name:
        raise Unlike(
            f"{{{name}}} is written while the tree runs; give a value with the table: "
            f"values: {{{name}: ...}}"
        )
    if "$" in text:
        raise Unlike("a value with '$' means something else in a mission")
    if text.startswith(_WRITTEN):
        return _written(text.removeprefix(JSON))
    return _fitting(text, mark, kind)


def _fitting(text: str, mark: Mark, kind: Kind | None) -> Plain:
    """A number where one is wanted, text where text is wanted."""
    plain = meaning(text)
    if kind is None:
        return text if plain is None else plain
    for value in (plain, text):
        try:
            kind.read(Scalar(mark, text, value), Names(complete=False))
        except Mismatch:
            continue
        return value
    return plain


def _written(text: str) -> Plain:
    findings = Findings()
    try:
        node = parse(text, "", findings)
    except Stopped:
        node = None
    if node is None or findings:
        raise Unlike(f"{text[:40]} begins like a list, a mapping or a quoted text and is none")
    return plain_of(node)


def plain_of(node: Node) -> Plain:
    """What YAML says, without its places."""
    match node:
        case Scalar(value=value):
            return value
        case Items(items=items):
            return [plain_of(each) for each in items]
        case Table(entries=entries):
            return {key: plain_of(entry.value) for key, entry in entries.items()}
        case Hole():
            return None
