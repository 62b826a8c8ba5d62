"""Objects that a person has given up while the hand is still at them."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.places import Point, distance_m
from cotree.team.mirror.hand import Sample
from cotree.team.mirror.outcome import Limits


class Forgiven:
    """What the hand does not mean although it is there, until it has left."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._since_s: dict[str, float] = {}

    def forgive(self, name: str, t_s: float) -> None:
        """The person gave this object up now."""
        self._since_s[name] = t_s

    def without(self, objects: Mapping[str, Point], hand: Sample | None) -> dict[str, Point]:
        """The objects that the hand may mean."""
        for name in [name for name in self._since_s if name in objects]:
            if self._has_left(name, objects[name], hand):
                del self._since_s[name]
        return {name: at for name, at in objects.items() if name not in self._since_s}

    def _has_left(self, name: str, at: Point, hand: Sample | None) -> bool:
        if hand is None or hand.t_s - self._since_s[name] <= self.limits.forgive_s:
            return False
        return distance_m(hand.at, at) > self.limits.withdrawn_m
