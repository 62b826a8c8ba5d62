"""``at rate``: tick something less often than the tree."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.declare import Children, Hertz, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper

_SLACK = 1e-9
"""Ticks fall on a grid; rounding must not cost a whole period."""


@dataclass(frozen=True)
class AtRateParams:
    """Parameters of ``at rate``."""

    rate: Hertz = parameter("how often at most", low=0.001)


@behaviour("at rate", params=AtRateParams, children=Children.ONE)
class AtRate(Wrapper):
    """Tick something at most so often; between its ticks it stays as it is.

    ```yaml
    - at rate: {rate: 2 Hz, do: {wait: 5 s}}
    ```
    """

    def __init__(self, name: str, params: AtRateParams, child: Behaviour) -> None:
        super().__init__(name, params, child)
        self.due_s = 0.0

    def initialise(self) -> None:
        """The first tick is due at once."""
        self.due_s = self.desk.now_s

    def before(self) -> Status | None:
        """Hold until the next tick is due; a late one does not make the next ones denser."""
        now_s = self.desk.now_s
        period_s = 1.0 / self.params.rate
        if now_s < self.due_s - _SLACK:
            self.desk.wake_at(self, self.due_s)
            return Status.RUNNING
        self.due_s += period_s
        if self.due_s <= now_s + _SLACK:
            self.due_s = now_s + period_s
        return None
