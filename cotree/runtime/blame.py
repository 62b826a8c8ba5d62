"""What is to blame when a mission fails: the deepest failures that stand."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.changes import Change, NodeChange, NodeState
from cotree.core.reasons import Reason


class Blame:
    """Follows the changes of all ticks."""

    def __init__(self) -> None:
        self._failed: dict[str, Reason] = {}
        self._recovered: set[str] = set()
        """Nodes whose last state is not a failure."""

    def follow(self, changes: Iterable[Change]) -> None:
        """Note which nodes fail, and which recover."""
        for change in changes:
            if isinstance(change, NodeChange):
                self._note(change)

    def _note(self, change: NodeChange) -> None:
        self._failed.pop(change.path, None)
        if change.state is not NodeState.FAILED:
            self._recovered.add(change.path)
            return
        self._recovered.discard(change.path)
        if change.reason is not None:
            self._failed[change.path] = change.reason.at(change.path)

    def reasons(self) -> tuple[Reason, ...]:
        """The reasons of failed nodes, without those that only pass on another one's.

        A failure that a node above it recovered from ended nothing, so it is not told.
        """
        standing = {path: each for path, each in self._failed.items() if self._stands(path)}
        reasons: list[Reason] = []
        for path, reason in standing.items():
            passed_on = any(other.startswith(f"{path}/") for other in standing)
            if not passed_on and reason not in reasons:
                reasons.append(reason)
        return tuple(reasons)

    def _stands(self, path: str) -> bool:
        """Whether everything above failed with it; what never changed says nothing."""
        return not any(path.startswith(f"{above}/") for above in self._recovered)
