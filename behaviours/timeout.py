"""``timeout``: stop what takes too long."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.declare import Children, Seconds, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper


@dataclass(frozen=True)
class TimeoutParams:
    """Parameters of ``timeout``."""

    after: Seconds = parameter("how long it may take, from its start", low=0.0)


@behaviour("timeout", params=TimeoutParams, children=Children.ONE)
class Timeout(Wrapper):
    """Stop what takes too long, and fail with the code ``timeout``.

    ```yaml
    - timeout: {after: 30 s, do: {wait: 5 s}}
    ```
    """

    def __init__(self, name: str, params: TimeoutParams, child: Behaviour) -> None:
        super().__init__(name, params, child)
        self.deadline_s = 0.0

    def initialise(self) -> None:
        """The time starts now."""
        self.deadline_s = self.desk.now_s + self.params.after
        self.desk.wake_at(self, self.deadline_s)

    def before(self) -> Status | None:
        """Fail at the deadline."""
        if self.desk.now_s < self.deadline_s:
            return None
        return self.fail("timeout", f"not finished after {self.params.after:g} s")
