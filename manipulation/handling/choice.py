"""Which grasp to take: the best that the arm reaches, its hand may take, and its goal allows."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator
from functools import partial

import numpy as np

from cotree.core.grippers import Gripper
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.manipulation.arm.obstacles import Room
from cotree.manipulation.frames import Array, Mask, turned
from cotree.manipulation.grasps.filters import Judged, judge
from cotree.manipulation.grasps.port import GraspServer, Question, Sampler
from cotree.manipulation.grasps.ranges import Range
from cotree.manipulation.grasps.sampler import Effort
from cotree.manipulation.grasps.values import Found, Grasp, link_of
from cotree.manipulation.handling.posts import Post
from cotree.manipulation.pick.poses import placing, poses
from cotree.manipulation.pick.values import Spot

THOROUGH = Sampler(Effort(samples=64, keep=160, least_score=20.0))
"""Holds below 20 points hardly ever lift anything: a burger of 66 mm in 70 mm slips at 12."""
LEANS = (0.0, 0.2, -0.2, 0.4, -0.4)
LEANING = 5.0
"""So many points a radian costs."""
TURNS = (0.0, *(sign * part * math.pi for part in (0.25, 0.5, 0.75) for sign in (1, -1)), math.pi)
"""How a thing may be turned about the vertical when it is put down."""
MOST = 3
"""So many grasps of one object are kept to try."""
OFF_MIDDLE = 400.0
"""A metre off a thing's middle costs so many points when grasps are put in order."""
BELOW = 0.3
"""To hold it a metre too low is as bad as so much aside."""
PADS_M = 0.03
"""The middle of the pads, behind the tips."""
ALIKE_M, ALIKE = 0.015, 0.9
"""Grasps nearer to each other than this, in directions with this cosine, are one."""
ON_M = 0.07
"""What stands so near to a goal is what the thing is put onto."""
TRIED = 60
"""So many of its grasps are looked at, best first."""


@dataclasses.dataclass(frozen=True, eq=False)
class Seen:
    """One object as an arm's robot sees it, and what stands around it."""

    cloud: Array
    eye: Array
    at: Point
    room: Room


@dataclasses.dataclass(frozen=True, eq=False)
class Choice:
    """A grasp, and how far the robot rolls to take the object with it."""

    grasp: Grasp
    roll_m: float


