"""``detect``: look for an object of a job."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.acting import Telling
from cotree.behaviours.declare import ObjectName, Seconds, behaviour, parameter
from cotree.core.actions import Action, Perform
from cotree.core.belief import View
from cotree.core.jobs import seen_by


@dataclass(frozen=True)
class DetectParams:
    """Parameters of ``detect``."""

    job: str = parameter("the job of the mission that it belongs to")
    object: ObjectName = parameter("what to look for")
    duration: Seconds = parameter("how long it takes in simulation", default=1.0, low=0.0)


@behaviour("detect", params=DetectParams)
class Detect(Telling):
    """Look for an object of a job, with the camera that matching has found for it.

    A `job` unfolds to leaves like this one.  Which camera saw the object is told to the team under
    `<job>/<object>/seen`: from there the data go to the part that acts next.

    ```yaml
    - detect: {job: carry, object: cup}
    ```
    """

    params: DetectParams
    verb = "detect"

    def about(self) -> str:
        """The object."""
        return self.params.object

    def goal(self, view: View) -> bool:
        """Whether somebody has seen it, or it is where it belongs."""
        seen = view.fact(seen_by(self.params.job, self.params.object))
        return self.settled(view) or self.just_told(view) or bool(seen)

    def action(self) -> Action:
        """The body looks."""
        return Perform("detect", self.params.duration, {"object": self.params.object})

    def news(self) -> tuple[str, str]:
        """Which part sees it."""
        seen = seen_by(self.params.job, self.params.object)
        return seen, f"{self.desk.robot}/{self.acting}"
