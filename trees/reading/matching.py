"""``matching:``, how it is found who can do the jobs of a mission, and what its words mean."""

from __future__ import annotations

from cotree.core.allocation import Matching
from cotree.core.jobs import Domain
from cotree.core.mission import Mark
from cotree.trees.reading.binding import Binder, Field, Fields
from cotree.trees.reading.compounds import Many, Pairs
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.kinds import Choice, Number, Schema, Text, Truth, Whole
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Table, describe, is_nothing
from cotree.trees.reading.sorts import Sorts, UnknownSort

DOMAIN: Fields = {
    field.name: field
    for field in (
        Field("actions", Many(Text("an action")), doc="what its components do: [sniff]"),
        Field("grounded", Truth(), doc="whether it counts only in the robot on the ground"),
    )
}


class DomainKind:
    """A domain of the mission's own."""

    expected = "a mapping such as {actions: [sniff]}"

    def read(self, node: Node, names: Names) -> Domain:
        """The domain, still without its name."""
        return Domain("", **read_entries(self, "a domain", DOMAIN, node, names))

    def schema(self) -> Schema:
        """An object."""
        return schema_of(DOMAIN)


FIELDS: Fields = {
    field.name: field
    for field in (
        Field(
            "method",
            Choice(("passive", "active")),
            doc="`passive`: robots that are asked answer for themselves, by level; `active`: the "
            "robot that has the job searches, by type, for a team of any size",
        ),
        Field(
            "match",
            Choice(("exact", "paper")),
            doc="how a robot that is asked judges; `paper` is the published rule, which errs",
        ),
        Field(
            "objective",
            Choice(("fewest_robots", "score")),
            doc="which team is best, when searching",
        ),
        Field(
            "ports",
            Choice(("structural", "paper")),
            doc="when a team can be assembled; `paper`: also, who has the job has two ports",
        ),
        Field(
            "most_robots",
            Whole(2, 1000),
            doc="the largest assembly that is looked at, when searching; usually as large as it "
            "takes",
        ),
        Field("idle_above", Number(0, 1), doc="who helps has more battery than this, from 0 to 1"),
        Field(
            "types",
            Pairs(Many(Text("the name of a type"))),
            doc="names of types, the first is number 1: {perception: [rgb, depth, thermal]}",
        ),
        Field(
            "domains",
            Pairs(DomainKind()),
            doc="further domains: {smell: {actions: [sniff]}}",
        ),
    )
}


def read_matching(node: Node | None, binder: Binder) -> tuple[Matching, Sorts]:
    """The settings, and the sorts of capability that the mission may speak of."""
    if node is None or is_nothing(node):
        return Matching(), Sorts()
    if not isinstance(node, Table):
        binder.findings.add(node.mark, f"'matching' must be a mapping, found {describe(node)}")
        return Matching(), Sorts()
    values = binder.bind(node, FIELDS, "'matching'", node.mark)
    if values is None:
        return Matching(), Sorts()
    types = values.pop("types", {})
    own = values.pop("domains", {})
    domains = [_called(domain, name) for name, domain in own.items()]
    try:
        sorts = Sorts(domains, types)
    except UnknownSort as wrong:
        binder.findings.add(_mark(node), f"'types': {wrong}")
        return Matching(), Sorts()
    return Matching(**values), sorts


def _called(domain: Domain, name: str) -> Domain:
    return Domain(name, domain.actions, domain.grounded)


def _mark(node: Table) -> Mark:
    return node.entries["types"].value.mark
