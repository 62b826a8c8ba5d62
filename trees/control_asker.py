"""One who asks for a whole control subtree; its leaves ask for what they need themselves."""

from __future__ import annotations

from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.trees.asker import Asker, Queue


class ControlAsker(Asker):
    """Asks for a unit of stock composites and decorators; as suitable as the best leaf inside."""

    __slots__ = ("inner",)

    def __init__(self, pool: Queue, path: str, order: int, inner: tuple[Leaf, ...]) -> None:
        super().__init__(pool, path, order, None)
        self.inner = inner

    def suitability(self, view: View) -> float:
        """The highest potential inside; 1 without leaves that could say."""
        return max((leaf.potential(view) for leaf in self.inner), default=1.0)
