"""Which nodes are complete, kept up to date leaf by leaf, and so whose turn it is."""

from __future__ import annotations

from collections.abc import Callable

from cotree.team.outline import Task


class Progress:
    """What is complete, given which leaves are done."""

    def __init__(self, task: Task, done: Callable[[int], bool]) -> None:
        self._task = task
        self._done = done
        self._complete: list[bool] = []
        self.rebuild()

    def rebuild(self) -> None:
        """Look at every leaf again (after an undo)."""
        self._complete = [False] * len(self._task.places)
        for number in reversed(range(len(self._task.places))):
            self._complete[number] = self._judge(number)

    def finished(self, leaf: int) -> None:
        """A leaf of the tree is done: look at the nodes above it."""
        number = self._task.place_of[leaf]
        while number >= 0 and not self._complete[number] and self._judge(number):
            self._complete[number] = True
            number = self._task.places[number].parent

    def _judge(self, number: int) -> bool:
        place = self._task.places[number]
        if place.kind == "leaf":
            return self._done(place.first)
        each = (self._complete[child] for child in place.children)
        return any(each) if place.kind == "or" else all(each)

    def is_complete(self, place: int) -> bool:
        """Whether this node is."""
        return self._complete[place]

    @property
    def complete(self) -> bool:
        """Whether the whole task is."""
        return self._complete[0]

    def enabled(self, leaf: int) -> bool:
        """Whether everything before it is complete, and nothing above it is; a thing always is."""
        if self._task.is_thing(leaf):
            return True
        if self._complete[self._task.place_of[leaf]]:
            return False
        for node, index in self._task.above(leaf):
            if node.kind == "then" and not all(self._complete[c] for c in node.children[:index]):
                return False
            if node.kind == "or" and any(self._complete[c] for c in node.children):
                return False
        return True
