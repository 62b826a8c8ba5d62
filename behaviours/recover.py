"""``recover``: stand up again."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.common import Status

from cotree.behaviours.declare import Seconds, behaviour, parameter
from cotree.behaviours.leaf import ActionLeaf
from cotree.core.actions import Action, Perform
from cotree.core.disturbances import upright

RECOVER = "recover"
"""The name by which the robot's body knows it."""


@dataclass(frozen=True)
class RecoverParams:
    """Parameters of ``recover``."""

    duration: Seconds = parameter("how long it takes in simulation", default=5.0, low=0.0)
    settle: Seconds = parameter(
        "how long after it the robot may take to be seen upright", default=1.0, low=0.0
    )


@behaviour("recover", params=RecoverParams)
class Recover(ActionLeaf):
    """Stand up again; it succeeds when the robot is seen upright (the fact ``<robot>/upright``).

    The body knows the action by the name ``recover``.  If the robot is still down when the action
    is over, it fails with the code ``still_down``.

    ```yaml
    - recover
    - recover: {duration: 8 s}
    ```
    """

    params: RecoverParams
    if_unsure = "redo"

    def __init__(self, name: str, params: RecoverParams) -> None:
        super().__init__(name, params)
        self._until_s: float | None = None
        """When to stop waiting to be upright; None: the action goes on."""

    def initialise(self) -> None:
        """Begin the action."""
        self._until_s = None
        super().initialise()

    def action(self) -> Action:
        """The body's own way of standing up."""
        return Perform(RECOVER, self.params.duration)

    def update(self) -> Status:
        """Wait for the end of the action, and then to be upright."""
        if self._until_s is None:
            status = super().update()
            if status is not Status.SUCCESS:
                return status
            self._until_s = self.desk.now_s + self.params.settle
        if self.desk.view().fact(upright(self.desk.robot)) is not False:
            return Status.SUCCESS
        if self.desk.now_s < self._until_s:
            self.desk.wake_at(self, self._until_s)
            return Status.RUNNING
        return self.fail("still_down", f"{self.desk.robot} is still down after standing up")
