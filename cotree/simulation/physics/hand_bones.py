"""The bones of a hand: where each is for a wrist and how far the hand is closed."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.simulation.physics.cameras import Floats


@dataclasses.dataclass(frozen=True)
class Finger:
    """One finger: where it begins in the palm, which way it points, its bones and thickness.

    x points to the finger tips, y to the thumb (of a right hand seen from its back), z out of the
    back of the hand; metres from the wrist.
    """

    base: tuple[float, float, float]
    spread_rad: float
    bones: tuple[float, float, float]
    radius_m: float
    bends: tuple[float, float, float] = (1.0, 1.2, 0.8)
    """How much each joint bends when the hand is closed all the way."""
    turns: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """How far each bone is turned towards the little finger, seen from the bone before."""


FINGERS = {
    "thumb": Finger(
        (0.024, 0.022, -0.006),
        0.80,
        (0.040, 0.033, 0.027),
        0.0128,
        (0.2, 0.5, 0.6),
        (0.0, 0.22, 0.20),
    ),
    "index": Finger((0.092, 0.027, 0.0), 0.09, (0.043, 0.026, 0.022), 0.0108),
    "middle": Finger((0.096, 0.006, 0.002), 0.01, (0.047, 0.029, 0.023), 0.0110),
    "ring": Finger((0.091, -0.015, 0.0), -0.07, (0.043, 0.027, 0.022), 0.0103),
    "little": Finger((0.082, -0.034, -0.003), -0.17, (0.034, 0.021, 0.019), 0.0092),
}
LANDMARKS = 21


def landmarks(wrist: Floats, closed: float = 0.05, *, right: bool = True) -> Floats:
    """The 21 points of a hand in the world, in MediaPipe's order: the truth for tests."""
    points = [wrist[:3, 3]]
    for chain, finger in zip(
        chains(wrist, closed, 1.0 if right else -1.0), FINGERS.values(), strict=True
    ):
        points += [bone[:3, 3] for bone in chain]
        points.append(chain[-1][:3, 3] + chain[-1][:3, 0] * finger.bones[-1])
    return np.array(points)


def chains(wrist: Floats, closed: float, side: float, spread: float = 1.0) -> list[list[Floats]]:
    """The pose of every bone, finger by finger; ``side`` -1 mirrors the hand."""
    found = []
    for name, finger in FINGERS.items():
        here = np.eye(4)
        here[:3, 3] = finger.base
        here[:3, :3] = _about_z((1.0 if name == "thumb" else spread) * finger.spread_rad)
        if name == "thumb":
            here[:3, :3] = here[:3, :3] @ _about_x(-0.9) @ _about_z(-0.5 * closed)
        chain = []
        for turn, bend, length in zip(finger.turns, finger.bends, finger.bones, strict=True):
            here = here.copy()
            here[:3, :3] = here[:3, :3] @ _about_z(-turn) @ _about_y(bend * closed)
            chain.append(wrist @ _mirrored(here, side))
            here[:3, 3] += here[:3, 0] * length
        found.append(chain)
    return found


def _mirrored(pose: Floats, side: float) -> Floats:
    flip = np.diag((1.0, side, 1.0, 1.0))
    mirrored: Floats = flip @ pose @ flip
    return mirrored


def _about_x(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array(((1, 0, 0), (0, c, -s), (0, s, c)))


def _about_y(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array(((c, 0, s), (0, 1, 0), (-s, 0, c)))


def _about_z(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array(((c, -s, 0), (s, c, 0), (0, 0, 1)))
