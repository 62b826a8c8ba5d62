"""Elements as the XML text that BehaviorTree.CPP 4 and Groot2 read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias
from xml.sax.saxutils import quoteattr

from cotree.trees.btcpp.element import Element

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
Models: TypeAlias = Mapping[str, tuple[str, Iterable[str]]]
"""By the name of an element: its kind (Action, Condition, Control, Decorator), and its ports."""
_NO_LETTER = re.compile(r"[^A-Za-z0-9_]")


def document(tree: Element, models: Models, step: str = "") -> str:
    """A whole file with one tree; each level is indented by ``step``."""
    inside = [*lines_of(tree, step), *model_lines(models, step)]
    return "\n".join(
        [HEAD, '<root BTCPP_format="4">', *(step + line for line in inside), "</root>"]
    )


def lines_of(root: Element, step: str = "") -> list[str]:
    """An element and all in it, a line for each; and no recursion: a tree may be deep."""
    lines: list[str] = []
    waiting: list[Element | str] = [root]
    depth = 0
    while waiting:
        element = waiting.pop()
        if isinstance(element, str):
            depth -= 1
            lines.append(depth * step + element)
            continue
        said = "".join(f" {key}={quoteattr(value)}" for key, value in element.attributes.items())
        end = "" if element.children else "/"
        lines.append(f"{depth * step}<{element.tag}{said}{end}>")
        if element.children:
            depth += 1
            waiting += [f"</{element.tag}>", *reversed(element.children)]
    return lines


def model_lines(models: Models, step: str = "") -> list[str]:
    """What each kind of element is, and which ports it has, for who draws them."""
    lines = ["<TreeNodesModel>"]
    for name, (kind, ports) in sorted(models.items()):
        said = "".join(f'<input_port name="{port}"/>' for port in ports)
        lines.append(f'{step}<{kind} ID="{name}">{said}</{kind}>')
    return [*lines, "</TreeNodesModel>"]


def tag_of(word: str) -> str:
    """The name of an element; a word that none can have gets letters that one can."""
    tag = _NO_LETTER.sub("_", word)
    return tag if tag[:1].isalpha() else f"_{tag}"
