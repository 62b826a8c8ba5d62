"""What a hand is at: one leaf from the first sign of intent to its end."""

from __future__ import annotations

from cotree.core.places import Point
from cotree.team.mirror.sightings import Stage

COMES_M_S = 0.05
"""A hand that nears the object this fast does something for it."""
GOES_M_S = 0.02
"""A hand that leaves this fast goes away."""


class Effort:
    """One person's effort at one leaf, as a watcher follows it."""

    def __init__(
        self, leaf: str, lay: Point, t_s: float, confidence: float, *, unexpected: bool = False
    ) -> None:
        self.leaf = leaf
        self.lay = lay
        """Where the object lay when it began."""
        self.stage = Stage.REACHING
        self.confidence = confidence
        self.unexpected = unexpected
        self.acted_s = t_s
        """When the person last did something for it."""
        self.said_s = t_s
        """When the watcher last said so."""
        self.arrived = False
        """Whether the hand was at the object."""
        self.at_goal = False
        """Whether the hand was at the goal, with the object."""
        self.asked = False
        self._left_s: float | None = None
        self._gone_s: float | None = None

    def acts(self, t_s: float) -> None:
        """The person does something for it."""
        self.acted_s = t_s
        self._left_s = None

    def moves(self, t_s: float, far_m: float, rate_m_s: float, withdrawn_m: float) -> None:
        """The hand is so far from the object and nears it (negative) or leaves it so fast."""
        if rate_m_s <= -COMES_M_S:
            self.acts(t_s)
        elif far_m <= withdrawn_m:
            self._left_s = None
        elif rate_m_s >= GOES_M_S and self._left_s is None:
            self._left_s = t_s

    def goes(self, t_s: float, *, gone: bool) -> None:
        """The hand has left what it had in hand behind, or has not."""
        if not gone:
            self._gone_s = None
        elif self._gone_s is None:
            self._gone_s = t_s

    def gone_for_s(self, t_s: float, lasts_s: float) -> bool:
        """Whether it has been gone for so long."""
        return self._gone_s is not None and t_s - self._gone_s >= lasts_s

    def left_for_s(self, t_s: float) -> float:
        """For how long the hand has been going or gone without coming back."""
        return 0.0 if self._left_s is None else t_s - self._left_s