@dataclasses.dataclass(frozen=True, eq=False)
class Chooser:
    """Finds grasps for one arm; ``allowed`` is how its hand may be turned."""

    post: Post
    allowed: Range
    server: GraspServer = THOROUGH

    @property
    def gripper(self) -> Gripper:
        """The hand of this arm."""
        return self.post.arm.kind.gripper

    def found(self, seen: Seen) -> Found:
        """All grasps of an object, before the filters."""
        asked = Question(seen.cloud, seen.eye, self.gripper, 0.0, self.allowed)
        found = self.server.ask(asked)
        return Found(tuple(self._leaning(found.grasps)), found.reason)

    def _leaning(self, grasps: Iterable[Grasp]) -> Iterator[Grasp]:
        """Each grasp, and the same with the hand leaning: pads on the same places of the thing."""
        for grasp in grasps:
            for lean in LEANS:
                turned_ = leaning(grasp, lean)
                if self.allowed.holds(np.array([turned_.approach]))[0]:
                    yield turned_

    def rated(self, seen: Seen) -> Judged:
        """How well this arm could take an object, 0 to 100: reach first, then orientation."""
        return judge(self.found(seen), self.gripper, _Rolling(self.post, seen.room), self.allowed)

    def choices(self, seen: Seen, goal: Point | None) -> tuple[Choice, ...] | Reason:
        """The grasps to try, best first; from each the goal can be reached, too."""
        found = self.found(seen)
        if not found.grasps:
            return found.reason or Reason("no_grasp", "it has no grasp")
        kept: list[Choice] = []
        for grasp in sorted(found.grasps, key=partial(_worse, middle_of(seen.cloud)))[:TRIED]:
            if any(_alike(grasp, each.grasp) for each in kept):
                continue
            choice = self._choice(grasp, seen, goal)
            if choice is not None:
                kept.append(choice)
            if len(kept) == MOST:
                break
        if kept:
            return tuple(kept)
        return Reason("out_of_reach", "no grasp of it is in reach, with its goal")

    def _choice(self, grasp: Grasp, seen: Seen, goal: Point | None) -> Choice | None:
        taking = poses(grasp, seen.at, seen.at)
        roll_m = self._stand([taking[Spot.AT], taking[Spot.BEFORE], taking[Spot.LIFTED]], seen.room)
        if roll_m is None:
            return None
        if goal is not None and self.onward(grasp.pose(), seen.at, goal, seen.room) is None:
            return None
        return Choice(grasp, roll_m)

    def onward(
        self, hand: Array, thing_at: Point, goal: Point, room: Room
    ) -> tuple[dict[Spot, Array], float] | None:
        """The hand's spots around a goal for what it holds, and how far to roll for them."""
        for turn in TURNS:
            spots = placing(hand, thing_at, goal, turn)
            roll_m = self._stand([spots[Spot.DOWN], spots[Spot.ABOVE]], room.without(goal, ON_M))
            if roll_m is not None:
                return spots, roll_m
        return None

    def _stand(self, hands: list[Array], room: Room) -> float | None:
        at = np.stack(hands)
        links, rolls = link_of(self.gripper, at), self.post.rolls_for(at)
        arms = [self.post.at(roll_m, room) for roll_m in rolls]
        tried = self.post.arm.solver.solve(np.concatenate([arm.seen(links) for arm in arms]))
        each = len(links)
        for n, (arm, roll_m) in enumerate(zip(arms, rolls, strict=True)):
            part = slice(n * each, (n + 1) * each)
            if tried.ok[part].all() and arm.gets_to(links, tried.q[part]):
                return roll_m
        return None


def middle_of(cloud: Array) -> Array:
    """The middle of what is seen of a thing, roughly that of the thing."""
    return np.asarray((cloud.min(axis=0) + cloud.max(axis=0)) / 2.0)


def _worse(middle: Array, grasp: Grasp) -> float:
    """Orders grasps: good ones first, and those that hold a thing over its middle, or above it.

    What is held beside its middle turns in the fingers when it is lifted.
    """
    x, y, z = np.array(grasp.at) - PADS_M * np.array(grasp.approach) - middle
    off_m = float(np.hypot(x, y)) + BELOW * max(0.0, float(-z))
    return OFF_MIDDLE * off_m - grasp.score


def leaning(grasp: Grasp, lean: float) -> Grasp:
    """The hand turned about the line between its pads; for a lean of 0 the same."""
    if lean == 0.0:
        return grasp
    turn = turned(np.array(grasp.closing), np.array((lean,)))[0]
    approach = turn @ np.array(grasp.approach)
    at = np.array(grasp.at) + PADS_M * (approach - np.array(grasp.approach))
    score = grasp.score - LEANING * abs(lean)
    return dataclasses.replace(grasp, at=_three(at), approach=_three(approach), score=score)


def _three(values: Array) -> Point:
    x, y, z = (float(each) for each in values)
    return (x, y, z)


def _alike(one: Grasp, other: Grasp) -> bool:
    """Whether trying the other after the one would be trying the same again."""
    away_m = float(np.linalg.norm(np.array(one.at) - np.array(other.at)))
    along = float(np.array(one.approach) @ np.array(other.approach))
    across = abs(float(np.array(one.closing) @ np.array(other.closing)))
    return away_m < ALIKE_M and min(along, across) > ALIKE


@dataclasses.dataclass(frozen=True, eq=False)
class _Rolling:
    """What an arm reaches when its robot may roll aside for each pose."""

    post: Post
    room: Room

    def reaches(self, links: Array) -> Mask:
        """Which poses it can take from somewhere."""
        ok = np.zeros(len(links), dtype=bool)
        for roll_m in self.post.rolls_for(links):
            left = np.flatnonzero(~ok)
            if not len(left):
                break
            ok[left] = self.post.at(roll_m, self.room).reaches(links[left])
        return ok
