"""What the fingers' width says: nothing held, held, or slipping."""

from __future__ import annotations

import enum
import math

from cotree.manipulation.pick.values import Limits


class Held(str, enum.Enum):
    """What the fingers hold."""

    NOTHING = "nothing"
    FIRMLY = "firmly"
    SLIPPING = "slipping"


def felt(width_m: float, held_m: float | None, limits: Limits) -> Held:
    """What a width means, after it was ``held_m`` when the grasp was made (None: just made).

    A width that is no number is a broken sensor, which must not count as a hold.
    """
    if not math.isfinite(width_m) or width_m <= limits.least_m:
        return Held.NOTHING
    if held_m is not None and held_m - width_m > limits.slips_m:
        return Held.SLIPPING
    return Held.FIRMLY


class Feel:
    """Widths of a noisy sensor, smoothed: the middle of the last three."""

    def __init__(self) -> None:
        self._last: list[float] = []

    def smooth(self, width_m: float) -> float:
        """The middle of this one and the two before it."""
        self._last = [*self._last[-2:], width_m]
        return sorted(self._last)[len(self._last) // 2]
