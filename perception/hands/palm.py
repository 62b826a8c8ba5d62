"""Where a palm is in the room: its landmarks, and the depth under them."""

from __future__ import annotations

import msgspec
import numpy as np

from cotree.core.frames import point_of
from cotree.core.places import Point
from cotree.perception.blind import Blind
from cotree.perception.frame import Frame, depth_at
from cotree.perception.hands.landmarks import PALM, Hand2D

INSIDE_M = 0.012
"""The camera sees skin; the joints lie so much behind it."""
THICK_M = 0.06
"""Depths that differ more than this from their median are not of this palm."""


class Palm(msgspec.Struct, frozen=True):
    """One palm, seen at a time, in the mission's frame."""

    t_s: float
    at: Point
    sigma_m: float
    """How far each coordinate may be off (one standard deviation)."""
    confidence: float = 1.0


def palm_of(hand: Hand2D, frame: Frame) -> Palm | Blind:
    """The middle of the wrist and the four knuckles, or why it is not known."""
    if frame.depth_m is None:
        return Blind("a hand without depth is nowhere: the camera has no depth")
    pixels = hand.pixels[list(PALM)]
    depths = depth_at(frame, pixels)
    known = np.isfinite(depths)
    if known.any():
        known &= np.abs(depths - float(np.median(depths[known]))) < THICK_M
    if np.count_nonzero(known) < 3:
        return Blind("there is no depth at the palm")
    whole = np.where(known, depths, float(np.median(depths[known])))
    rays = frame.camera.rays(pixels)
    inside = rays / np.linalg.norm(rays, axis=1, keepdims=True) * INSIDE_M
    points = frame.camera.room(rays * whole[:, None] + inside)
    sigma_m = 0.01 + 0.003 * float(np.median(whole)) ** 2 + 0.005 * int(np.sum(~known))
    return Palm(frame.t_s, point_of(points.mean(axis=0)), sigma_m, hand.confidence)
