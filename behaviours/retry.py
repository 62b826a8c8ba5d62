"""``retry``: try again after a failure."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.declare import Children, Seconds, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper


@dataclass(frozen=True)
class RetryParams:
    """Parameters of ``retry``."""

    times: int = parameter("how often at most, the first attempt included", default=3, low=1)
    pause: Seconds = parameter("how long to wait between attempts", default=0.0, low=0.0)


@behaviour("retry", params=RetryParams, children=Children.ONE)
class Retry(Wrapper):
    """Try again after a failure, a limited number of times.

    ```yaml
    - retry: {times: 3, pause: 2 s, do: {wait: 1 s}}
    ```
    """

    def __init__(self, name: str, params: RetryParams, child: Behaviour) -> None:
        super().__init__(name, params, child)
        self.attempts = 0
        self.paused_until_s = 0.0

    def initialise(self) -> None:
        """All attempts are left."""
        self.attempts = 0
        self.paused_until_s = self.desk.now_s

    def before(self) -> Status | None:
        """Wait while pausing."""
        return Status.RUNNING if self.desk.now_s < self.paused_until_s else None

    def after(self, status: Status) -> Status:
        """Count a failure and go on while attempts are left."""
        if status is not Status.FAILURE:
            return status
        self.attempts += 1
        if self.attempts >= self.params.times:
            return status
        self.paused_until_s = self.desk.now_s + self.params.pause
        self.desk.wake_at(self, self.paused_until_s)
        self.feedback_message = f"attempt {self.attempts + 1} of {self.params.times}"
        return Status.RUNNING
