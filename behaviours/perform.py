"""``perform``: anything a body can do by name."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import Seconds, behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.core.actions import Action, Perform
from cotree.core.belief import View
from cotree.core.resources import Need
from cotree.core.steps import Step


@dataclass(frozen=True)
class PerformParams:
    """Parameters of ``perform``."""

    what: str = parameter("the name that the robot's body knows it by")
    duration: Seconds = parameter("how long it takes in simulation", default=1.0, low=0.0)
    needs: tuple[str, ...] = parameter(
        "types or names of the resources it has to itself meanwhile", default=()
    )


@behaviour("perform", params=PerformParams, short="what")
class PerformByName(ActionLeaf):
    """Do something that the robot's body knows by name: a gesture, a tool, a sentence.

    ```yaml
    - perform: wave
    - perform: {what: scan shelf, duration: 4 s, needs: [head]}
    ```
    """

    params: PerformParams

    def needs(self, view: View) -> tuple[Need, ...]:
        """What the YAML says, alone."""
        return tuple(Need(type_) for type_ in self.params.needs)

    def step(self, view: View) -> Step | None:
        """A fixed time on its resources."""
        return Step(self.needs(view), duration_s=self.params.duration)

    def action(self) -> Action:
        """Perform it."""
        return Perform(self.params.what, self.params.duration)
