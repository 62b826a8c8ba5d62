"""Real arms for a world of forces: what plans motions and finds grasps, brought to what moves."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial

import numpy as np

from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.manipulation.arm import Arm, Box, Room, arm
from cotree.manipulation.arm.obstacles import LARGE_M
from cotree.manipulation.frames import UP, Array
from cotree.manipulation.grasps import RANGES
from cotree.manipulation.grasps.ranges import ANY
from cotree.manipulation.handling import (
    Chooser,
    Errand,
    Pace,
    Post,
    Seen,
    Sense,
    Think,
    Worker,
    at_once,
    room_of,
)
from cotree.manipulation.reach.chain import chain
from cotree.manipulation.reach.installed import installed, where
from cotree.manipulation.reach.standing import Stand, arm_of, arms_of, stand_of
from cotree.manipulation.reach.urdf import UrdfError
from cotree.simulation.physics.building import NO_MODEL
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.figures import Figure, Limb
from cotree.simulation.physics.ports import Pace as Times
from cotree.simulation.physics.ports import Scoring, Surroundings

AHEAD_M = (0.0, 0.1, 0.2, 0.3, 0.4)
"""So much farther over the table a hand rests that cannot rest where it should."""
HIGHER_M = 0.1
"""An arm rests so much higher than a hand that flies."""
THINGS_M = 0.18
"""So high what stands on a table usually is."""
UNSEEN = -1.0
"""The score of what cannot be seen."""
FEWEST_POINTS = 12
"""Of what is seen with fewer points nobody knows how to grasp it."""


class Led:
    """One arm at work, as a world of forces asks for it."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self.rest: Floats = np.array(worker.limb.q)

    @property
    def over(self) -> bool:
        """Whether it has nothing more to do."""
        return self._worker.over

    @property
    def why(self) -> Reason | None:
        """Why the last errand came to nothing."""
        return self._worker.why

    @property
    def holds(self) -> str | None:
        """What it has lifted and not put down."""
        return self._worker.holds

    @property
    def placed(self) -> bool:
        """Whether it has let go of its thing where that should be."""
        return self._worker.placed

    def take(self, thing: str, goal: Point | None, pace: Times) -> None:
        """Take a thing, and bring it to its goal, if it has one."""
        self._worker.take(Errand(thing, goal, Pace(*pace)))

    def put(self, thing: str, goal: Point, pace: Times, now_s: float) -> None:
        """Bring what is held to a goal."""
        self._worker.put(Errand(thing, goal, Pace(*pace)), now_s)

    def stop(self, how: Stop, now_s: float) -> None:
        """Pause; put back what is held and end; or hold still at once."""
        self._worker.stop(how, now_s)

    def lead(self, now_s: float, width_m: float, hand: Floats) -> tuple[Floats, bool]:
        """Where the joints shall be now, and whether the fingers shall be open."""
        lead = self._worker.lead(Sense(now_s, width_m, hand))
        return lead.q, lead.open


