"""``grasp``: take an object of a job."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.acting import Acting
from cotree.behaviours.declare import ObjectName, behaviour, parameter
from cotree.behaviours.pick import AT_HAND
from cotree.core.actions import Action, Grasp
from cotree.core.belief import View
from cotree.core.reasons import Reason
from cotree.core.resources import Need


@dataclass(frozen=True)
class GraspParams:
    """Parameters of ``grasp``."""

    job: str = parameter("the job of the mission that it belongs to")
    object: ObjectName = parameter("what to take")


@behaviour("grasp", params=GraspParams)
class Grasping(Acting):
    """Take an object of a job with the gripper that matching has found for it.

    Its robot need not have wheels: it stands where the team stands that it is docked to.

    ```yaml
    - grasp: {job: carry, object: cup}
    ```
    """

    params: GraspParams
    verb = "grasp"

    def about(self) -> str:
        """The object."""
        return self.params.object

    def need(self, part: str) -> Need:
        """The gripper, empty, which holds the object then."""
        return Need(part, takes=self.params.object)

    def potential(self, view: View) -> float:
        """A high constant: what is at hand comes first."""
        return AT_HAND

    def goal(self, view: View) -> bool:
        """Whether the part that would take it holds it already, or it is where it belongs."""
        if self.settled(view):
            return True
        seen = view.object(self.params.object)
        if seen is None or seen.held_by is None:
            return False
        return self.acts(view) and seen.held_by[0] == view.robot

    def hindered(self, view: View) -> Reason | None:
        """The object is not known, held by somebody, or somewhere else."""
        seen = view.object(self.params.object)
        if seen is None:
            return Reason("unknown_object", f"nobody has seen {self.params.object}")
        if seen.held_by is not None:
            return Reason("held", f"{seen.held_by[0]} holds {self.params.object}")
        if not view.stands_at(seen.at):
            return Reason("too_far", f"the team does not stand at {self.params.object}")
        return None

    def action(self) -> Action:
        """Grasp with the granted gripper."""
        return Grasp(self.params.object, self.acting)
