"""A task tree as the XML of BehaviorTree.CPP 4, which monitors draw."""

from __future__ import annotations

from collections.abc import Sequence

from cotree.runtime.messages import Node
from cotree.trees.btcpp.element import Element
from cotree.trees.btcpp.writing import document, tag_of
from cotree.viewer.words import plain

PORTS = ("path", "line")
"""What each node shows of itself."""


def xml_of(title: str, nodes: Sequence[Node]) -> str:
    """The tree, and a model of every kind of node; nodes are numbered from 1, as they come."""
    below: dict[int, list[Element]] = {}
    inner: set[str] = set()
    for index in reversed(range(len(nodes))):  # parents come first, so children are made first
        node = nodes[index]
        children = below.pop(index, [])
        if children:
            inner.add(tag_of(node.word))
        below.setdefault(node.parent, []).append(_element(node, index, children))
    tree = Element("BehaviorTree", {"ID": plain(title), "_fullpath": ""}, _ordered(below.get(-1)))
    kinds = {tag_of(node.word) for node in nodes}
    return document(
        tree, {kind: ("Control" if kind in inner else "Action", PORTS) for kind in kinds}
    )


def title_of(mission: str) -> str:
    """A mission's name as the name of a tree; monitors join names with semicolons."""
    return plain(mission).replace(";", ",") or "mission"


def _element(node: Node, index: int, children: list[Element]) -> Element:
    where = f"{node.file}:{node.line}" if node.file else str(node.line)
    said = {"name": node.name, "path": node.path, "line": where}
    shown = {key: plain(text) for key, text in said.items()}
    return Element(tag_of(node.word), {**shown, "_uid": str(index + 1)}, _ordered(children))


def _ordered(children: list[Element] | None) -> tuple[Element, ...]:
    return tuple(reversed(children or ()))
