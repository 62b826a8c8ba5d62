"""What one arm has to think over, asked so that it can be answered elsewhere and later."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.manipulation.frames import Array
from cotree.manipulation.handling.choice import Chooser
from cotree.manipulation.handling.limb import Limb
from cotree.manipulation.handling.site import Site
from cotree.manipulation.handling.spots import Around, Spots
from cotree.manipulation.handling.values import Errand, Motion
from cotree.manipulation.pick.values import Spot

Question: TypeAlias = Callable[[], object]
"""Everything it needs to know was looked up when it was asked; it can be pickled."""


@dataclasses.dataclass(frozen=True, eq=False)
class Questions:
    """Looks around, and asks about what is there now."""

    chooser: Chooser
    limb: Limb
    site: Site

    def choices(self, errand: Errand) -> Question:
        """How a thing can be grasped: a tuple of ``Choice``, or a ``Reason``."""
        thing = errand.thing
        if self.site.world.taken(self.site.robot, thing):
            return partial(Reason, "gone", f"somebody else has {thing}")
        return partial(self.chooser.choices, self.site.seen(thing), self.site.goal(errand))

    def way(self, errand: Errand, spots: Spots, spot: Spot, *, held: bool) -> Question:
        """How the hand gets to a spot: a ``Motion``, or a ``Reason``."""
        post, q = self.limb.post, self.limb.q
        around = self.site.around(errand.thing, self.limb, held=held)
        return partial(spots.motion, post, q, spot, around)

    def setting_out(self, errand: Errand, spots: Spots | None, *, held: bool) -> Question | None:
        """Where the hand has to be at the goal, as it holds the thing now, and how it gets there.

        The answer is the spots with those around the goal and the motion, or a ``Reason``; None:
        there is no goal to go to.
        """
        goal, limb = self.site.goal(errand), self.limb
        if goal is None:
            return None
        around = self.site.around(errand.thing, limb, held=held)
        there = Onward(limb.hand(), self.site.at(errand.thing), goal)
        before = spots or Spots({}, float(limb.q[0]), float(limb.q[0]))
        return partial(_set_out, self.chooser, there, before, limb.q, around)


@dataclasses.dataclass(frozen=True, eq=False)
class Onward:
    """Where a hand is with its thing, and where that is to go."""

    hand: Array
    thing_at: Point
    goal: Point


def _set_out(
    chooser: Chooser, there: Onward, before: Spots, q: Array, around: Around
) -> Reason | tuple[Spots, Motion | Reason]:
    onward = chooser.onward(there.hand, there.thing_at, there.goal, around.without)
    if onward is None:
        return Reason("out_of_reach", "its goal is out of reach")
    found = before.with_goal(*onward)
    return found, found.motion(chooser.post, q, Spot.ABOVE, around)
