"""``belief`` under ``steps``: the form of what a robot believes of people, and how finely."""

from __future__ import annotations

import dataclasses

from cotree.core.work_steps import Believing
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.kinds import Choice, Mismatch, Schema, Whole, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Scalar, Table

FEWEST, MOST = 2, 101
FORMS = Choice(("robust", "paper"))
FORM: Fields = {
    field.name: field
    for field in (
        Field("form", FORMS, required=True, doc="robust or paper"),
        Field(
            "values",
            Whole(FEWEST, MOST),
            doc="of `form: paper`: how many values following can have; 6 ran, 11 are printed",
        ),
    )
}


@dataclasses.dataclass(frozen=True)
class BelievingKind:
    """``paper``, or ``{form: paper, values: 11}``."""

    expected: str = "one of robust, paper, or {form: paper, values: 11}"

    def read(self, node: Node, names: Names) -> Believing:
        """The form, and how many values it has."""
        if isinstance(node, Scalar) and isinstance(node.value, str):
            return Believing("paper" if FORMS.read(node, names) == "paper" else "robust")
        if not isinstance(node, Table):
            raise mismatch(self, node)
        values = read_entries(self, "a belief", FORM, node, names)
        if "values" in values and values["form"] != "paper":
            wrong = "only 'form: paper' has 'values'; leave it out, or write {form: paper}"
            raise Mismatch(node.entries["values"].key.mark, wrong)
        return Believing(**values)

    def schema(self) -> Schema:
        """A word, or an object in which only the paper's form has values."""
        whole = schema_of(FORM)
        only = {"required": ["values"]}
        paper = {"properties": {"form": {"const": "paper"}}}
        return {
            "if": {"type": "object"},
            "then": {**whole, "if": only, "then": paper},
            "else": FORMS.schema(),
        }
