"""Puts the parser's events together into nodes and refuses what a mission must not contain."""

from __future__ import annotations

import dataclasses
from typing import Any

from cotree.core.mission import Mark
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import Entry, Hole, Items, Node, Scalar, Table, Value, quote

MOST_DEPTH = 32
MOST_NODES = 10_000


@dataclasses.dataclass
class _Open:
    """A list or mapping whose end has not been read."""

    mark: Mark
    is_table: bool
    items: list[Node] = dataclasses.field(default_factory=list)
    entries: dict[str, Entry] = dataclasses.field(default_factory=dict)
    key: Node | None = None
    complete: bool = True
    tagged: bool = False


class Builder:
    """The nodes read so far; ``root`` is complete when the document has ended."""

    def __init__(self, file: str, findings: Findings) -> None:
        self.root: Node | None = None
        self._file = file
        self._findings = findings
        self._open: list[_Open] = []
        self._count = 0
        self._documents = 0

    def document(self, at: Any, directives: bool) -> None:
        """A document starts; the second one is refused."""
        self._documents += 1
        if self._documents > 1:
            self._findings.stop(self._mark(at), "a second document starts here; write one per file")
        if directives:
            self._findings.add(self._mark(at), "tags are not allowed (%TAG)")

    def scalar(self, at: Any, text: str, value: Value, tagged: bool = False) -> None:
        """A single value; one with a tag could mean anything."""
        mark = self._counted(at)
        if tagged:
            self._put(Hole(mark))
            return
        if any((c < " " and c not in "\n\t") or "\ud800" <= c <= "\udfff" for c in text):
            self._findings.add(mark, f"unprintable characters in {quote(text)}")
            self._put(Hole(mark))
            return
        self._put(Scalar(mark, text, value))

    def open(self, at: Any, is_table: bool, tagged: bool = False) -> None:
        """A list or a mapping begins."""
        mark = self._counted(at)
        if len(self._open) == MOST_DEPTH:
            self._findings.stop(mark, f"nested more than {MOST_DEPTH} levels deep")
        self._open.append(_Open(mark, is_table, tagged=tagged))

    def close(self) -> None:
        """The innermost list or mapping ends."""
        done = self._open.pop()
        if done.tagged:
            self._put(Hole(done.mark))
        elif done.is_table:
            self._put(Table(done.mark, done.entries, done.complete))
        else:
            self._put(Items(done.mark, tuple(done.items)))

    def alias(self, at: Any, anchor: str) -> None:
        """A reference to something written elsewhere is refused."""
        mark = self._counted(at)
        self._findings.add(
            mark, f"aliases are not allowed (*{anchor}); use a subtree, or repeat it"
        )
        self._put(Hole(mark))

    def refuse_extras(self, event: Any) -> None:
        """Anchors and tags are refused; what carries them is read nevertheless."""
        if event.anchor is not None:
            self._findings.add(
                self._mark(event.start_mark), f"anchors are not allowed (&{event.anchor})"
            )
        if event.tag is not None:
            self._findings.add(
                self._mark(event.start_mark), f"tags are not allowed ({quote(event.tag)[1:-1]})"
            )

    def _mark(self, at: Any) -> Mark:
        return Mark(self._file, at.line + 1, at.column + 1)

    def _counted(self, at: Any) -> Mark:
        self._count += 1
        mark = self._mark(at)
        if self._count > MOST_NODES:
            self._findings.stop(mark, f"the file has more than {MOST_NODES} nodes")
        return mark

    def _put(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        inner = self._open[-1]
        if not inner.is_table:
            inner.items.append(node)
        elif inner.key is None:
            inner.key = self._checked_key(node, inner)
        else:
            if isinstance(inner.key, Scalar):
                inner.entries[inner.key.text] = Entry(inner.key, node)
            inner.key = None

    def _checked_key(self, node: Node, table: _Open) -> Node:
        wrong = None
        if not isinstance(node, Scalar):
            wrong = None if isinstance(node, Hole) else "a key must be a word"
        elif node.text == "<<":
            wrong = "merge keys are not allowed (<<)"
        elif node.text == "":
            wrong = "a key is missing before ':'"
        elif node.text in table.entries:
            first = table.entries[node.text].key.mark
            wrong = f"duplicate key {quote(node.text)}; the first is on line {first.line}"
        else:
            return node
        table.complete = False
        if wrong is not None:
            self._findings.add(node.mark, wrong)
        return Hole(node.mark)
