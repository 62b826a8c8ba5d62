"""``allocate:`` beside a node, how it is found who does it: by peers, by capability, ..."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.allocation import ALLOCATE, Allocation
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.job_kinds import NeedsKind
from cotree.trees.reading.jobs import needs_of
from cotree.trees.reading.kinds import Choice, Mismatch, Schema, Text
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Scalar, Table
from cotree.trees.reading.step_fields import SECONDS

BY = Choice(ALLOCATE)
FIELDS: Fields = {
    field.name: field
    for field in (
        Field("by", BY, required=True, doc="`peers`, `ltl`, `capability` or `lead_follow`"),
        Field("job", Text("a job"), doc="the job that says what it needs"),
        Field("needs", NeedsKind(), doc="what it needs, if it is no job: [2 manipulation]"),
        Field("to", Text("a robot of the team"), doc="who is asked to see to it"),
        Field("takes", SECONDS, doc="how long each thing takes people: {ann: 20 s}"),
    )
}


MEANT = {"job": "capability", "needs": "capability", "to": "capability", "takes": "lead_follow"}
"""For which way of sharing out a key is."""


class AllocationKind:
    """A word, or a mapping with what matching must know."""

    expected = "one of " + ", ".join(ALLOCATE) + ", or a mapping such as {by: capability, job: x}"

    def read(self, node: Node, names: Names) -> Allocation:
        """What is written; whether there is such a job, or robot, is asked later."""
        if isinstance(node, Scalar):
            word = BY.read(node, names)
            return Allocation(next(each for each in ALLOCATE if each == word))
        values = read_entries(self, "'allocate'", FIELDS, node, names)
        self._check(values, node)
        needs = needs_of(values.pop("needs", ()), None, names)
        return Allocation(**values, needs=needs)

    def _check(self, values: Mapping[str, object], node: Node) -> None:
        assert isinstance(node, Table)
        for key, by in MEANT.items():
            if key in values and values["by"] != by:
                mark = node.entries[key].key.mark
                raise Mismatch(mark, f"'{key}' is for 'by: {by}'; remove it")
        if "job" in values and "needs" in values:
            mark = node.entries["needs"].key.mark
            raise Mismatch(mark, "the job says what it needs; write one of 'job' and 'needs'")

    def schema(self) -> Schema:
        """A word or an object."""
        return {"if": {"type": "object"}, "then": schema_of(FIELDS), "else": BY.schema()}
