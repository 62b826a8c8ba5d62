"""From where a walking robot shall be to how it shall move: turn there, go, and stop softly."""

from __future__ import annotations

import math

from cotree.simulation.physics.gait import Pace, within

GAIN_PER_S = 1.5
"""How fast it goes for each metre that it is away."""
FASTEST_M_S, BACK_M_S, ASIDE_M_S = 1.3, 0.2, 0.25
TURN_RAD_S = 1.5
SPEEDS_UP_M_S2, TURNS_UP_RAD_S2 = 2.0, 6.0
LOOKS_M, LOOKS_M_S = 0.25, 0.3
"""Only who is that far away, or that fast, turns to where it goes."""
LONGEST_S = 0.1
"""After a longer pause nothing is known of how its goal moves."""


class Steering:
    """Leads one robot after a point that moves over the ground."""

    def __init__(self) -> None:
        self._pace = Pace()
        self._goal: tuple[float, float, float] | None = None
        """When it was seen last, and where."""

    def rest(self) -> None:
        """It stands: the next motion begins from there."""
        self._pace = Pace()
        self._goal = None

    def pace(
        self,
        now_s: float,
        dt_s: float,
        goal: tuple[float, float],
        here: tuple[float, float],
        yaw_rad: float,
    ) -> Pace:
        """How to move now."""
        moves = self._moves(now_s, goal)
        away = (goal[0] - here[0], goal[1] - here[1])
        east, north = (v + GAIN_PER_S * e for v, e in zip(moves, away, strict=True))
        cos, sin = math.cos(yaw_rad), math.sin(yaw_rad)
        wished = _towards(cos * east + sin * north, cos * north - sin * east, math.hypot(*away))
        self._pace = _soft(self._pace, wished, dt_s)
        return self._pace

    def _moves(self, now_s: float, goal: tuple[float, float]) -> tuple[float, float]:
        """How fast the goal moves."""
        before, self._goal = self._goal, (now_s, *goal)
        if before is None or not 0.0 < now_s - before[0] < LONGEST_S:
            return (0.0, 0.0)
        passed_s = now_s - before[0]
        x, y = (goal[0] - before[1]) / passed_s, (goal[1] - before[2]) / passed_s
        fast = math.hypot(x, y)
        part = min(1.0, FASTEST_M_S / fast) if fast > 0 else 0.0
        return (part * x, part * y)


def _towards(ahead: float, aside: float, away_m: float) -> Pace:
    """That motion as far as legs can do it: who is to go elsewhere than ahead turns first."""
    bearing = math.atan2(aside, ahead)
    goes = math.hypot(ahead, aside) > LOOKS_M_S
    turn = within(2.0 * bearing, TURN_RAD_S) if goes or away_m > LOOKS_M else 0.0
    if goes:
        part = max(0.0, math.cos(bearing))
        ahead = part * min(ahead, FASTEST_M_S) if ahead > 0 else max(ahead, -BACK_M_S)
    return Pace(ahead, within(aside, ASIDE_M_S), turn)


def _soft(was: Pace, wished: Pace, dt_s: float) -> Pace:
    speeds_up, turns_up = SPEEDS_UP_M_S2 * dt_s, TURNS_UP_RAD_S2 * dt_s
    return Pace(
        was.ahead_m_s + within(wished.ahead_m_s - was.ahead_m_s, speeds_up),
        was.aside_m_s + within(wished.aside_m_s - was.aside_m_s, speeds_up),
        was.turn_rad_s + within(wished.turn_rad_s - was.turn_rad_s, turns_up),
    )
