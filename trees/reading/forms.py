"""The short and long forms of a node, taken apart into word, name, parameters and children."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping

from cotree.behaviours.declare import Children, Declaration
from cotree.core.mission import Mark
from cotree.trees.reading.binding import fields_of
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import (
    Entry,
    Hole,
    Items,
    Node,
    Scalar,
    Table,
    describe,
    is_nothing,
    quote,
)

BESIDE = ("name", "if_unsure", "repeatable", "allocate")
"""What may stand beside a behaviour's word."""


@dataclasses.dataclass(frozen=True)
class Written:
    """A node's word, what stands behind it, and what stands beside it."""

    word: str
    mark: Mark
    value: Node
    beside: Mapping[str, Entry] = dataclasses.field(default_factory=dict)
    """By key: name, if_unsure, repeatable, allocate."""


def take_apart(node: Node, words: Collection[str], findings: Findings) -> Written | None:
    """The one behaviour word of a node; anything else is reported."""
    match node:
        case Scalar(value=str() as word, mark=mark):
            return Written(word, mark, Scalar(mark, "", None))
        case Table(entries=entries):
            found = [entry for key, entry in entries.items() if key not in BESIDE]
            if len(found) == 1:
                key = found[0].key
                beside = {word: entry for word, entry in entries.items() if word in BESIDE}
                return Written(key.text, key.mark, found[0].value, beside)
            _complain(node, found, words, findings)
        case Items():
            findings.add(node.mark, "expected one node, found a list; put it under 'then' or 'and'")
        case Scalar():
            findings.add(node.mark, f"expected a node such as 'wait: 5 s', found {describe(node)}")
    return None


def _complain(node: Table, found: list[Entry], words: Collection[str], findings: Findings) -> None:
    if not found and not node.complete:
        return
    if not found:
        findings.add(
            node.mark,
            f"this node has no behaviour, only {_only(node)}"
            if node.entries
            else "expected a node such as 'wait: 5 s', found an empty mapping",
        )
        return
    known = [entry for entry in found if entry.key.text in words]
    if len(known) == 1:
        word = known[0].key.text
        for entry in found:
            if entry is not known[0]:
                text = quote(entry.key.text)
                hint = _beside(entry, known[0])
                findings.add(entry.key.mark, f"{text} stands beside '{word}'; {hint}")
        return
    said = " and ".join(quote(entry.key.text) for entry in found[:4])
    findings.add(
        found[1].key.mark, f"one behaviour per node, found {said}; begin each node with '- '"
    )


def _only(node: Table) -> str:
    return "a name" if "name" in node.entries else quote(next(iter(node.entries)))


def _beside(entry: Entry, word: Entry) -> str:
    """What may have been meant by a key that stands beside a behaviour's word."""
    text, whole = entry.key.text[:40], word.value
    if text[:1].isdigit() and is_nothing(entry.value) and isinstance(whole, Scalar):
        return f"write a decimal point: {whole.text[:40]}.{text}"  # {wait: 1,5 s}
    return f"parameters stand inside: {{{word.key.text}: {{{text}: ...}}}}"


@dataclasses.dataclass(frozen=True)
class Parts:
    """What stands behind a word: parameters, and the node of its child or children."""

    params: Table
    children: Node | None = None


def split(written: Written, declaration: Declaration, findings: Findings) -> Parts | None:
    """Parameters apart from children; a plain value is put under the parameter it stands for."""
    value, mark = written.value, written.mark
    word = declaration.word
    if isinstance(value, Hole):
        return None
    if is_nothing(value):
        return Parts(Table(mark, {}))
    if declaration.children is Children.MANY and isinstance(value, Items):
        return Parts(Table(mark, {}), value)
    if isinstance(value, Table) and not _lost(value, declaration):
        return _split_table(value, declaration)
    if declaration.short is not None:
        key = Scalar(value.mark, declaration.short, declaration.short)
        return Parts(Table(mark, {declaration.short: Entry(key, value)}))
    findings.add(value.mark, f"'{word}' must be {form(declaration)}, found {describe(value)}")
    return None


def _lost(value: Table, declaration: Declaration) -> bool:
    """Whether a mapping stands where only a list of nodes makes sense."""
    only_nodes = declaration.children is Children.MANY and declaration.params is None
    return only_nodes and value.complete and declaration.child_key not in value.entries


def _split_table(value: Table, declaration: Declaration) -> Parts:
    if declaration.children is Children.NONE:
        return Parts(value)
    rest = dict(value.entries)
    child = rest.pop(declaration.child_key, None)
    return Parts(Table(value.mark, rest), child.value if child is not None else None)


def form(declaration: Declaration) -> str:
    """How a behaviour is written, in a few words for messages."""
    key = declaration.child_key
    needed = "".join(f"'{name}: ...' and " for name in _required(declaration))
    if declaration.children is Children.ONE:
        return f"a mapping with {needed}'{key}: <node>'"
    if declaration.children is Children.MANY and declaration.params is None:
        return "a list of nodes"
    if declaration.children is Children.MANY:
        return f"a mapping with {needed}'{key}: [<node>, ...]'"
    if declaration.params is None:
        return "alone; it has no parameters"
    return "a mapping of its parameters"


def _required(declaration: Declaration) -> list[str]:
    if declaration.params is None:
        return []
    return [name for name, field in fields_of(declaration.params).items() if field.required]
