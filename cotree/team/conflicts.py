"""Which leaves exclude each other: alternatives of one ``or``, and users of one resource."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cotree.team.outline import Place, Task


class Conflicts:
    """The conflict relation of a task, its components, and who is at home in each."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._branches = [self._branches_of(leaf) for leaf in range(len(task))]
        self._resources = [frozenset(leaf.resources) for leaf in task.leaves]
        self.component = self._components()
        """Of each leaf the number of its conflict component; equal iff a chain of conflicts."""
        self._sizes = Counter(self.component)

    def _branches_of(self, leaf: int) -> dict[int, int]:
        """The alternatives a leaf lives in: the number of each ``or``, and the branch."""
        return {node.number: index for node, index in self.task.above(leaf) if node.kind == "or"}

    def between(self, a: int, b: int) -> bool:
        """Whether two leaves may never run at the same time."""
        if a == b:
            return True
        other = self._branches[b]
        for node, index in self._branches[a].items():
            if other.get(node, index) != index:
                return True
        return not self._resources[a].isdisjoint(self._resources[b])

    def among(self, some: Iterable[int], others: Iterable[int]) -> bool:
        """Whether any of these excludes any of those."""
        those = list(others)
        return any(self.between(a, b) for a in some for b in those)

    def alone(self, leaf: int) -> bool:
        """Whether a leaf excludes nobody but itself."""
        return self._sizes[self.component[leaf]] == 1

    def alternatives(self, leaf: int) -> Iterator[tuple[Place, int]]:
        """The ``or`` nodes above a leaf, nearest first, with the leaf's branch."""
        for node, index in self.task.above(leaf):
            if node.kind == "or":
                yield node, index

    def _components(self) -> list[int]:
        root = list(range(len(self.task)))

        def find(leaf: int) -> int:
            while root[leaf] != leaf:
                root[leaf] = root[root[leaf]]
                leaf = root[leaf]
            return leaf

        def join(leaves: Iterable[int]) -> None:
            first = -1
            for leaf in leaves:
                here = find(leaf)
                first = here if first < 0 else first
                root[max(here, find(first))] = min(here, find(first))

        for place in self.task.places:
            if place.kind == "or":
                join(range(place.first, place.end))
        users: dict[str, list[int]] = {}
        for leaf, resources in enumerate(self._resources):
            for resource in sorted(resources):
                users.setdefault(resource, []).append(leaf)
        for same in users.values():
            join(same)
        return [find(leaf) for leaf in range(len(self.task))]
