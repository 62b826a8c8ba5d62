"""The walking robots of a mission: they walk, are pushed, feel that they lie, and get up."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cotree.behaviours.recover import RECOVER
from cotree.core.actions import Action, Begin, Perform
from cotree.core.places import Point, distance_m
from cotree.core.reasons import Reason
from cotree.simulation.doing import Doing
from cotree.simulation.physics.quadruped import Quadruped
from cotree.simulation.physics.sim import Sim

PUSH_N = 150.0
PUSH_S = 0.25
"""What a fall is here: a shove from the side."""
ARRIVED_M = 0.10
"""As near as that is where it was sent."""
LATE_S = 10.0
"""So much longer than foretold a way may take."""


class Legs:
    """All walking robots; each follows the point where its drive should have brought it."""

    def __init__(self, sim: Sim, names: Iterable[str]) -> None:
        self._sim = sim
        self.robots = {name: Quadruped(sim, name) for name in names}
        self._pushed: dict[str, float] = {}
        self._down: set[str] = set()

    def lead(self, now_s: float, goal: Callable[[str], Point]) -> None:
        """Move every robot's motors on; who stands goes after its goal."""
        for name, robot in self.robots.items():
            if name not in self._down:
                robot.go(goal(name))
            robot.drive(now_s)
            until_s = self._pushed.get(name)
            if until_s is not None and now_s >= until_s:
                del self._pushed[name]
                self._sim.push(name, (0.0, 0.0, 0.0))

    def push(self, name: str, now_s: float) -> None:
        """Shove a robot from its left."""
        aside = self._sim.pose(name)[:3, 1]
        x, y, z = (float(value) for value in -PUSH_N * aside)
        self._sim.push(name, (x, y, z))
        self._pushed[name] = now_s + PUSH_S

    def fell(self) -> list[str]:
        """Who lies now and did not when this was asked before."""
        down = {name for name, robot in self.robots.items() if robot.up < 0.5}
        new = sorted(down - self._down)
        self._down |= down
        return new

    def stands(self, name: str) -> bool:
        """Whether a robot stands; from then on it can walk, and fall, again."""
        if self.robots[name].upright:
            self._down.discard(name)
            return True
        return False

    def where(self, name: str) -> Point:
        """Where a robot is on its ground."""
        x, y, _ = (round(value, 3) + 0.0 for value in self._sim.at(name))
        return (x, y, 0.0)

    # -- what they do --------------------------------------------------------------------------

    def __contains__(self, name: object) -> bool:
        return name in self.robots

    def begin(self, begin: Begin) -> None:
        """An action begins: who is to recover gets up."""
        if begin.robot in self and is_recovery(begin.action):
            self.robots[begin.robot].rise()

    def at_work(self, doing: Doing, now_s: float) -> bool:
        """Walking and getting up take what they take; both give up by themselves."""
        name = doing.begin.robot
        if name not in self or doing.outcome is not None:
            return False
        if doing.trip is not None:
            return now_s < doing.trip.arrives_s + LATE_S and self._why_astray(doing) is not None
        return is_recovery(doing.begin.action) and self.robots[name].rising

    def why(self, doing: Doing) -> Reason | None:
        """Why what legs did is over and has failed, if it has."""
        name = doing.begin.robot
        if name not in self:
            return None
        if is_recovery(doing.begin.action):
            stands = self.stands(name)
            return None if stands else Reason("still_down", f"{name} did not get up")
        return self._why_astray(doing)

    def moved(self, doing: Doing) -> bool:
        """Whether an action that is over has brought its robot elsewhere, on its legs."""
        rose = is_recovery(doing.begin.action) and doing.outcome is None
        return doing.begin.robot in self and (rose or doing.trip is not None)

    def _why_astray(self, doing: Doing) -> Reason | None:
        if doing.trip is None:
            return None
        away_m = distance_m(self.where(doing.begin.robot), doing.trip.to)
        if away_m <= ARRIVED_M:
            return None
        far = f"{doing.begin.robot} stands {away_m:.2f} m from where it was sent"
        return Reason("astray", far)

    def busy(self) -> bool:
        """Whether somebody walks, is pushed, falls, or gets up."""
        moving = (robot.walks or robot.rising or robot.up < 0.98 for robot in self.robots.values())
        return bool(self._pushed) or any(moving)


def is_recovery(action: Action) -> bool:
    """Whether it is to get up."""
    return isinstance(action, Perform) and action.name == RECOVER
