"""What is to blame when a mission fails: the deepest failures that stand."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.changes import Change, NodeChange, NodeState
from cotree.core.reasons import Reason


class Blame:
    """Follows the changes of all ticks."""

    def __init__(self) -> None:
        self._failed: dict[str, Reason] = {}

    def follow(self, changes: Iterable[Change]) -> None:
        """Note which nodes fail, and which recover."""
        for change in changes:
            if isinstance(change, NodeChange):
                self._failed.pop(change.path, None)
                if change.state is NodeState.FAILED and change.reason is not None:
                    self._failed[change.path] = change.reason.at(change.path)

    def reasons(self) -> tuple[Reason, ...]:
        """The reasons of failed nodes, without those that only pass on another one's."""
        reasons: list[Reason] = []
        for path, reason in self._failed.items():
            passed_on = any(other.startswith(f"{path}/") for other in self._failed)
            if not passed_on and reason not in reasons:
                reasons.append(reason)
        return tuple(reasons)
