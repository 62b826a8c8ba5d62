"""A robot's model: what it has, and how fast it is."""

from __future__ import annotations

from cotree.core.mission import ResourceModel, RobotModel
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder, Field
from cotree.trees.reading.compounds import Pairs
from cotree.trees.reading.kinds import Text
from cotree.trees.reading.names import wrong_with_identifier
from cotree.trees.reading.nodes import Entry, Node, Table, describe, quote
from cotree.trees.reading.quantities import Quantity
from cotree.trees.reading.spots import PointKind

HOME = Field(
    "home",
    Pairs(PointKind()),
    doc="where its grippers are at first: {right_gripper: [0.25, 0.04]}; else where the base is",
)
FIELDS = {
    field.name: field
    for field in (
        Field(
            "resources",
            Pairs(Text("a type such as gripper")),
            required=True,
            doc="what it has: {base: base, left_gripper: gripper, head: head}",
        ),
        Field("speed", Quantity("m/s", low=0.001), doc="how fast it drives", to="speed_m_s"),
        Field(
            "drive_overhead",
            Quantity("s"),
            doc="added to each drive, also the shortest",
            to="drive_overhead_s",
        ),
        Field(
            "handling",
            Quantity("s"),
            doc="one pick, or one place, or both at one go",
            to="handling_s",
        ),
        Field(
            "arm_speed",
            Quantity("m/s", low=0.001),
            doc="how fast its grippers move while the base stands",
            to="arm_speed_m_s",
        ),
        Field(
            "reach",
            Quantity("m"),
            doc="how far its arms reach from where the base stands",
            to="reach_m",
        ),
        HOME,
    )
}


def read_robot(node: Node, name: str, binder: Binder) -> RobotModel | None:
    """A model written as a mapping; None when something is wrong with it."""
    if not isinstance(node, Table):
        binder.findings.add(node.mark, f"a robot must be a mapping, found {describe(node)}")
        return None
    values = binder.bind(node, FIELDS, "a robot", node.mark)
    good = _check_resources(node, binder)
    if values is None or not good:
        return None
    values["resources"] = tuple(
        ResourceModel(resource, type_) for resource, type_ in values["resources"].items()
    )
    model = RobotModel(name, **values)
    return model if check_home(node.entries.get("home"), model, binder) else None


def check_home(entry: Entry | None, model: RobotModel, binder: Binder) -> bool:
    """Whether all that has a home is a gripper of the robot."""
    if entry is None or not isinstance(entry.value, Table):
        return True
    known = [resource.name for resource in model.resources if resource.type == "gripper"]
    wrong = [line.key for name, line in entry.value.entries.items() if name not in known]
    for key in wrong:
        hint = did_you_mean(key.text[:80], known)
        binder.findings.add(key.mark, f"the robot has no gripper {quote(key.text)}{hint}")
    return not wrong


def _check_resources(node: Table, binder: Binder) -> bool:
    entry = node.entries.get("resources")
    if entry is None or not isinstance(entry.value, Table):
        return True
    good = True
    for name, line in entry.value.entries.items():
        wrong = wrong_with_identifier(name, "a resource's name")
        if wrong is not None:
            binder.findings.add(line.key.mark, wrong)
            good = False
    return good
