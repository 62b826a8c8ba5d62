"""What befalls robots and ways in the kinematic world, and what is impossible afterwards."""

from __future__ import annotations

import dataclasses

from cotree.behaviours.recover import RECOVER
from cotree.core.actions import Action, Drive, Event, FactSeen, Pause, Perform
from cotree.core.disturbances import (
    BLOCKED,
    BROKEN,
    FALLEN,
    Misfortune,
    areas_of,
    blocked,
    closed,
    cost_of,
    healthy,
    state_of,
    upright,
    way,
)
from cotree.core.places import Point, distance_m, on_way
from cotree.core.reasons import Reason

LEAST = 1e-6
"""No way is free."""


@dataclasses.dataclass
class Mishaps:
    """How things stand after all misfortunes so far."""

    places: dict[str, Point]
    same_place_m: float
    fallen: set[str] = dataclasses.field(default_factory=set)
    broken: set[str] = dataclasses.field(default_factory=set)
    blocked: dict[tuple[str, str], None] = dataclasses.field(default_factory=dict)
    """Each way that is blocked, with the robot for which it is (empty: for everybody)."""
    closed: dict[tuple[str, str], None] = dataclasses.field(default_factory=dict)
    """Each place that is closed, with the robot for which it is."""

    def strike(self, what: Misfortune) -> list[Event]:
        """It happens now; what can be seen of it."""
        match what.what:
            case "falls":
                self.fallen.add(what.robot)
                return [FactSeen(upright(what.robot), False)]
            case "breaks":
                self.broken.add(what.robot)
                return [FactSeen(healthy(what.robot), False)]
            case "mends":
                self.broken.discard(what.robot)
                return [FactSeen(healthy(what.robot), True)]
            case "becomes":
                return [FactSeen(state_of(what.robot), what.state)]
            case "blocks":
                self.blocked[way(*what.way), what.robot] = None
                return [FactSeen(blocked(*what.way, what.robot), True)]
            case "clears":
                self.blocked.pop((way(*what.way), what.robot), None)
                return [FactSeen(blocked(*what.way, what.robot), False)]
            case "closes":
                self.closed[what.place, what.robot] = None
                return [FactSeen(closed(what.place, what.robot), True)]
            case "opens":
                return self._opens(what)
            case "relabels":
                return [FactSeen(areas_of(what.place), ", ".join(what.areas))]
        return []

    def _opens(self, what: Misfortune) -> list[Event]:
        """A place that was closed; or a way, whether it was blocked or there was none."""
        robot = what.robot
        if what.place:
            self.closed.pop((what.place, robot), None)
            return [FactSeen(closed(what.place, robot), False)]
        ends = [self.places.get(name, (0.0, 0.0, 0.0)) for name in what.way]
        seen: list[Event] = [
            FactSeen(cost_of(*what.way, robot), what.cost or max(distance_m(*ends), LEAST))
        ]
        if (way(*what.way), robot) in self.blocked:
            del self.blocked[way(*what.way), robot]
            seen.append(FactSeen(blocked(*what.way, robot), False))
        return seen

    def ended(self, robot: str, action: Action) -> list[Event]:
        """An action went well: a robot that recovered stands."""
        if _recovers(action) and robot in self.fallen:
            self.fallen.discard(robot)
            return [FactSeen(upright(robot), True)]
        return []

    def why_not(self, robot: str, action: Action, here: Point) -> Reason | None:
        """Why this can not begin, or not go on, after what happened."""
        if isinstance(action, Pause):
            return None
        if robot in self.broken:
            return Reason(BROKEN, f"{robot} is broken and can not move")
        if robot in self.fallen and not _recovers(action):
            return Reason(FALLEN, f"{robot} has fallen")
        if isinstance(action, Drive) and (self.blocked or self.closed):
            return self._why_not_along(robot, here, action.to)
        return None

    def _why_not_along(self, robot: str, here: Point, to: Point) -> Reason | None:
        barred = {name for name, whose in self.blocked if whose in ("", robot)}
        for place, whose in self.closed:
            if whose in ("", robot):
                barred |= {way(other, place) for other in self.places}
        for name in on_way(here, to, self.places, self.same_place_m):
            if name in barred:
                return Reason(BLOCKED, f"the way {name} is blocked", {"way": name})
        return None


def _recovers(action: Action) -> bool:
    return isinstance(action, Perform) and action.name == RECOVER
