"""``wait``: let time pass."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import Seconds, behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.core.actions import Action, Pause
from cotree.core.belief import View
from cotree.core.steps import Step


@dataclass(frozen=True)
class WaitParams:
    """Parameters of ``wait``."""

    duration: Seconds = parameter("how long", low=0.0)


@behaviour("wait", params=WaitParams, short="duration")
class Wait(ActionLeaf):
    """Let time pass.

    ```yaml
    - wait: 5 s
    ```
    """

    params: WaitParams
    if_unsure = "redo"

    def step(self, view: View) -> Step | None:
        """Nothing but time."""
        return Step(duration_s=self.params.duration)

    def action(self) -> Action:
        """Pause."""
        return Pause(self.params.duration)
