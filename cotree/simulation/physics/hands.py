"""The grippers of a mission's robots: each goes its way through an action, or rests."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from cotree.core.places import Point
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.gripper import FlyingGripper
from cotree.simulation.physics.rehearsal import Rehearsals, jaws_of, manner_of
from cotree.simulation.physics.shapes import thing_of, top_m
from cotree.simulation.physics.sim import Sim
from cotree.simulation.physics.staging import hand_name
from cotree.simulation.physics.way import Way, to_put, to_take

Which = tuple[str, str]
"""Robot, gripper."""
Choose = Callable[[str, str, Floats], "Floats | None"]
"""Which hand pose takes this object, by this robot, where it is now; None: nobody knows."""
SLID_M = 0.05
"""What has moved so far in a closed hand has slipped out of it."""
NEAR_M = 0.10
"""What is farther from a hand than this and its own height was not taken by it."""
OFF_M = 0.03
"""What was not lifted so far was not taken."""


class Hands:
    """Leads all grippers; ``choose`` may know better grasps than what is tried out here."""

    def __init__(
        self,
        sim: Sim,
        models: Mapping[str, str],
        parked: Mapping[Which, Floats],
        choose: Choose | None = None,
    ) -> None:
        self._sim = sim
        self._models = models
        self._parked = dict(parked)
        self._ways: dict[Which, Way] = {}
        self._flyers = {
            which: FlyingGripper(sim, hand_name(*which), jaws_of(models[which[0]]))
            for which in parked
        }
        self._open = dict.fromkeys(parked, True)
        self._stood: dict[Which, float] = {}
        self._inside: dict[Which, Floats] = {}
        self._choose = choose
        self._rehearsals = Rehearsals()

    def begin(self, bases: Mapping[str, Point]) -> None:
        """Be where they rest, at once."""
        for which, pose in self._parked.items():
            self._flyers[which].jump(_moved(pose, bases[which[0]]))

    def lead(self, now_s: float, base: Callable[[str], Point]) -> None:
        """Move every hand on: along its way, or with its base."""
        for which, flyer in self._flyers.items():
            way = self._ways.get(which)
            if way is None:
                pose = _moved(self._parked[which], base(which[0]))
            else:
                pose, self._open[which] = way.at(now_s)
            flyer.lead(pose)
            if self._open[which]:
                flyer.open()
            else:
                flyer.close()

    # -- what they do --------------------------------------------------------------------------

    def take(
        self,
        which: Which,
        thing: str,
        from_s: float,
        reaches_s: float,
        grasps_s: float,
        base: Point,
    ) -> None:
        """Go and take a thing."""
        self._stood[which] = self._sim.at(thing)[2]
        grasp = self._grasp(which, thing, base)
        here = self._flyers[which].pose()
        self._ways[which] = Way(tuple(to_take(here, grasp, from_s, reaches_s, grasps_s)))

    def put(
        self, which: Which, thing: str, to: Point, from_s: float, arrives_s: float, ends_s: float
    ) -> None:
        """Bring what is held to a point, onto what stands there."""
        here, there = self._flyers[which].pose(), self._sim.pose(thing)
        others = [name for name in self._sim.scene.things if name != thing]
        onto = (to[0], to[1], to[2] + self._sim.ground_m(to, others))
        self._ways[which] = Way(tuple(to_put(here, there, onto, from_s, arrives_s, ends_s)))

    def rest(self, which: Which, base: Point, *, holds: bool) -> None:
        """Stay where it is now, and go with the base."""
        if which not in self._flyers:
            return
        self._ways.pop(which, None)
        pose = self._flyers[which].pose()
        pose[:3, 3] -= base
        self._parked[which] = pose
        self._open[which] = not holds

    # -- what they feel ------------------------------------------------------------------------

    def lost(self, which: Which, thing: str) -> bool:
        """Whether a thing that was in the hand has slipped out; a hand that opens loses nothing."""
        if self._open[which] or which not in self._inside:
            return False
        return float(np.linalg.norm(self._seen(which, thing) - self._inside[which])) > SLID_M

    def took(self, which: Which, thing: str) -> bool:
        """Whether a thing that was to be taken has left the ground in the hand."""
        lifted = self._sim.at(thing)[2] - self._stood[which] > OFF_M
        self._inside[which] = self._seen(which, thing)
        near_m = NEAR_M + top_m(thing_of(thing))
        return lifted and float(np.linalg.norm(self._inside[which])) < near_m

    def _seen(self, which: Which, thing: str) -> Floats:
        """Where a thing is, as the hand sees it."""
        hand = self._flyers[which].pose()
        inside: Floats = hand[:3, :3].T @ (self._sim.pose(thing)[:3, 3] - hand[:3, 3])
        return inside

    def __contains__(self, which: object) -> bool:
        return which in self._flyers

    def _grasp(self, which: Which, thing: str, base: Point) -> Floats:
        now = self._sim.pose(thing)
        chosen = None if self._choose is None else self._choose(which[0], thing, now)
        if chosen is not None:
            return chosen
        model = self._models[which[0]]
        x, y, _ = now[:3, 3] - base
        bearing_rad = math.atan2(y, x)
        return self._rehearsals.grasp(
            thing_of(thing), jaws_of(model), manner_of(model), now, bearing_rad, self._others(thing)
        )

    def _others(self, thing: str) -> Floats:
        """Where everything else stands."""
        found = [self._sim.at(name) for name in self._sim.scene.things if name != thing]
        return np.array(found).reshape(-1, 3)


def _moved(pose: Floats, base: Point) -> Floats:
    moved = pose.copy()
    moved[:3, 3] += base
    return moved
