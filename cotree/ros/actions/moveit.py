"""Moving an arm with MoveIt: a point becomes a goal of ``MoveGroup``.

Only where the gripper goes; grasping itself is the work of whoever owns the gripper.
"""

from __future__ import annotations

from typing import Any

from cotree.core.actions import Call
from cotree.core.places import Point

TYPE = "moveit_msgs/action/MoveGroup"
SPHERE = 2
"""Of ``shape_msgs/msg/SolidPrimitive``."""


def reach(
    group: str, link: str, at: Point, name: str, *, frame: str = "base_link", within_m: float = 0.01
) -> Call:
    """Bring the link of a planning group this near to a point."""
    x, y, z = at
    region: dict[str, Any] = {
        "primitives": [{"type": SPHERE, "dimensions": [within_m]}],
        "primitive_poses": [{"position": {"x": x, "y": y, "z": z}, "orientation": {"w": 1.0}}],
    }
    constraint = {
        "header": {"frame_id": frame},
        "link_name": link,
        "constraint_region": region,
        "weight": 1.0,
    }
    request = {
        "group_name": group,
        "num_planning_attempts": 5,
        "allowed_planning_time": 5.0,
        "max_velocity_scaling_factor": 0.5,
        "max_acceleration_scaling_factor": 0.5,
        "goal_constraints": [{"position_constraints": [constraint]}],
    }
    return Call("action", TYPE, name, {"request": request})