class Armoury:
    """Knows the arms of PR2 and Baxter, chooses their grasps, and leads them.

    ``think`` says where that is thought over: at once in virtual time, elsewhere in real time.
    """

    def __init__(self, think: Think = at_once) -> None:
        self._think = think
        self._choosers: dict[tuple[str, str], Chooser] = {}

    def figure(self, model: str, grippers: Sequence[str]) -> Figure | Reason | None:
        """How this kind of robot is built, or why its model cannot be used; None: nobody knows."""
        stand = stand_of(model)
        if stand is None or not grippers:
            return None
        try:
            return _figure(*stand, grippers)
        except UrdfError as error:
            return Reason(NO_MODEL, str(error))

    def worker(
        self, who: tuple[str, str, str], hand: Floats, left: Floats, around: Surroundings
    ) -> Led:
        """Who leads the arm of a robot (its name, its model, the gripper)."""
        robot, model, gripper = who
        stand = stand_of(model)
        assert stand is not None, "only robots with a figure have arms"
        kind = arm_of(stand[0], gripper)
        assert kind is not None
        base = around.link(robot, kind.base)
        side = 1.0 if gripper.startswith("left") else -1.0
        bare = arm(installed(stand[0]), kind, base)
        post = Post(bare, left, base[:3, 3], bare.chain.middle, side)
        rest = resting(post, hand, room_of(around.boxes("")))
        post = dataclasses.replace(post, drawn=rest[1:])
        chooser = Chooser(post, RANGES.get(stand[0], ANY))
        self._choosers[robot, gripper] = chooser
        return Led(Worker(robot, chooser, around, rest, self._think))

    def score(self, who: tuple[str, str, str], thing: str, around: Surroundings) -> Scoring:
        """How well a gripper could take a thing that is as it is now."""
        robot, _, gripper = who
        chooser = self._choosers.get((robot, gripper))
        seen = _seen(robot, thing, around)
        if chooser is None or seen is None:
            return lambda: UNSEEN
        ask = self._think(partial(_rated, chooser, seen))
        return lambda: _score_of(ask())


def _figure(robot: str, how: Stand, grippers: Sequence[str]) -> Figure | None:
    """How a robot is built; UrdfError says why its model cannot be used."""
    kinds = {gripper: arm_of(robot, gripper) for gripper in grippers}
    text, file, limbs = installed(robot), where(robot), dict[str, Limb]()
    for gripper, kind in kinds.items():
        if kind is None:
            return None
        limbs[gripper] = Limb(kind.tip, chain(text, kind.base, kind.tip).names, kind.gripper)
    moving = {joint for limb in limbs.values() for joint in limb.joints}
    firsts = (chain(text, each.base, each.tip).names[0] for each in arms_of(robot))
    idle = tuple(joint for joint in firsts if joint not in moving)
    return Figure(file, limbs, how.high_m, how.back_m, how.raised, idle)


def resting(post: Post, hand: Array, room: Room) -> Array:
    """The roll and the joints with which a hand is at a pose, or as near to it as it gets.

    Best so high that its robot can roll along a table full of things.
    """
    full = Room(tuple(_raised(each) for each in room.boxes))
    ahead = np.cross(post.left, UP)
    for among in (full, room):
        for out_m in AHEAD_M:
            pose = hand.copy()
            pose[:3, 3] += out_m * ahead + HIGHER_M * UP
            found = _clear(post, pose, among)
            if found is not None:
                return found
    return np.array((0.0, *post.arm.chain.middle))


def _clear(post: Post, hand: Array, room: Room) -> Array | None:
    """The first position that brings a hand to a pose and touches nothing."""
    for roll_m in post.rolls_for(hand[None]):
        there: Arm = post.at(roll_m, room)
        found = there.positions(hand, there.chain.middle)
        clear = there.checker().clear(found) if len(found) else np.zeros(0, dtype=bool)
        if clear.any():
            return np.array((roll_m, *found[int(np.argmax(clear))]))
    return None


def _raised(each: Box) -> Box:
    """A table as high as what stands on it may be."""
    if max(each.size) < LARGE_M:
        return each
    pose = each.pose.copy()
    pose[2, 3] += THINGS_M / 2
    return Box(pose, (each.size[0], each.size[1], each.size[2] + THINGS_M))


def _rated(chooser: Chooser, seen: Seen) -> float:
    return round(chooser.rated(seen).score, 1)


def _score_of(answer: object) -> float | None:
    """What came of thinking; what went wrong is no score."""
    if answer is None:
        return None
    return answer if isinstance(answer, float) else UNSEEN


def _seen(robot: str, thing: str, around: Surroundings) -> Seen | None:
    cloud, eye = around.look(robot, thing)
    if len(cloud) < FEWEST_POINTS:
        return None
    x, y, z = (float(each) for each in around.pose(thing)[:3, 3])
    return Seen(cloud, eye, (x, y, z), room_of(around.boxes(thing)))
