"""Messages of Nav2 and MoveIt, which install only with ROS: stand-ins with the same fields.

A stand-in checks what is put into a field as the generated classes do, so a goal that has a wrong
field, or a number where a name belongs, does not pass.  Fields are those of Jazzy's packages; what
no goal of ours touches stands there with its type, and is empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

from cotree.ros.missing import type_named

Fields = Mapping[str, str]
_LIST = re.compile(r"sequence<([^,>]+)(?:, (\d+))?>")
_PLAIN: Mapping[str, type] = {
    **{"string": str, "boolean": bool, "double": float, "float": float},
    **{f"{sign}int{bits}": int for sign in ("", "u") for bits in (8, 16, 32, 64)},
}

MESSAGES: Mapping[str, Mapping[str, Fields]] = {
    "builtin_interfaces": {
        "Time": {"sec": "int32", "nanosec": "uint32"},
        "Duration": {"sec": "int32", "nanosec": "uint32"},
    },
    "std_msgs": {"Header": {"stamp": "builtin_interfaces/Time", "frame_id": "string"}},
    "geometry_msgs": {
        "Point": {"x": "double", "y": "double", "z": "double"},
        "Vector3": {"x": "double", "y": "double", "z": "double"},
        "Quaternion": {"x": "double", "y": "double", "z": "double", "w": "double"},
        "Pose": {"position": "geometry_msgs/Point", "orientation": "geometry_msgs/Quaternion"},
        "PoseStamped": {"header": "std_msgs/Header", "pose": "geometry_msgs/Pose"},
    },
    "shape_msgs": {
        "SolidPrimitive": {
            "type": "uint8",
            "dimensions": "sequence<double, 3>",
            "polygon": "geometry_msgs/Polygon",
        },
    },
    "control_msgs": {"GripperCommand": {"position": "double", "max_effort": "double"}},
    "moveit_msgs": {
        "MotionPlanRequest": {
            "workspace_parameters": "moveit_msgs/WorkspaceParameters",
            "start_state": "moveit_msgs/RobotState",
            "goal_constraints": "sequence<moveit_msgs/Constraints>",
            "path_constraints": "moveit_msgs/Constraints",
            "trajectory_constraints": "moveit_msgs/TrajectoryConstraints",
            "reference_trajectories": "sequence<moveit_msgs/GenericTrajectory>",
            "pipeline_id": "string",
            "planner_id": "string",
            "group_name": "string",
            "num_planning_attempts": "int32",
            "allowed_planning_time": "double",
            "max_velocity_scaling_factor": "double",
            "max_acceleration_scaling_factor": "double",
            "cartesian_speed_limited_link": "string",
            "max_cartesian_speed": "double",
        },
        "Constraints": {
            "name": "string",
            "joint_constraints": "sequence<moveit_msgs/JointConstraint>",
            "position_constraints": "sequence<moveit_msgs/PositionConstraint>",
            "orientation_constraints": "sequence<moveit_msgs/OrientationConstraint>",
            "visibility_constraints": "sequence<moveit_msgs/VisibilityConstraint>",
        },
        "PositionConstraint": {
            "header": "std_msgs/Header",
            "link_name": "string",
            "target_point_offset": "geometry_msgs/Vector3",
            "constraint_region": "moveit_msgs/BoundingVolume",
            "weight": "double",
        },
        "BoundingVolume": {
            "primitives": "sequence<shape_msgs/SolidPrimitive>",
            "primitive_poses": "sequence<geometry_msgs/Pose>",
            "meshes": "sequence<shape_msgs/Mesh>",
            "mesh_poses": "sequence<geometry_msgs/Pose>",
        },
    },
}
ACTIONS: Mapping[str, Mapping[str, tuple[Fields, Fields]]] = {
    "nav2_msgs": {
        "NavigateToPose": (
            {"pose": "geometry_msgs/PoseStamped", "behavior_tree": "string"},
            {"error_code": "uint16", "error_msg": "string"},
        ),
    },
    "moveit_msgs": {
        "MoveGroup": (
            {
                "request": "moveit_msgs/MotionPlanRequest",
                "planning_options": "moveit_msgs/PlanningOptions",
            },
            {"error_code": "moveit_msgs/MoveItErrorCodes", "planning_time": "float"},
        ),
    },
    "control_msgs": {
        "GripperCommand": (
            {"command": "control_msgs/GripperCommand"},
            {
                **{"position": "double", "effort": "double"},
                **{"stalled": "boolean", "reached_goal": "boolean"},
            },
        ),
    },
}
"""By package and name: the fields of the goal, and of the result."""


class Message:
    """What all stand-ins have in common with generated messages."""

    _fields: ClassVar[Fields] = {}

    def __init__(self, *, check_fields: bool = True) -> None:
        for word, type_ in self._fields.items():
            object.__setattr__(self, word, _empty(type_))

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        """By field: its type, as ROS writes it."""
        return dict(cls._fields)

    def __setattr__(self, word: str, value: Any) -> None:
        assert word in self._fields, f"no field {word}"
        assert _fits(self._fields[word], value), f"{word} wants {self._fields[word]}"
        object.__setattr__(self, word, value)


def _empty(type_: str) -> Any:
    if _LIST.fullmatch(type_):
        return []
    if type_ in _PLAIN:
        return _PLAIN[type_]()
    package, word = type_.split("/")
    known = find_spec(package) is not None and word in MESSAGES.get(package, {})
    return type_named(f"{package}/msg/{word}", "msg")() if known else None


def _fits(type_: str, value: Any) -> bool:
    if found := _LIST.fullmatch(type_):
        few = found[2] is None or len(value) <= int(found[2])
        return isinstance(value, list) and few and all(_fits(found[1], each) for each in value)
    made = type(value)
    if type_ in _PLAIN:
        return made is _PLAIN[type_] and (type_[0] != "u" or value >= 0)
    package, word = type_.split("/")
    return made.__name__ == word and made.__module__.split(".")[0] == package


def _class(package: str, word: str, fields: Fields) -> type[Message]:
    return type(word, (Message,), {"_fields": fields, "__module__": f"{package}.msg"})


def messages_of(package: str) -> dict[str, Any]:
    """What ``package.msg`` holds."""
    found = MESSAGES.get(package, {})
    return {word: _class(package, word, fields) for word, fields in found.items()}


def actions_of(package: str) -> dict[str, Any]:
    """What ``package.action`` holds; requests and answers of its services are plain."""
    found = {}
    for word, (goal, result) in ACTIONS.get(package, {}).items():
        plain = SimpleNamespace(Request=_request)
        services = ("SendGoalService", "GetResultService", "CancelGoalService")
        impl = dict.fromkeys(services, plain)
        found[word] = SimpleNamespace(
            Goal=_class(package, f"{word}_Goal", goal),
            Result=_class(package, f"{word}_Result", result),
            Impl=SimpleNamespace(**impl, FeedbackMessage=None, GoalStatusMessage=None),
        )
    return found


def _request() -> Any:
    id_ = SimpleNamespace(uuid=[])
    return SimpleNamespace(goal_id=id_, goal_info=SimpleNamespace(goal_id=id_), goal=None)


def install(folder: Path) -> list[str]:
    """Put packages that are not here into a folder for ``sys.path``: which ones."""
    made = []
    for package in sorted({*MESSAGES, *ACTIONS}):
        if find_spec(package) is not None:
            continue
        made.append(package)
        for kind, find in (("msg", "messages_of"), ("action", "actions_of")):
            place = folder / package / kind
            place.mkdir(parents=True)
            text = (
                f"from tests.kit.interfaces import {find}\nglobals().update({find}('{package}'))\n"
            )
            (place / "__init__.py").write_text(text)
        (folder / package / "__init__.py").touch()
        (folder / package / f"{package}_s__rosidl_typesupport_c.so").touch()
    return made
