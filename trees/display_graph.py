"""A task as a graph for other tools: Graphviz DOT and Mermaid, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.core.mission import Blueprint
from cotree.trees.display import ALL, IN_ORDER, LEAF, ONE_OF, WRAPS, Caption, caption_of

COLOURS = {
    IN_ORDER: "#dbeafe",
    ALL: "#dcfce7",
    ONE_OF: "#fef3c7",
    WRAPS: "#ede9fe",
    LEAF: "#ffffff",
}
"""Fill of a node by its sign; the same in every picture."""
LINES = {
    IN_ORDER: "#2563eb",
    ALL: "#16a34a",
    ONE_OF: "#d97706",
    WRAPS: "#7c3aed",
    LEAF: "#94a3b8",
}
"""Outline of a node by its sign."""


def dot(root: Blueprint, catalogue: Mapping[str, Declaration]) -> str:
    """The task in the language of Graphviz."""
    lines = [
        "digraph task {",
        "  graph [rankdir=LR, ordering=out, nodesep=0.12, ranksep=0.4];",
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11];',
        '  edge [color="#94a3b8", arrowsize=0.6];',
    ]
    for number, parent, node in _numbered(root):
        caption = caption_of(node, catalogue)
        label = "\\n".join(map(_in_dot, _rows(caption)))
        lines.append(
            f'  n{number} [label="{label}", fillcolor="{COLOURS[caption.sign]}", '
            f'color="{LINES[caption.sign]}"];'
        )
        if parent is not None:
            lines.append(f"  n{parent} -> n{number};")
    return "\n".join([*lines, "}"])


def mermaid(root: Blueprint, catalogue: Mapping[str, Declaration]) -> str:
    """The task in the language of Mermaid."""
    lines = ["flowchart LR"]
    classes: dict[str, list[str]] = {}
    for number, parent, node in _numbered(root):
        caption = caption_of(node, catalogue)
        label = "<br/>".join(map(_in_mermaid, _rows(caption)))
        link = f"n{parent} --> " if parent is not None else ""
        lines.append(f'  {link}n{number}["{label}"]')
        classes.setdefault(caption.sign, []).append(f"n{number}")
    names = {IN_ORDER: "inOrder", ALL: "all", ONE_OF: "oneOf", WRAPS: "wraps", LEAF: "leaf"}
    for sign, nodes in classes.items():
        name = names[sign]
        lines.append(f"  classDef {name} fill:{COLOURS[sign]},stroke:{LINES[sign]},color:#0f172a")
        lines.append(f"  class {','.join(nodes)} {name}")
    return "\n".join(lines)


def _numbered(root: Blueprint) -> Iterator[tuple[int, int | None, Blueprint]]:
    numbers: dict[str, int] = {}
    for number, node in enumerate(root.walk()):
        numbers[node.path] = number
        yield number, numbers.get(node.path.rpartition("/")[0]), node


def _rows(caption: Caption) -> list[str]:
    first = f"{caption.sign} {caption.name}" if caption.sign else caption.name
    return [first, caption.details] if caption.details else [first]


def _in_dot(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _in_mermaid(text: str) -> str:
    escaped = text.replace("#", "#35;").replace("&", "#amp;").replace('"', "#quot;")
    return escaped.replace("<", "#lt;").replace(">", "#gt;").replace("`", "#96;")
