"""Where the objects are that a person may handle, and since when each of them lies still."""

from __future__ import annotations

import math

from cotree.core.places import Point, distance_m

STILL_M = 0.02
"""A smaller shift is the camera's error."""
RESTS_S = 0.5
"""What has been still for so long lies somewhere."""


class Thing:
    """One object as it was seen until now."""

    def __init__(self, t_s: float, at: Point) -> None:
        self.at = at
        self.seen_s = t_s
        self.still_since_s = t_s
        self.held = False
        """Whether a robot holds it."""
        self._anchor = at
        self._lay = at

    @property
    def lay(self) -> Point:
        """Where it lies, or lay before it began to move."""
        return self._anchor if self.still_s() >= RESTS_S else self._lay

    def see(self, t_s: float, at: Point, *, held: bool = False) -> None:
        """It is here now."""
        if t_s < self.seen_s:
            return
        self._lay = self.lay
        self.at, self.seen_s, self.held = at, t_s, held
        if distance_m(self._anchor, at) > STILL_M:
            self._anchor, self.still_since_s = at, t_s

    def still_s(self) -> float:
        """For how long it was seen to lie still."""
        return self.seen_s - self.still_since_s


class Things:
    """All objects that are known."""

    def __init__(self) -> None:
        self._things: dict[str, Thing] = {}

    def see(self, t_s: float, name: str, at: Point, *, held: bool = False) -> Thing | None:
        """An object is here now; None when that is no position."""
        if len(at) != 3 or not all(math.isfinite(value) for value in (t_s, *at)):
            return None
        thing = self._things.get(name)
        if thing is None:
            thing = self._things[name] = Thing(t_s, at)
        thing.see(t_s, at, held=held)
        return thing

    def get(self, name: str) -> Thing | None:
        """An object, if it was ever seen."""
        return self._things.get(name)

    def free(self) -> dict[str, Point]:
        """Where each object is that no robot holds."""
        return {name: thing.at for name, thing in self._things.items() if not thing.held}
