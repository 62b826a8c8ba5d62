"""``repeat``: do something several times."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.declare import Children, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper


@dataclass(frozen=True)
class RepeatParams:
    """Parameters of ``repeat``."""

    times: int = parameter("how often", low=1)


@behaviour("repeat", params=RepeatParams, children=Children.ONE)
class Repeat(Wrapper):
    """Do something several times; a failure ends it.

    ```yaml
    - repeat: {times: 2, do: {wait: 1 s}}
    ```
    """

    def __init__(self, name: str, params: RepeatParams, child: Behaviour) -> None:
        super().__init__(name, params, child)
        self.rounds = 0

    def initialise(self) -> None:
        """Nothing has been done yet."""
        self.rounds = 0

    def after(self, status: Status) -> Status:
        """Count a success and go on until there are enough."""
        if status is not Status.SUCCESS:
            return status
        self.rounds += 1
        self.feedback_message = f"{self.rounds} of {self.params.times}"
        return status if self.rounds >= self.params.times else Status.RUNNING
