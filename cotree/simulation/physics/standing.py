"""Which robots of a mission stand at its table with real arms, where, and how they are turned."""

from __future__ import annotations

import math

from cotree.core.mission import RobotModel, Teammate
from cotree.core.reasons import Reason
from cotree.simulation.physics.figures import Figure, Standing
from cotree.simulation.physics.ports import Arms
from cotree.simulation.physics.scene import Table
from cotree.simulation.world import BASE, GRIPPER

BESIDE_M = 0.6
"""Who is farther from the table's edge does not stand at it."""


def stands_at(table: Table, mate: Teammate, arms: Arms) -> Standing | Reason | None:
    """How a robot stands at a table, or why its arms cannot be had.

    None: it drives about, or nobody knows how it is built.
    """
    model = mate.robot
    if model is None or any(each.type == BASE for each in model.resources):
        return None
    x, y, z = mate.start
    out = (abs(x - table.x) - table.half_x, abs(y - table.y) - table.half_y)
    if max(out) > BESIDE_M:
        return None
    figure = arms.figure(model.name, grippers_of(model))
    if not isinstance(figure, Figure):
        return figure
    ahead = _ahead(table, x, y)
    back = (x - figure.back_m * ahead[0], y - figure.back_m * ahead[1], z)
    return Standing(figure, back, math.atan2(ahead[1], ahead[0]))


def grippers_of(model: RobotModel) -> list[str]:
    """The grippers of a kind of robot."""
    return [resource.name for resource in model.resources if resource.type == GRIPPER]


def _ahead(table: Table, x: float, y: float) -> tuple[float, float]:
    """Straight over the nearest edge."""
    aside, along = table.x - x, table.y - y
    if abs(along) - table.half_y >= abs(aside) - table.half_x:
        return (0.0, 1.0 if along >= 0 else -1.0)
    return (1.0 if aside >= 0 else -1.0, 0.0)
