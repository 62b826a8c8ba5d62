"""A person's hand in the world: it moves smoothly, takes objects, carries them, puts them down."""

from __future__ import annotations

from cotree.core.actions import ObjectSeen
from cotree.core.places import Point, distance_m
from cotree.simulation.world import KinematicWorld
from cotree.team.mirror.reaches import Arm

HAND = "hand"
TAKE_M = 0.15
"""What is farther from the hand can not be taken."""


class GraspingHand:
    """One hand; what it holds is nobody else's."""

    def __init__(self, person: str, home: Point, world: KinematicWorld) -> None:
        self.holder = (person, HAND)
        self.home = home
        self.carries: str | None = None
        self.rests_s = 0.0
        """When the movement that goes on, or the last one, is over."""
        self._arm = Arm(home)
        self._world = world

    def go(self, now_s: float, to: Point, lasts_s: float) -> None:
        """Move there, from wherever it is."""
        self._arm.go(now_s, to, lasts_s)
        self.rests_s = now_s + lasts_s

    def at(self, now_s: float) -> Point:
        """Where it is."""
        return self._arm.at(now_s)

    def at_home(self, now_s: float) -> bool:
        """Whether it rests where it rests when there is nothing to do."""
        return now_s >= self.rests_s and self.at(now_s) == self.home

    def take(self, now_s: float, name: str) -> bool:
        """Take an object, also out of a gripper; False when it is not here or another hand's."""
        carrier = self._world.carriers.get(name)
        by_person = carrier is not None and carrier[0] not in self._world.robots
        here = name in self._world.objects and self.carries is None and not by_person
        if not here or distance_m(self.at(now_s), self._world.objects[name]) > TAKE_M:
            return False
        self._world.put(ObjectSeen(name, self.at(now_s)))
        self._world.carriers[name] = self.holder
        self.carries = name
        return True

    def carry(self, now_s: float) -> None:
        """What it carries is where it is."""
        if self.carries is not None:
            self._world.objects[self.carries] = self.at(now_s)

    def put(self, now_s: float, at: Point | None) -> str | None:
        """Put down what it carries, at a point or here; the object's name, if it held one."""
        name, self.carries = self.carries, None
        if name is None or self._world.carriers.get(name) != self.holder:
            return None
        del self._world.carriers[name]
        self._world.put(ObjectSeen(name, self.at(now_s) if at is None else at))
        return name
