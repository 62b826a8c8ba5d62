"""What facts say about the alternatives of a leaf: settled elsewhere, or not known."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.team.conflicts import Conflicts
from cotree.team.facts import Facts
from cotree.team.outline import Place


class Alternatives:
    """The ``or`` nodes above each leaf, seen through facts."""

    def __init__(self, conflicts: Conflicts, facts: Facts) -> None:
        self._conflicts = conflicts
        self._facts = facts
        self._task = conflicts.task

    def settled_elsewhere(self, leaf: int) -> bool:
        """Whether something is done in another branch, and that branch is the one to continue.

        Two branches with something done are a person's work; then the earlier one is continued,
        of those that were not given up.  Where all of them were, none is: the ``or`` has failed.
        """
        for node, own in self._conflicts.alternatives(leaf):
            done = self._branches_with_done(node)
            left = [each for each in done if not self.lost(self._task.places[node.children[each]])]
            if (left or done) and (left or done)[0] != own:
                return True
        return False

    def unknown(self, leaf: int) -> int:
        """The first leaf of another branch that must be verified before this one may run; or -1."""
        for node, own in self._conflicts.alternatives(leaf):
            if any(self._facts.done(other) for other in self._task.branch(node, own)):
                continue
            for branch in range(len(node.children)):
                if branch == own:
                    continue
                for other in self._task.branch(node, branch):
                    if self._facts.doubtful(other):
                        return other
        return -1

    def reopened_before(self, leaf: int) -> bool:
        """Whether something that comes before a leaf was taken back and is not complete again.

        What is done stays done otherwise, so nobody need look unless something was taken back.
        """
        if not self._facts.revised:
            return False
        return any(
            any(self._facts.epoch(each) for each in range(place.first, place.end))
            for place in self._incomplete_before(leaf)
        )

    def _incomplete_before(self, leaf: int) -> Iterator[Place]:
        for node, index in self._task.above(leaf):
            if node.kind == "then":
                for child in node.children[:index]:
                    place = self._task.places[child]
                    if not self._complete(place):
                        yield place

    def _complete(self, place: Place) -> bool:
        if place.kind == "leaf":
            return self._facts.done(place.first)
        each = (self._complete(self._task.places[child]) for child in place.children)
        return any(each) if place.kind == "or" else all(each)

    def _branches_with_done(self, node: Place) -> list[int]:
        return [
            branch
            for branch in range(len(node.children))
            if any(self._facts.done(leaf) for leaf in self._task.branch(node, branch))
        ]

    def lost(self, place: Place) -> bool:
        """Whether a node can never be complete any more, because leaves were given up."""
        if place.kind == "leaf":
            return self._facts[place.first].abandoned
        each = [self.lost(self._task.places[child]) for child in place.children]
        if place.kind != "or":
            return any(each)
        done = self._branches_with_done(place) if any(each) else []
        return all(each[branch] for branch in done or range(len(each)))
