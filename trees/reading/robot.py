"""A robot's model: what it has, and how fast it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from typing import Any

from cotree.core.mission import ResourceModel, RobotModel
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder, Field
from cotree.trees.reading.capable import MOST_COUNT
from cotree.trees.reading.components import ComponentsKind, model_of, twice, with_parts
from cotree.trees.reading.compounds import Pairs
from cotree.trees.reading.kinds import Mismatch, Number, Text, Whole
from cotree.trees.reading.names import Names, wrong_with_identifier
from cotree.trees.reading.nodes import Entry, Node, Table, describe, quote
from cotree.trees.reading.operations import read_operations, read_states
from cotree.trees.reading.quantities import Quantity
from cotree.trees.reading.spots import FAR_M, PointKind
from cotree.trees.reading.ways import read_ways

HOME = Field(
    "home",
    Pairs(PointKind()),
    doc="where its grippers are at first: {right_gripper: [0.25, 0.04]}; else where the base is",
)
BATTERY = Field("battery", Number(0, 1), doc="how full it is at first, from 0 to 1")
FIELDS = {
    field.name: field
    for field in (
        Field(
            "resources",
            Pairs(Text("a type such as gripper")),
            doc="what it has: {base: base, left_gripper: gripper, head: head}",
        ),
        Field(
            "components",
            ComponentsKind(),
            doc="what serves jobs: {camera: perception thermal, hand: {domain: manipulation, "
            "height: 2}}; each is a resource, too",
        ),
        Field("size", Number(0, FAR_M), doc="how high a robot on top of it stands"),
        Field("ports", Whole(0, 64), doc="where robots, or the ground, can be attached"),
        BATTERY,
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


ALSO = ("states", "operations", "ways")
"""Keys of a robot that are read by others."""
ANYWHERE = Names(complete=False)


def read_robot(node: Node, name: str, binder: Binder, names: Names = ANYWHERE) -> RobotModel | None:
    """A model written as a mapping; None when something is wrong with it.

    ``names`` are those of the world that it is for, if that is known.
    """
    if not isinstance(node, Table):
        binder.findings.add(node.mark, f"a robot must be a mapping, found {describe(node)}")
        return None
    values = binder.bind(_without(node, ALSO), FIELDS, "a robot", node.mark, ALSO)
    good = _check_resources(node, binder)
    if values is None or not good or not _capable(values, node, name, binder):
        return None
    parts = {key: entry.value for key, entry in node.entries.items()}
    values["states"] = read_states(parts.get("states"), binder)
    values["operations"] = read_operations(parts.get("operations"), values["states"], names, binder)
    if "ways" in parts:
        values["ways"], _ = read_ways(parts["ways"], {}, names, binder, "'ways'")
    model = RobotModel(name, **values)
    return model if check_home(node.entries.get("home"), model, binder) else None


def _capable(values: dict[str, Any], node: Table, name: str, binder: Binder) -> bool:
    """Resources and components together; whether they fit."""
    resources = tuple(ResourceModel(*each) for each in values.get("resources", {}).items())
    written = values.pop("components", None)
    size, ports = values.pop("size", None), values.pop("ports", 0)
    mark = node.entries["components"].key.mark if written is not None else node.mark
    model = model_of(name, size, ports, written, resources, binder.names)
    if len(model.parts) > MOST_COUNT:
        binder.findings.add(mark, f"a robot has at most {MOST_COUNT} components")
        return False
    if twice(model):
        binder.findings.add(mark, f"two components are called {quote(twice(model))}")
        return False
    try:
        values["resources"] = with_parts(resources, model, mark)
    except Mismatch as wrong:
        binder.findings.add(wrong.mark, wrong.message)
        return False
    values["capability"] = model
    return True


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


def _without(table: Table, keys: Collection[str]) -> Table:
    left = {key: entry for key, entry in table.entries.items() if key not in keys}
    return dataclasses.replace(table, entries=left)


def _check_resources(node: Table, binder: Binder) -> bool:
    entry = node.entries.get("resources")
    if entry is None and node.complete and "components" not in node.entries:
        binder.findings.add(node.mark, f"a robot needs 'resources': {FIELDS['resources'].doc}")
        return False
    if entry is None or not isinstance(entry.value, Table):
        return True
    good = True
    for name, line in entry.value.entries.items():
        wrong = wrong_with_identifier(name, "a resource's name")
        if wrong is not None:
            binder.findings.add(line.key.mark, wrong)
            good = False
    return good
