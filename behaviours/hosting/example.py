"""The tree that the documentation of ``py_tree`` shows: it counts its ticks."""

from __future__ import annotations

from py_trees.behaviour import Behaviour
from py_trees.behaviours import TickCounter
from py_trees.common import Status
from py_trees.composites import Sequence

from cotree.behaviours.hosting.mark import hosted


@hosted
def blink(times: int = 3) -> Behaviour:
    """A sequence that blinks so many times, two ticks each."""
    blinks = [TickCounter(f"blink {n}", 2, Status.SUCCESS) for n in range(1, times + 1)]
    return Sequence("blink", memory=True, children=list[Behaviour](blinks))
