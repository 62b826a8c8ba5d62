"""A robot's model: what it has, and how fast it is."""

from __future__ import annotations

from cotree.core.mission import ResourceModel, RobotModel
from cotree.trees.reading.binding import Binder, Field
from cotree.trees.reading.compounds import Pairs
from cotree.trees.reading.kinds import Text
from cotree.trees.reading.names import wrong_with_identifier
from cotree.trees.reading.nodes import Node, Table, describe
from cotree.trees.reading.quantities import Quantity

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
        Field("handling", Quantity("s"), doc="one pick, or one place", to="handling_s"),
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
    return RobotModel(name, **values)


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
