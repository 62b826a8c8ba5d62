"""Where in the world the hand's spots are, for one grasp and one goal."""

from __future__ import annotations

import numpy as np

from cotree.core.frames import backed, raised
from cotree.core.places import Point
from cotree.manipulation.frames import Array
from cotree.manipulation.grasps.values import Grasp
from cotree.manipulation.pick.values import Spot

BACK_M = 0.10
"""From so far back the hand goes straight in."""
UP_M = 0.10
"""So high a thing is lifted (and so far above its goal it comes)."""


def poses(grasp: Grasp, object_at: Point, goal: Point, turn: float = 0.0) -> dict[Spot, Array]:
    """The hand's pose at each spot, when the object at one point is to come to another.

    ``turn`` is how far the object is turned about the vertical on its way.
    """
    hand = grasp.pose()
    return {
        Spot.BEFORE: grasp.before(BACK_M),
        Spot.AT: hand,
        Spot.LIFTED: raised(hand, UP_M),
        **placing(grasp.pose(), object_at, goal, turn),
        Spot.BACK: raised(hand, UP_M),
        Spot.RETURNED: hand,
        Spot.LEFT: backed(hand, BACK_M),
    }


def placing(hand: Array, start: Point, goal: Point, turn: float = 0.0) -> dict[Spot, Array]:
    """The hand's pose at the spots around the goal, when what it holds is at the start now."""
    down = moved(hand, start, goal, turn)
    return {Spot.ABOVE: raised(down, UP_M), Spot.DOWN: down, Spot.AWAY: backed(down, BACK_M)}


def moved(hand: Array, start: Point, goal: Point, turn: float) -> Array:
    """The hand's pose after what it holds went from start to goal."""
    cosine, sine = np.cos(turn), np.sin(turn)
    spin = np.array(((cosine, -sine, 0.0), (sine, cosine, 0.0), (0.0, 0.0, 1.0)))
    result = hand.copy()
    result[:3, :3] = spin @ hand[:3, :3]
    result[:3, 3] = spin @ (hand[:3, 3] - np.array(start)) + np.array(goal)
    return result
