"""The whole reference in one text, and the answer to "what is this word?"."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.trees.reference.pages import first_sentence, in_markdown, in_terminal
from cotree.trees.reference.sections import SECTIONS

HEAD = """\
# Reference of the YAML

Made by `cotree words --markdown`; do not edit. In a terminal, `cotree words` lists every word,
`cotree words retry` explains one, and `cotree words team` a part of a mission."""

TASKS = ("then", "and", "or")
GROUPS = (
    "Tasks: what they contain is shared out leaf by leaf",
    "Leaves: what a robot does",
    "Decorators: one node, run in another way",
    "Controls: several nodes as one unit",
)


def grouped(catalogue: Mapping[str, Declaration]) -> dict[str, list[Declaration]]:
    """All declarations by the group they belong to."""
    found: dict[str, list[Declaration]] = {group: [] for group in GROUPS}
    tasks, leaves, decorators, controls = GROUPS
    for word, declaration in catalogue.items():
        match declaration.children:
            case Children.NONE:
                found[leaves].append(declaration)
            case Children.ONE:
                found[decorators].append(declaration)
            case _:
                found[tasks if word in TASKS else controls].append(declaration)
    return found


def book(catalogue: Mapping[str, Declaration]) -> str:
    """The reference in Markdown."""
    first, *rest = SECTIONS
    parts = [HEAD, f"## {first}", SECTIONS[first]()]
    for group, declarations in grouped(catalogue).items():
        parts += [f"## {group}", *map(in_markdown, declarations)]
    for topic in rest:
        parts += [f"## {topic}", SECTIONS[topic]()]
    return "\n\n".join(parts) + "\n"


def summary(catalogue: Mapping[str, Declaration]) -> str:
    """A line for each word, and what else can be asked for."""
    width = max(map(len, catalogue), default=0)
    lines = []
    for group, declarations in grouped(catalogue).items():
        lines += ["", group]
        lines += [f"  {each.word:{width}}  {first_sentence(each)}" for each in declarations]
    lines += ["", "Parts of a mission", f"  {', '.join(SECTIONS)}"]
    return "\n".join(lines[1:])


def page(word: str, catalogue: Mapping[str, Declaration]) -> str | None:
    """What a word or a part of a mission is, as plain text; None: there is no such thing."""
    told = [in_terminal(catalogue[word])] if word in catalogue else []
    if word in SECTIONS:
        told.append(SECTIONS[word]())
    return "\n\n".join(told) or None
