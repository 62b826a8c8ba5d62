"""``approach``: drive a job's team to where its next action is."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.acting import Acting
from cotree.behaviours.declare import ObjectName, behaviour, parameter
from cotree.behaviours.move import MOVE, no_way
from cotree.core.actions import Action, Drive
from cotree.core.belief import View
from cotree.core.places import Location
from cotree.core.reasons import Reason
from cotree.core.resources import Mode, Need


@dataclass(frozen=True)
class ApproachParams:
    """Parameters of ``approach``."""

    job: str = parameter("the job of the mission that it belongs to")
    object: ObjectName = parameter("for the sake of which object")
    to: Location = parameter("where to drive: a place, an object, or [x, y]")


@behaviour("approach", params=ApproachParams)
class Approach(Acting):
    """Drive to where an object of a job is, or belongs, with the wheels that matching has found.

    Whoever is docked on the robot that drives comes along.

    ```yaml
    - approach: {job: carry, object: cup, to: table}
    ```
    """

    params: ApproachParams
    verb = "move"

    def about(self) -> str:
        """The object for which it drives."""
        return self.params.object

    def need(self, part: str) -> Need:
        """The wheels alone."""
        return Need(part, Mode.EXCLUSIVE, MOVE)

    def goal(self, view: View) -> bool:
        """Whether the robot that would drive stands there, or need not."""
        there = self.acts(view) and view.stands_at(view.locate(self.params.to))
        return there or self.settled(view)

    def hindered(self, view: View) -> Reason | None:
        """Nobody knows the place, or the way there is blocked."""
        return no_way(view, self.params.to)

    def action(self) -> Action:
        """Drive there."""
        to = self.desk.view().locate(self.params.to)
        if to is None:
            raise LookupError(f"nobody knows where {self.params.to} is")
        return Drive(to)
