"""Work of this robot that a disturbance has stopped, and that it still has to do."""

from __future__ import annotations

from cotree.core.changes import NodeState
from cotree.core.disturbances import CODES
from cotree.core.reasons import Reason
from cotree.trees.part import OVER
from cotree.trees.unit import Unit

GOES_ON = frozenset((NodeState.RUNNING, *OVER))


class Setbacks:
    """By the path of a unit: why it stopped."""

    def __init__(self) -> None:
        self.reasons: dict[str, Reason] = {}
        self.news = False
        """Whether anything changed since somebody looked."""

    def noted(self, unit: Unit) -> None:
        """A unit changed its state."""
        if unit.state in GOES_ON:
            if self.reasons.pop(unit.path, None) is not None:
                self.news = True
            return
        reason = unit.reason
        if unit.state is not NodeState.WAITING or reason is None or reason.code not in CODES:
            return
        if self.reasons.get(unit.path) != reason:
            self.reasons = {**self.reasons, unit.path: reason}
            self.news = True

    def forgive(self, unit: Unit) -> None:
        """It was taken into account."""
        unit.reason = None
        if self.reasons.pop(unit.path, None) is not None:
            self.news = True
