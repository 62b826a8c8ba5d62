"""When pictures are taken: on a fixed grid of the mission's time, whoever asks."""

from __future__ import annotations

import math

IDLE = 3
"""Where no hand is in sight, only each so-manyth picture is taken."""
LINGERS_S = 2.0
"""So long after the last hand pictures still come at the full rate."""
ROUNDING = 1e-6


class Grid:
    """The times of one camera's pictures."""

    def __init__(self, hz: float, idle: int = IDLE) -> None:
        self._period_s = 1.0 / hz
        self._idle = idle
        self._lively_until_s = -math.inf

    def stirs(self, t_s: float) -> None:
        """There is something to look at."""
        self._lively_until_s = max(self._lively_until_s, t_s + LINGERS_S)

    def after(self, t_s: float) -> float:
        """When the first picture after this time is taken."""
        stride = 1 if t_s < self._lively_until_s else self._idle
        number = math.floor(t_s / self._period_s + ROUNDING) + 1
        return -(-number // stride) * stride * self._period_s
