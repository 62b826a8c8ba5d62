"""How one arm gets its hand to each spot of a pick and place."""

from __future__ import annotations

import dataclasses
from itertools import product

import numpy as np

from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.manipulation.arm.obstacles import Room
from cotree.manipulation.arm.spheres import NOTHING, Held
from cotree.manipulation.frames import Array, inverse
from cotree.manipulation.handling.choice import Choice
from cotree.manipulation.handling.motions import Aim, across, along, away, up
from cotree.manipulation.handling.posts import Post
from cotree.manipulation.handling.values import Motion, Size
from cotree.manipulation.pick.poses import poses
from cotree.manipulation.pick.values import Spot

AT_GOAL = frozenset({Spot.ABOVE, Spot.DOWN, Spot.AWAY})
OFF = frozenset({Spot.AWAY, Spot.LEFT})
AFTER_CROSSING = {
    Spot.BEFORE: (Spot.AT, Spot.LIFTED),
    Spot.ABOVE: (Spot.DOWN,),
    Spot.BACK: (Spot.RETURNED,),
}
"""What the hand crosses the table for, and the line on which it goes on from there."""


@dataclasses.dataclass(frozen=True, eq=False)
class Around:
    """What is around an arm when it plans a motion."""

    all: Room
    without: Room
    """The same without what is to be, or was, taken."""
    held: Held = NOTHING


@dataclasses.dataclass(frozen=True, eq=False)
class Spots:
    """Where the hand's spots are in the world, and how far the robot has to roll for them."""

    hands: dict[Spot, Array]
    roll_m: float
    goal_roll_m: float

    def with_goal(self, placed: dict[Spot, Array], roll_m: float) -> Spots:
        """The same with the spots around the goal."""
        return Spots({**self.hands, **placed}, self.roll_m, roll_m)

    def motion(self, post: Post, q: Array, spot: Spot, around: Around) -> Motion | Reason:
        """From joints to a spot."""
        hand = self.hands[spot]
        if spot not in AFTER_CROSSING:
            if spot is Spot.LIFTED:
                return up(post, q, hand, around.without)
            if spot in OFF:
                return away(post, q, hand, around.without)
            return along(post, q, hand, around.without, touching=spot is not Spot.AT)
        roll_m = self.goal_roll_m if spot in AT_GOAL else self.roll_m
        then = tuple(self.hands[each] for each in AFTER_CROSSING[spot])
        rolls = dict.fromkeys((roll_m, *post.rolls_for(hand[None])))
        rooms = (around.all, around.without) if spot is Spot.BEFORE else (around.without,)
        found: Motion | Reason = Reason("out_of_reach", "the hand gets nowhere near")
        for room, roll in product(rooms, rolls):
            aim = Aim(hand, then, roll)
            found = across(post, q, aim, room, around.held, around.without)
            if isinstance(found, Motion):
                break
        return found


def spots_of(choice: Choice, at: Point) -> Spots:
    """The spots around an object that is to be taken; its goal is not known yet."""
    return Spots(poses(choice.grasp, at, at), choice.roll_m, choice.roll_m)


def held_in(link: Array, thing: Array, box: tuple[Array, Size]) -> Held:
    """What is in the hand, as balls along its longest side, in the frame of the arm's last link."""
    pose, size = box
    longest = int(np.argmax(size))
    across_m = float(np.linalg.norm([side for i, side in enumerate(size) if i != longest])) / 2.0
    half = max(0.0, size[longest] / 2.0 - across_m)
    middle = inverse(link) @ thing @ pose
    along_it = middle[:3, longest]
    at = [middle[:3, 3] + share * half * along_it for share in (-1.0, 0.0, 1.0)]
    return Held(np.array(at), np.full(3, across_m))
