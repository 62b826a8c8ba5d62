"""Where everything is around one arm, as its planning asks for it."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.places import Point
from cotree.manipulation.arm.spheres import NOTHING
from cotree.manipulation.frames import Array, inverse
from cotree.manipulation.grasps.values import link_of
from cotree.manipulation.handling.choice import Seen
from cotree.manipulation.handling.limb import Limb
from cotree.manipulation.handling.spots import Around, held_in
from cotree.manipulation.handling.values import Errand, World, room_of

SOFT_M = 0.004
"""From so high things are let go."""


@dataclasses.dataclass(frozen=True, eq=False)
class Site:
    """One robot's view of the world."""

    robot: str
    world: World

    def seen(self, thing: str) -> Seen:
        """A thing as its grasps are looked for."""
        cloud, eye = self.world.look(self.robot, thing)
        return Seen(cloud, eye, self.at(thing), room_of(self.world.boxes(thing)))

    def at(self, thing: str) -> Point:
        """Where a thing stands."""
        x, y, z = self.world.pose(thing)[:3, 3].tolist()
        return (x, y, z)

    def goal(self, errand: Errand) -> Point | None:
        """Where the thing's origin shall be, on whatever stands there."""
        if errand.goal is None:
            return None
        x, y, z = errand.goal
        return (x, y, z + self.world.ground_m(errand.goal, errand.thing) + SOFT_M)

    def in_hand(self, thing: str, hand: Array) -> Array:
        """Where the middle of a thing is, as a hand sees it."""
        middle, _ = self.world.box(thing)
        return np.asarray(inverse(hand) @ self.world.pose(thing) @ middle)

    def around(self, thing: str, limb: Limb, *, held: bool) -> Around:
        """What a motion has to mind, of which the thing may be in the hand."""
        link = link_of(limb.post.arm.kind.gripper, limb.hand())
        inside = held_in(link, self.world.pose(thing), self.world.box(thing)) if held else NOTHING
        return Around(room_of(self.world.boxes("")), room_of(self.world.boxes(thing)), inside)
