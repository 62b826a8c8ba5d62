"""How long a mission may go on: what runs for ever in virtual time would never end."""

from __future__ import annotations

import math
from collections.abc import Iterable

from cotree.core.changes import Change, NodeChange, NodeState
from cotree.core.reasons import Reason

DAY_S = 24 * 3600.0
"""The longest mission in virtual time, if nobody says otherwise."""
IDLE_S = 3600.0
"""So long may leaves only be asked again and again, while nothing else happens or will."""


class Limit:
    """Watches the ticks of a mission; times are the mission's.

    ``until_s``: the mission ends then.  ``idle_s``: and when so long no node took another state and
    no event was foretold.
    """

    def __init__(self, until_s: float = math.inf, idle_s: float = math.inf) -> None:
        self.until_s = until_s
        self.reason: Reason | None = None
        """Why the mission was ended, once it was."""
        self._idle_s = idle_s
        self._states: dict[str, NodeState] = {}
        self._since_s: float | None = None

    def capped(self, due_s: float | None) -> float | None:
        """When the next tick is due: at the limit, if nothing happens before it."""
        return None if due_s is None else min(due_s, self.until_s)

    def look(self, now_s: float, changes: Iterable[Change], idle: bool) -> bool:
        """Whether the time is up after this tick; ``idle``: nothing but asking is foretold."""
        if self.reason is not None:
            return False
        moved = self._follow(changes)
        if moved or not idle:
            self._since_s = None
        elif self._since_s is None:
            self._since_s = now_s
        if now_s >= self.until_s - 1e-6:
            self.reason = self._still(f"after {spoken(self.until_s)}; --until sets another limit")
        elif self._since_s is not None and now_s - self._since_s >= self._idle_s:
            self.reason = self._still(
                f"after {spoken(self._idle_s)} in which nothing else happened; "
                "--until 2h waits longer"
            )
        return self.reason is not None

    def _follow(self, changes: Iterable[Change]) -> bool:
        moved = False
        for change in changes:
            if isinstance(change, NodeChange):
                moved = moved or self._states.get(change.path) is not change.state
                self._states[change.path] = change.state
        return moved

    def _still(self, when: str) -> Reason:
        running = [path for path, state in self._states.items() if state is NodeState.RUNNING]
        inner = [
            path for path in running if not any(other.startswith(f"{path}/") for other in running)
        ]
        who = f"{', '.join(inner)} still run{'s' if len(inner) == 1 else ''}" if inner else "waits"
        return Reason("out_of_time", f"{who} {when}", {"leaves": inner})


def spoken(time_s: float) -> str:
    """A duration in the largest unit that leaves it short."""
    for unit, seconds in (("h", 3600.0), ("min", 60.0)):
        if time_s >= seconds:
            return f"{time_s / seconds:g} {unit}"
    return f"{time_s:g} s"
