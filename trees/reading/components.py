"""``components:`` of a robot, what of it serves jobs: cameras, grippers, wheels.

Every component is also a resource of the robot.  A robot whose model says nothing of them has one
for each of its resources that is a base, a gripper or a head.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from cotree.core.jobs import GROUND, Model, Part, named
from cotree.core.mission import Mark, ResourceModel
from cotree.trees.reading.capable import Capable, CapableKind
from cotree.trees.reading.kinds import Mismatch, Schema, mismatch
from cotree.trees.reading.names import Names, wrong_with_identifier
from cotree.trees.reading.nodes import Items, Node, Table, quote

SERVES: Mapping[str, str] = {
    "head": "perception",
    "gripper": "manipulation",
    "base": "locomotion",
}
"""By the type of a resource: the domain that it serves."""
RESOURCES: Mapping[str, str] = {domain: type_ for type_, domain in SERVES.items()}
SIZE = 1.0
"""Of a robot that says nothing of it: it reaches as high as a job that says nothing needs."""


@dataclasses.dataclass(frozen=True)
class Component:
    """One line: what it is called, if it has a name, and what it can do."""

    name: str
    what: Capable
    mark: Mark


class ComponentsKind:
    """A mapping from names to capabilities, or a list of capabilities without names."""

    expected = "a mapping such as {camera: perception, left_gripper: manipulation}, or a list"

    def read(self, node: Node, names: Names) -> tuple[Component, ...]:
        """The components in order."""
        kind = CapableKind(of_robot=True)
        if isinstance(node, Items):
            return tuple(Component("", kind.read(each, names), each.mark) for each in node.items)
        if not isinstance(node, Table):
            raise mismatch(self, node)
        found = []
        for name, entry in node.entries.items():
            wrong = wrong_with_identifier(name, "a component's name")
            if wrong is not None:
                raise Mismatch(entry.key.mark, wrong)
            found.append(Component(name, kind.read(entry.value, names), entry.key.mark))
        return tuple(found)

    def schema(self) -> Schema:
        """An object or an array."""
        one = CapableKind().schema()
        return {
            "if": {"type": "array"},
            "then": {"type": "array", "items": one},
            "else": {"type": "object", "additionalProperties": one},
        }


def model_of(
    name: str,
    size: float | None,
    ports: int,
    written: tuple[Component, ...] | None,
    resources: Iterable[ResourceModel],
    names: Names,
) -> Model:
    """The robot as jobs see it."""
    height = SIZE if size is None else size
    if written is None:
        parts = [Part(r.name, SERVES[r.type]) for r in resources if r.type in SERVES]
        return Model(name, height, ports, tuple(_at(part, None, height, names) for part in parts))
    found: list[Part] = []
    for line in written:
        what = line.what
        called = [line.name] * what.count
        if line.name and what.count > 1:
            called = [f"{line.name}{number}" for number in range(1, what.count + 1)]
        parts = [Part(each, what.domain, what.level, what.type) for each in called]
        found += [_at(part, what, height, names) for part in parts]
    return Model(name, height, ports, named(found))


def _at(part: Part, what: Capable | None, height: float, names: Names) -> Part:
    """The part where it is: what needs ground on it, the others as high as the robot."""
    usual = GROUND[1] if names.sorts.domain(part.domain).grounded else height
    capable = Capable(part.domain) if what is None else what
    return Part(part.name, part.domain, part.level, part.type, capable.reach(usual))


def with_parts(
    resources: tuple[ResourceModel, ...], model: Model, mark: Mark
) -> tuple[ResourceModel, ...]:
    """The resources with every part among them, under its name."""
    known = {resource.name: resource.type for resource in resources}
    found = list(resources)
    for part in model.parts:
        type_ = RESOURCES.get(part.domain, part.domain)
        if part.name not in known:
            known[part.name] = type_
            found.append(ResourceModel(part.name, type_))
        elif known[part.name] != type_:
            raise Mismatch(
                mark,
                f"resource {quote(part.name)} is of type {known[part.name]}, so it is no component "
                f"for {part.domain}; give the component another name",
            )
    return tuple(found)


def twice(model: Model) -> str:
    """The name that two parts have, if any."""
    called = [part.name for part in model.parts]
    return next((name for name in called if called.count(name) > 1), "")
