"""An arm and its fingers: they do one thing after the other, and say when it is done."""

from __future__ import annotations

import numpy as np

from cotree.core.reasons import Reason
from cotree.manipulation.arm.obstacles import Room
from cotree.manipulation.frames import Array
from cotree.manipulation.handling.posts import Post
from cotree.manipulation.handling.values import Lead, Motion, Sense
from cotree.manipulation.pick.values import Arrived, Blocked, Closed, Event, Opened

SETTLES_S = 0.15
"""So long after the end of a motion the arm has come to rest."""
FINGERS_S = 0.45
"""So long fingers take."""
ASTRAY_M = 0.04
"""A hand that is so far from where it was led is stuck."""


class Limb:
    """Leads the joints of one arm along motions, and its fingers open and closed."""

    def __init__(self, post: Post, rest: Array) -> None:
        self.post = post
        self.q = np.array(rest, dtype=float)
        """Where the joints are led to: how far the robot has rolled, then the arm."""
        self.open = True
        self.sense = Sense(0.0, 0.0, np.eye(4))
        """What was felt last."""
        self._motion: tuple[Motion, float] | None = None
        self._fingers_until_s: float | None = None

    def hand(self) -> Array:
        """Where the hand is led to, in the world."""
        return self.post.at(float(self.q[0]), Room()).hand(self.q[1:])

    def go(self, motion: Motion, now_s: float) -> None:
        """Set out."""
        self._motion = (motion, now_s)

    def squeeze(self, now_s: float, *, open_: bool) -> None:
        """Open the fingers, or close them."""
        self.open, self._fingers_until_s = open_, now_s + FINGERS_S

    def still(self) -> None:
        """Stay where it is; fingers go on."""
        self._motion = None

    def led(self) -> Lead:
        """Where everything shall be."""
        return Lead(self.q, self.open)

    def feels(self, sense: Sense) -> Event | None:
        """Go on, and tell what is done."""
        self.sense = sense
        if self._motion is not None:
            return self._moves(*self._motion)
        if self._fingers_until_s is not None and sense.now_s >= self._fingers_until_s:
            self._fingers_until_s = None
            return Opened() if self.open else Closed(sense.width_m)
        return None

    def _moves(self, motion: Motion, begun_s: float) -> Event | None:
        now_s = self.sense.now_s
        self.q = motion.at(now_s - begun_s)
        if now_s < begun_s + motion.duration_s + SETTLES_S:
            return None
        self._motion = None
        away_m = float(np.linalg.norm(self.sense.hand[:3, 3] - self.hand()[:3, 3]))
        if away_m > ASTRAY_M:
            return Blocked(Reason("stuck", f"the hand is {away_m:.2f} m off its way"))
        return Arrived()
