"""The nodes of a tree by their numbers, also those that grow while the mission runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cotree.core.changes import Change, GrownChange
from cotree.core.mission import REACTIONS
from cotree.runtime.messages import Tree
from cotree.viewer.web.items import Leaf


class Cast:
    """Numbers nodes in the order in which the page is told of them."""

    def __init__(self) -> None:
        self.number: dict[str, int] = {}
        """By path."""
        self._below: dict[str, list[str]] = {}

    def begin(self, tree: Tree, params: Mapping[str, Mapping[str, str]]) -> Iterator[Leaf]:
        """The nodes that there are from the beginning."""
        for node in tree.nodes:
            above = tree.nodes[node.parent].path if node.parent >= 0 else ""
            self._place(node.path, above)
            known = params.get(node.path, {})
            yield Leaf(node.path, node.word, node.name, node.parent, node.line, node.file, known)

    def grow(self, changes: Sequence[Change]) -> Iterator[Leaf]:
        """New nodes, numbered behind all others."""
        for change in changes:
            for twig in change.twigs if isinstance(change, GrownChange) else ():
                if twig.path not in self.number and twig.above in self.number:
                    self._place(twig.path, twig.above)
                    yield Leaf(twig.path, twig.word, twig.name, self.number[twig.above])

    def under(self, path: str) -> Iterator[str]:
        """A node and all below it; a shared thing is none."""
        yield path
        for below in self._below.get(path, ()):
            yield from self.under(below)

    def is_work(self, path: str) -> bool:
        """Whether a node is a leaf of the task, and no reaction."""
        return not self._below.get(path) and not path.startswith(f"{REACTIONS}/")

    def _place(self, path: str, above: str) -> None:
        self.number[path] = len(self.number)
        self._below.setdefault(above, []).append(path)
