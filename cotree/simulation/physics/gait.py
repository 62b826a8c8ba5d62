"""A trot: where four feet go so that a trunk moves as it is wished to, and the angles for that.

Two legs across from each other swing while the other two stand and push back; then they change.  A
foot lands where it catches the trunk: half a step ahead, and farther out when the trunk is faster
than it should be.  Legs that stand are stretched on the side to which the trunk tilts.
"""

from __future__ import annotations

import dataclasses
import math

from cotree.simulation.physics.quadruped_model import HIP_M, HIP_X_M, LEGS, LINK_M

PERIOD_S = 0.35
"""In which every leg takes one step."""
HEIGHT_M = 0.285
"""From the hips to the feet."""
LIFT_M = 0.07
WIDE_M = 0.03
"""So far outside of their hips feet land."""
CATCH_S = 0.08
"""How much farther feet land for each m/s that the trunk is too fast."""
REACH_M = (0.14, 0.12)
"""No foot lands farther from below its hip: ahead, aside."""
UPRIGHT, DAMPED = 0.6, 0.05
"""How much legs are stretched against a tilt, and against its growing."""
STRAIGHT_M = 1.96 * LINK_M
"""No leg is stretched farther."""


@dataclasses.dataclass(frozen=True)
class Pace:
    """How a trunk moves over the ground: ahead, to its left, turning left."""

    ahead_m_s: float = 0.0
    aside_m_s: float = 0.0
    turn_rad_s: float = 0.0


@dataclasses.dataclass(frozen=True)
class Feel:
    """What a trunk feels: how it moves, how it tilts (roll, pitch), and how fast that grows."""

    pace: Pace = Pace()
    tilt: tuple[float, float] = (0.0, 0.0)
    rate: tuple[float, float] = (0.0, 0.0)


class Trot:
    """The feet of one robot, from step to step, seen from the middle of its trunk."""

    def __init__(self) -> None:
        self._part = 0.0
        """Of the period."""
        self._feet = {leg: _below(front, side) for leg, front, side in LEGS}
        self._left = dict(self._feet)
        """Where each foot left the ground."""

    def step(self, dt_s: float, wish: Pace, feel: Feel) -> list[float]:
        """Go on for so long; the angles of all joints, leg by leg."""
        self._part = (self._part + dt_s / PERIOD_S) % 1.0
        angles: list[float] = []
        for leg, front, side in LEGS:
            part = (self._part + (0.0 if front * side > 0 else 0.5)) % 1.0
            if part < 0.5:
                foot = self._swing(leg, 2 * part, _landing(_below(front, side), wish, feel.pace))
            else:
                foot = self._push(leg, dt_s, wish, feel)
            hip = (HIP_X_M * front, HIP_M * side)
            angles += leg_angles(front, (foot[0] - hip[0], foot[1] - hip[1], foot[2]))
        return angles

    def _swing(self, leg: str, part: float, to: tuple[float, float]) -> tuple[float, float, float]:
        """In the air, from where the foot left the ground to where it will land."""
        left = self._left[leg]
        share = part * part * (3 - 2 * part)
        x, y = (a + share * (b - a) for a, b in zip(left, to, strict=True))
        self._feet[leg] = (x, y)
        return (x, y, LIFT_M * math.sin(math.pi * part) - HEIGHT_M)

    def _push(self, leg: str, dt_s: float, wish: Pace, feel: Feel) -> tuple[float, float, float]:
        """On the ground, which goes backwards below the trunk."""
        x, y = self._feet[leg]
        x, y = (
            x - (wish.ahead_m_s - wish.turn_rad_s * y) * dt_s,
            y - (wish.aside_m_s + wish.turn_rad_s * x) * dt_s,
        )
        self._feet[leg] = self._left[leg] = (x, y)
        roll, pitch = (
            UPRIGHT * tilt + DAMPED * rate for tilt, rate in zip(feel.tilt, feel.rate, strict=True)
        )
        return (x, y, roll * y - pitch * x - HEIGHT_M)


def leg_angles(front: int, foot: tuple[float, float, float]) -> tuple[float, float, float]:
    """Hip, thigh and knee of a leg whose foot is there, seen from its hip; knees point inward."""
    x, y, z = foot
    down = math.hypot(y, z)
    long = min(math.hypot(x, down), STRAIGHT_M)
    knee = -front * math.acos(max(-1.0, long * long / (2 * LINK_M**2) - 1.0))
    return math.atan2(y, -z), math.atan2(-x, down) - knee / 2, knee


def _below(front: int, side: int) -> tuple[float, float]:
    """Where a foot stands when nothing moves."""
    return (HIP_X_M * front, (HIP_M + WIDE_M) * side)


def _landing(below: tuple[float, float], wish: Pace, now: Pace) -> tuple[float, float]:
    """Where a swinging foot shall land."""
    stands_s = PERIOD_S / 2
    x, y = below
    ahead = now.ahead_m_s * stands_s / 2 + CATCH_S * (now.ahead_m_s - wish.ahead_m_s)
    aside = now.aside_m_s * stands_s / 2 + CATCH_S * (now.aside_m_s - wish.aside_m_s)
    ahead -= wish.turn_rad_s * y * stands_s / 2
    aside += wish.turn_rad_s * x * stands_s / 2
    most_x, most_y = REACH_M
    return (x + within(ahead, most_x), y + within(aside, most_y))


def within(value: float, most: float) -> float:
    """A number that is no larger than that, either way."""
    return max(-most, min(most, value))
