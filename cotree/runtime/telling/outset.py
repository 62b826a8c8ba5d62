"""What a viewer must know of a mission before it can show anything, gathered from pages."""

from __future__ import annotations

from cotree.runtime.messages import Message, Node, Tree
from cotree.runtime.telling.pages import Inside, Nodes, Opening

MOST_NODES = 20_000


class Outset:
    """Learns hello, team and tree, in any order."""

    def __init__(self) -> None:
        self._opening: Opening | None = None
        self._nodes: dict[int, Node] = {}

    @property
    def robots(self) -> set[str]:
        """Who of the team is a robot."""
        members = self._opening.team.members if self._opening else ()
        return {each.name for each in members if each.robot is not None}

    def learns(self, inside: Inside) -> bool:
        """Whether a page was about this; the first of its kind counts."""
        match inside:
            case Opening(nodes=nodes):
                if self._opening is None and 0 < nodes <= MOST_NODES:
                    self._opening = inside
            case Nodes(first=first, nodes=nodes):
                for index, node in enumerate(nodes, first):
                    if index < MOST_NODES:
                        self._nodes.setdefault(index, node)
            case _:
                return False
        return True

    def messages(self) -> list[Message]:
        """The first messages of a record; none, as long as something is missing."""
        opening = self._opening
        if opening is None or not all(index in self._nodes for index in range(opening.nodes)):
            return []
        nodes = tuple(self._nodes[index] for index in range(opening.nodes))
        if any(not -1 <= each.parent < index for index, each in enumerate(nodes)):
            return []  # that is no tree
        return [opening.hello, Tree(0, nodes), opening.team]
