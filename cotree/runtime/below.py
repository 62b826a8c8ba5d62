"""Which nodes are below which, by their paths; asking takes as long as there are such nodes."""

from __future__ import annotations

from collections.abc import Iterator


class Below:
    """Paths in the order in which they came, each with all that is below it."""

    def __init__(self) -> None:
        self._nodes: set[str] = set()
        self._known: set[str] = set()
        """The nodes, and the paths between them that are none."""
        self._steps: dict[str, list[str]] = {}
        """By path: those that are one step longer."""

    def add(self, path: str) -> None:
        """One more node."""
        self._nodes.add(path)
        while path not in self._known:
            self._known.add(path)
            above, slash, _ = path.rpartition("/")
            if not slash:
                return
            self._steps.setdefault(above, []).append(path)
            path = above

    def under(self, path: str) -> Iterator[str]:
        """The node and all below it, each before what is below it; none if there is no such."""
        waiting = [path]
        while waiting:
            here = waiting.pop()
            if here in self._nodes:
                yield here
            waiting += reversed(self._steps.get(here, ()))
