"""Looking at a run in real time: often enough that it moves, and when no tick has to wait."""

from __future__ import annotations

from collections.abc import Callable

EVERY_S = 0.125
"""A look is not taken more often."""
LATEST_S = 0.25
"""Nor less often, even where there is no room for it between two ticks."""
ROOM = 1.5
"""So many times what a look took must be free before the next tick."""


class Glances:
    """Takes looks in the pauses between ticks, and gives what is left of a pause to others.

    ``look`` is called with the mission's time, which ``now_s`` tells; ``read`` tells real seconds.
    """

    def __init__(
        self,
        look: Callable[[float], None],
        now_s: Callable[[], float],
        read: Callable[[], float],
        rest: Callable[[float], None],
    ) -> None:
        self._look = look
        self._now_s = now_s
        self._read = read
        self._rest = rest
        self._taken_s: float | None = None
        self._cost_s = 0.0

    def idle(self, left_s: float) -> None:
        """There is a pause; so much of it is left."""
        now_s = self._read()
        since_s = LATEST_S if self._taken_s is None else now_s - self._taken_s
        if since_s >= LATEST_S or (since_s >= EVERY_S and left_s >= ROOM * self._cost_s):
            self._look(self._now_s())
            self._taken_s = self._read()
            self._cost_s = self._taken_s - now_s
            left_s -= self._cost_s
        self._rest(left_s)
