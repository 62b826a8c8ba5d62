"""A crew that an operator holds: whether time may pass, and where a step of it ends."""

from __future__ import annotations

import math

from cotree.runtime.operating.operator import Operator
from cotree.runtime.swarm.queue import Queue


class Held:
    """Stands between a crew and its clock."""

    def __init__(self, operator: Operator, queue: Queue, step_s: float) -> None:
        self._operator = operator
        self._queue = queue
        self._step_s = step_s
        """What one step takes."""
        self._step_ends_s = math.inf

    def may_go(self, *, must: bool) -> bool:
        """Whether time may pass; ``must``: it has to, as the run is being ended.

        What happens at one time happens to the end, so that nobody is a beat behind.
        """
        now_s, due_s = self._queue.now_s, self._queue.due_s
        amid = due_s is not None and due_s <= now_s
        return self._operator.may_go(now_s, must=amid or must)

    def take_stir(self) -> bool:
        """Whether the operator did anything that is to be seen at the next beats."""
        if not self._operator.take_stir():
            return False
        steps = self._operator.console.stepping
        self._step_ends_s = self._queue.now_s + self._step_s if steps else math.inf
        return True

    def ends_step(self, due_s: float) -> bool:
        """Whether a step ends before what is due then; the clock stands at its end afterwards."""
        if due_s <= self._step_ends_s:
            return False
        self._queue.now_s, self._step_ends_s = self._step_ends_s, math.inf
        self._operator.stepped()
        return True

    def turned(self, stopped_at: tuple[str, ...]) -> None:
        """A robot's tick is over, and held something at these breakpoints."""
        self._operator.turned(stopped_at)

    @property
    def armed(self) -> bool:
        """Whether somebody is there who may start dead robots again."""
        return self._operator.console.armed
