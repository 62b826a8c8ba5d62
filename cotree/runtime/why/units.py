"""The units of a piece, and the one whose turn it is."""

from __future__ import annotations

from cotree.core.changes import NodeState
from cotree.trees.part import Part
from cotree.trees.task import TaskNode
from cotree.trees.unit import Unit

TURN = (NodeState.RUNNING, NodeState.STOPPING, NodeState.CLAIMING, NodeState.WAITING)


def its_turn(part: Part) -> Unit | None:
    """The unit of a piece whose turn it is, or would be first."""
    units = units_of(part)
    for state in TURN:
        for unit in units:
            if unit.state is state:
                return unit
    return next((unit for unit in units if not unit.is_over()), units[0] if units else None)


def units_of(part: Part) -> list[Unit]:
    """The units of a part, in order."""
    if isinstance(part, Unit):
        return [part]
    if isinstance(part, TaskNode):
        return [unit for child in part.parts for unit in units_of(child)]
    return []
