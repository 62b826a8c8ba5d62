"""What facts say about the alternatives of a leaf: settled elsewhere, or not known."""

from __future__ import annotations

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

        Two branches with something done are a person's work; then the earlier one is continued.
        """
        for node, own in self._conflicts.alternatives(leaf):
            done = self._branches_with_done(node)
            if done and done[0] != own:
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
                    if self._facts.tainted(other):
                        return other
        return -1

    def _branches_with_done(self, node: Place) -> list[int]:
        return [
            branch
            for branch in range(len(node.children))
            if any(self._facts.done(leaf) for leaf in self._task.branch(node, branch))
        ]
