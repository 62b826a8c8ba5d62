"""What a simulated person does: hands that reach, or somebody who shares steps with robots."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from cotree.core.mission import Simulated
from cotree.core.words import did_you_mean
from cotree.core.work_steps import WorkSteps
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.compounds import Many
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.kinds import Choice, Kind, Number, Schema, Text, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Items, Node, Table, quote
from cotree.trees.reading.reaches import ReachKind

KINDS = ("paper", "drifter", "delegator", "script")
QUICKEST, SLOWEST = 0.01, 100.0
MODEL: Fields = {
    field.name: field
    for field in (
        Field("kind", Choice(KINDS), doc="how they decide", default="paper"),
        Field("follows", Number(0, 1), doc="how likely they do what a robot asks", default=0.6),
        Field("errs", Number(0, 1), doc="how likely a choice of theirs is wrong", default=0.1),
        Field("gives", Number(0, 1), doc="how likely a delegator gives work away", default=0.5),
        Field(
            "pace",
            Number(QUICKEST, SLOWEST),
            doc="so many times as long as written they take for every step",
            default=1.0,
        ),
        Field("does", Many(Text("a step")), doc="of a script: the steps, in this order"),
    )
}


@dataclasses.dataclass(frozen=True)
class ModelKind:
    """``{follows: 0.6, errs: 0.1}``."""

    expected: str = "how somebody decides, such as {follows: 0.6, errs: 0.1}"

    def read(self, node: Node, names: Names) -> Simulated:
        """The model."""
        values = read_entries(self, "a simulated person", MODEL, node, names)
        if values.get("does") and "kind" not in values:
            values["kind"] = "script"
        return Simulated(**values)

    def schema(self) -> Schema:
        """An object."""
        return schema_of(MODEL)


SIMULATED: Fields = {
    "simulated": Field(
        "simulated",
        ModelKind(),
        required=True,
        doc="somebody who shares `steps` with robots: {follows: 0.6, errs: 0.1}",
    )
}


@dataclasses.dataclass(frozen=True)
class PersonKind:
    """A list of reaches, or ``{simulated: {follows: 0.6}}``."""

    hands: Kind = dataclasses.field(default_factory=lambda: Many(ReachKind()))
    expected: str = "a list of reaches, or {simulated: {follows: 0.6, errs: 0.1}}"

    def read(self, node: Node, names: Names) -> Any:
        """What is written."""
        if isinstance(node, Items):
            return self.hands.read(node, names)
        if not isinstance(node, Table):
            raise mismatch(self, node)
        return read_entries(self, "a person", SIMULATED, node, names)["simulated"]

    def schema(self) -> Schema:
        """An array or an object."""
        return {"if": {"type": "array"}, "then": self.hands.schema(), "else": schema_of(SIMULATED)}


def simulated_of(
    written: Mapping[str, Any], steps: WorkSteps | None, node: Node | None, findings: Findings
) -> dict[str, Simulated]:
    """Who shares steps, checked against the steps that there are."""
    found = {name: each for name, each in written.items() if isinstance(each, Simulated)}
    people = node.entries["people"].value if found and isinstance(node, Table) else None
    known = [] if steps is None else [step.name for step in steps.all]
    for name, model in found.items():
        assert isinstance(people, Table)
        mark = people.entries[name].key.mark
        if steps is None:
            findings.add(mark, f"{quote(name)} is to share steps, and this mission has no 'steps'")
        for step in model.does:
            if steps is not None and step not in known:
                findings.add(mark, f"no step {quote(step)}{did_you_mean(step[:80], known)}")
    return found
