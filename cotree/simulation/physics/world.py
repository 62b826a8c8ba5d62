"""The kinematic world that keeps its objects where physics has them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from cotree.core.actions import ObjectSeen
from cotree.core.places import Point, distance_m
from cotree.simulation.physics.shapes import thing_of, top_m
from cotree.simulation.physics.sim import Sim
from cotree.simulation.world import KinematicWorld

CARRIED_M = 0.06
"""How high a person carries things over the table."""
STACK_M = 0.15
"""Lower than this is the height 0 of a mission, whose points are points of a table's top."""
UNDER_M = 0.06
"""What stands so near to where something is put is below it."""
MOVED_M = 0.02
"""What moved less has not been seen to move."""


class PhysicalWorld(KinematicWorld):
    """Who holds what as in the kinematic world; where things lie is what physics says."""

    def __init__(self, objects: Mapping[str, Point], *, reach_m: float, sim: Sim) -> None:
        super().__init__(objects, reach_m=reach_m)
        self.sim = sim

    def put(self, seen: ObjectSeen) -> None:
        """Somebody else put an object there, by hand: it stands there now."""
        super().put(seen)
        x, y, z = seen.at
        on_m = self._top_m(seen.object, (x, y, z))
        self.sim.place(seen.object, (x, y, max(z, on_m) + 0.001), (1.0, 0.0, 0.0, 0.0))

    def _top_m(self, name: str, at: Point) -> float:
        """How high what lies there already is, so that the next thing stands on it."""
        others = {other: self.sim.at(other) for other in self.objects if other != name}
        below = [
            where[2] + top_m(thing_of(other))
            for other, where in others.items()
            if other not in self.carriers and math.dist(where[:2], at[:2]) <= UNDER_M
        ]
        return max(below, default=0.0)

    def truth(self, name: str) -> Point:
        """Where an object really is, to the millimetre; what stands on others is at their place."""
        x, y, z = (round(value, 3) + 0.0 for value in self.sim.at(name))
        return (x, y, 0.0 if abs(z) < STACK_M else z)

    def lost(self, name: str) -> None:
        """It is in nobody's hand any more, and is where it is."""
        who, gripper = self.carriers.pop(name)
        self.robots[who].holds.pop(gripper, None)
        self.objects[name] = self.truth(name)

    def in_hands(self) -> set[str]:
        """What somebody holds, or works on."""
        busy = {each for robot in self.robots.values() for each in robot.busy.values()}
        return busy | set(self.carriers)

    def in_other_hands(self, robot: str, name: str) -> bool:
        """Whether somebody else than this robot holds a thing."""
        carrier = self.carriers.get(name)
        return carrier is not None and carrier[0] != robot

    def drag(self) -> None:
        """What people carry is in their hands."""
        for name, (who, _) in self.carriers.items():
            if who not in self.robots:
                x, y, z = self.objects[name]
                self.sim.hold(name, (x, y, z + CARRIED_M), (1.0, 0.0, 0.0, 0.0))

    def looked(self) -> list[ObjectSeen]:
        """What lies elsewhere than was last seen."""
        hands = self.in_hands()
        found = []
        for name, was in self.objects.items():
            if name in hands:
                continue
            now = self.truth(name)
            if distance_m(now, was) > MOVED_M:
                self.objects[name] = now
                found.append(self.object_seen(name))
        return found
