"""GPD's answers as our grasps: another frame of the hand, and scores that have no bounds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Protocol

import numpy as np

from cotree.core.frames import point_of
from cotree.core.places import Point
from cotree.manipulation.frames import Array
from cotree.manipulation.grasps.port import Question
from cotree.manipulation.grasps.values import Found, Grasp, none

SQUARE = 0.1
"""How far from a right angle (as a cosine) the axes of a hand may be."""
LOW_M = 0.005
"""Tips that are farther below the table are not there."""


class Answered(Protocol):
    """One grasp as GPD says it."""

    @property
    def at(self) -> Point:
        """The middle of the hand's base, between the fingers."""

    @property
    def approach(self) -> Point:
        """The way the hand comes."""

    @property
    def binormal(self) -> Point:
        """From finger to finger."""

    @property
    def width_m(self) -> float:
        """How thick the object is between the fingers."""

    @property
    def score(self) -> float:
        """How much more likely good than bad, as a logarithm."""


def found_of(hands: Iterable[Answered], question: Question) -> Found:
    """The grasps of an answer, best first; what cannot be is left out."""
    grasps = [each for hand in hands if (each := _grasp(hand, question)) is not None]
    if not grasps:
        return none("no_grasps", "the grasp server found no grasp of this object")
    return Found(tuple(sorted(grasps, key=lambda each: -each.score)))


def percent(score: float) -> float:
    """The network's certainty, 0 to 100: its score is the logarithm of good against bad."""
    return 100.0 / (1.0 + math.exp(-max(-500.0, min(500.0, score))))


def _grasp(hand: Answered, question: Question) -> Grasp | None:
    numbers = (*hand.at, *hand.approach, *hand.binormal, hand.width_m, hand.score)
    if not all(map(math.isfinite, numbers)) or hand.width_m > question.gripper.aperture_m:
        return None
    axes = _axes(np.array(hand.approach), np.array(hand.binormal))
    if axes is None:
        return None
    approach, closing = axes
    tips = np.array(hand.at) + question.gripper.depth_m * approach
    if question.table_z is not None and tips[2] < question.table_z - LOW_M:
        return None
    bite_m = _bite_m(question, tips, approach, closing)
    at, along, across = point_of(tips), point_of(approach), point_of(closing)
    return Grasp(percent(hand.score), at, along, across, hand.width_m, bite_m)


def _axes(approach: Array, closing: Array) -> tuple[Array, Array] | None:
    """Two unit vectors at a right angle, if they nearly are that."""
    long, wide = float(np.linalg.norm(approach)), float(np.linalg.norm(closing))
    if min(long, wide) < 1e-6:
        return None
    approach, closing = approach / long, closing / wide
    slant = float(approach @ closing)
    if abs(slant) > SQUARE:
        return None
    closing = closing - slant * approach
    return approach, closing / np.linalg.norm(closing)


def _bite_m(question: Question, tips: Array, approach: Array, closing: Array) -> float:
    """How far fingers reach over what is between them."""
    away = question.cloud - tips
    away = away[np.isfinite(away).all(axis=1)]
    deep, wide, high = away @ approach, away @ closing, away @ np.cross(approach, closing)
    gripper = question.gripper
    inside = (np.abs(wide) < gripper.aperture_m / 2) & (np.abs(high) < gripper.height_m)
    inside &= (deep < 0.0) & (deep > -gripper.depth_m)
    return float(-deep[inside].min()) if inside.any() else 0.0
