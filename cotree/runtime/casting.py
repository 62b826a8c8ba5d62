"""All nodes of a run as they are shown: parents first, and what grows behind what it grows on."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.changes import GrownChange, NodeState, Twig
from cotree.core.paths import is_in
from cotree.runtime.below import Below
from cotree.runtime.messages import Node
from cotree.runtime.roles import Role, Span


class Cast:
    """Gives each node its role; ``roles`` stays the same mapping for as long as there are any."""

    def __init__(self) -> None:
        self.roles: dict[str, Role] = {}
        """By path, in the order of the tree."""
        self._below = Below()

    def begin(self, nodes: tuple[Node, ...], now_s: float) -> None:
        """These are the nodes."""
        depths: list[int] = []
        for node in nodes:
            depths.append(0 if node.parent < 0 else depths[node.parent] + 1)
            self.roles[node.path] = Role(node, depths[-1], spans=[Span(NodeState.INACTIVE, now_s)])
            self._below.add(node.path)
            if node.parent >= 0:
                self.roles[nodes[node.parent].path].leaf = False

    def grow(self, change: GrownChange, now_s: float) -> None:
        """Nodes appear below another one, behind those that are there already."""
        above = self.roles.get(change.path)
        if above is None:
            return
        above.leaf, above.sprouts = False, True
        items = list(self.roles.items())
        place = max(i for i, (path, _) in enumerate(items) if is_in(path, change.path))
        parent = next(i for i, (path, _) in enumerate(items) if path == change.path)
        grown: dict[str, Role] = {}
        for twig in change.twigs:
            below = self.roles.get(twig.above) or grown.get(twig.above)
            if twig.path in self.roles or below is None:
                continue
            below.leaf = False
            grown[twig.path] = _grown(twig, parent, below, now_s)
            self._below.add(twig.path)
        self.roles.clear()
        self.roles.update([*items[: place + 1], *grown.items(), *items[place + 1 :]])

    def under(self, path: str) -> Iterator[str]:
        """The node and all below it, each before what is below it; none if there is no such."""
        return self._below.under(path)


def _grown(twig: Twig, parent: int, below: Role, now_s: float) -> Role:
    node = Node(twig.path, twig.word, twig.name, parent)
    return Role(node, below.depth + 1, grown=True, spans=[Span(NodeState.INACTIVE, now_s)])
