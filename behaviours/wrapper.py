"""The base of decorators: what happens before its child's tick, and what becomes of its verdict.

A wrapper decides; the engine ticks and halts the child for it, so that halting may take its time
and exactly one ``terminate`` follows each ``initialise``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.decorators import Decorator

from cotree.behaviours.desk import Desk
from cotree.core.reasons import Reason


class Wrapper(Decorator):
    """A decorator of the engine; ``initialise`` is called once at the start of each execution."""

    keeps: ClassVar[bool] = True
    """Whether it succeeds only when its child does, so that the child's goal is its own."""

    def __init__(self, name: str, params: Any, child: Behaviour) -> None:
        super().__init__(name=name, child=child)
        self.params = params
        self.desk: Desk = Desk("nobody")
        self.path = name
        self.reason: Reason | None = None

    def before(self) -> Status | None:
        """None: tick the child.  RUNNING: leave it as it is.  Otherwise: halt it and finish so."""
        return None

    def after(self, status: Status) -> Status:
        """The own verdict after the child's; RUNNING after a finished child starts it again."""
        return status

    def fail(self, code: str, message: str, **data: Any) -> Status:
        """Note why and return FAILURE."""
        self.reason = Reason(code, message, data)
        return Status.FAILURE

    def tick(self) -> Iterator[Behaviour]:
        """Wrappers are ticked by the engine."""
        raise RuntimeError(f"{self.name} is ticked by cotree.trees.Engine, not by py_trees itself")
        yield self  # a generator, because py_trees calls tick() when it makes a node

    def update(self) -> Status:
        """Wrappers are ticked by the engine."""
        raise RuntimeError(f"{self.name} is ticked by cotree.trees.Engine, not by py_trees itself")
