"""``release``: put an object of a job where it belongs."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.acting import Acting
from cotree.behaviours.declare import ObjectName, behaviour, parameter
from cotree.behaviours.pick import AT_HAND
from cotree.behaviours.place import lies_at
from cotree.core.actions import Action, Release
from cotree.core.belief import View
from cotree.core.places import Location
from cotree.core.reasons import Reason
from cotree.core.resources import Need


@dataclass(frozen=True)
class ReleaseParams:
    """Parameters of ``release``."""

    job: str = parameter("the job of the mission that it belongs to")
    object: ObjectName = parameter("what to put down")
    at: Location = parameter("where: a place, an object, or [x, y]")


@behaviour("release", params=ReleaseParams)
class Releasing(Acting):
    """Put an object of a job down where it belongs, with the gripper that holds it.

    ```yaml
    - release: {job: carry, object: cup, at: table}
    ```
    """

    params: ReleaseParams
    verb = "release"

    def about(self) -> str:
        """The object."""
        return self.params.object

    def need(self, part: str) -> Need:
        """The gripper that holds it."""
        return Need(part, holding=self.params.object, drops=True)

    def potential(self, view: View) -> float:
        """A high constant: what is at hand comes first."""
        return AT_HAND

    def goal(self, view: View) -> bool:
        """Whether the object lies at its goal."""
        return lies_at(view, self.params.object, self.params.at)

    def hindered(self, view: View) -> Reason | None:
        """Nobody knows the goal, or the team does not stand there."""
        at = view.locate(self.params.at)
        if at is None:
            return Reason("unknown_place", f"nobody knows where {self.params.at} is")
        if not view.stands_at(at):
            return Reason("too_far", f"the team does not stand at {self.params.at}")
        return None

    def action(self) -> Action:
        """Release at the goal."""
        at = self.desk.view().locate(self.params.at)
        if at is None:
            raise LookupError(f"nobody knows where {self.params.at} is")
        return Release(self.params.object, self.acting, at)
