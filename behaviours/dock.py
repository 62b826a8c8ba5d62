"""``dock`` and ``undock``: robots climb onto each other for a job, and down again."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from cotree.behaviours.acting import Telling
from cotree.behaviours.declare import behaviour, parameter
from cotree.core.actions import Action, Perform
from cotree.core.belief import View
from cotree.core.jobs import DOCK, UNDOCK, docked, who_docked
from cotree.core.reasons import Reason


@dataclass(frozen=True)
class DockParams:
    """Parameters of ``dock`` and ``undock``."""

    job: str = parameter("the job of the mission that it belongs to")
    robot: str = parameter("which robot of the team")


class Docking(Telling):
    """What both have in common: a robot, and what it stands on."""

    params: DockParams

    def about(self) -> str:
        """The robot."""
        return self.params.robot

    def stands_on(self, view: View, robot: str) -> str:
        """Whom a robot is docked to now; empty: nobody."""
        return str(view.fact(docked(robot)) or "")

    def below(self, view: View) -> str | None:
        """Whom it should be docked to; empty: nobody; None: nobody knows yet."""
        stack = self.stack(view)
        if stack is None:
            return None
        robot = self.params.robot
        return stack[stack.index(robot) - 1] if robot in stack[1:] else ""


@behaviour("dock", params=DockParams)
class Dock(Docking):
    """Climb onto the robot below, if the job is done by an assembly to which this robot belongs.

    The lower robots first.  A robot without wheels is fetched by the one that it is put on.  The
    lowest climbs down, if it stands on somebody, and so does a stranger from who belongs to the
    assembly; for all other robots it is done at once.  Who is to stand elsewhere in the tower gets
    down first if it must.

    ```yaml
    - dock: {job: carry, robot: small}
    ```
    """

    verb = DOCK

    def goal(self, view: View) -> bool:
        """Whether it stands where it should, or belongs to no assembly and is in nobody's way."""
        stack, on = self.stack(view), self.stands_on(view, self.params.robot)
        if stack is None:
            return False
        right = on == self.below(view) if self.params.robot in stack else on not in stack
        return right or self.just_told(view)

    def hindered(self, view: View) -> Reason | None:
        """Somebody stands on it; or it cannot get up yet, and need not get down first."""
        robot, on = self.params.robot, self.stands_on(view, self.params.robot)
        above = self.on_top(view, robot)
        if above:
            return Reason("carries", f"{above} stands on {robot}")
        return None if on else self.not_yet(view)

    def not_yet(self, view: View) -> Reason | None:
        """Why it cannot stand where it should: the ones below do not, or somebody else does."""
        stack, me = self.stack(view) or (), self.params.robot
        if me not in stack[1:]:
            return None
        lower = stack[: stack.index(me)]
        if self.stands_on(view, stack[0]):
            return Reason("not_docked", f"{stack[0]} does not stand on the ground yet")
        for below, robot in pairwise(lower):
            if self.stands_on(view, robot) != below:
                return Reason("not_docked", f"{robot} does not stand on {below} yet")
        other = self.on_top(view, lower[-1])
        return Reason("not_docked", f"{other} still stands on {lower[-1]}") if other else None

    def on_top(self, view: View, below: str) -> str:
        """Another robot that stands on one; empty: none does."""
        known = filter(None, map(who_docked, view.belief.facts))
        others = (robot for robot in known if self.stands_on(view, robot) == below)
        return next((robot for robot in others if robot != self.params.robot), "")

    def action(self) -> Action:
        """The body docks."""
        data: dict[str, str | float | bool] = {"robot": self.params.robot}
        if not self._on:
            return Perform(UNDOCK, self.desk.model.handling_s, data)
        return Perform(DOCK, self.desk.model.handling_s, {**data, "on": self._on})

    def initialise(self) -> None:
        """Remember onto whom; who stands elsewhere and cannot get there yet gets down first."""
        view = self.desk.view()
        self._on = "" if self.not_yet(view) else self.below(view) or ""
        super().initialise()

    def news(self) -> tuple[str, str]:
        """It stands there now."""
        return docked(self.params.robot), self._on


@behaviour("undock", params=DockParams)
class Undock(Docking):
    """Climb down again after a job; for everybody who stands on nobody it is done at once.

    ```yaml
    - undock: {job: carry, robot: small}
    ```
    """

    verb = UNDOCK

    def goal(self, view: View) -> bool:
        """Whether it stands on the ground."""
        return not self.stands_on(view, self.params.robot) or self.just_told(view)

    def hindered(self, view: View) -> Reason | None:
        """Somebody stands on it."""
        for robot in self.stack(view) or ():
            if self.stands_on(view, robot) == self.params.robot:
                return Reason("carries", f"{robot} stands on {self.params.robot}")
        return None

    def action(self) -> Action:
        """The body undocks."""
        return Perform(UNDOCK, self.desk.model.handling_s, {"robot": self.params.robot})

    def news(self) -> tuple[str, str]:
        """It stands on the ground now."""
        return docked(self.params.robot), ""
