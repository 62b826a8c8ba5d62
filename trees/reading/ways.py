"""``ways:``, which way leads from place to place, and what each costs.

In a world they say where robots can drive at all; in a robot's model, what is different for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from cotree.core.mission import Way
from cotree.core.places import Point, distance_m
from cotree.trees.reading.binding import Binder, Field, Fields
from cotree.trees.reading.compounds import Many, Pairs
from cotree.trees.reading.kinds import Mismatch, Number, Schema, Text, mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Items, Node, Table, describe, quote

LEAST = 1e-6
"""Nothing is free, or a robot could go on for ever."""
COST = Number(LEAST, 1e9, expected="a cost above 0")
STAY_COST = 0.01
_ARROW = re.compile(r"(.*?)\s(->|-)\s(.*)")


class RouteKind:
    """``[p1, c1, c2]``: places, each joined to the next in both directions."""

    expected = "two places or more, such as [p1, c1]"

    def read(self, node: Node, names: Names) -> tuple[str, ...]:
        """The places in order; each must be known."""
        if not isinstance(node, Items) or len(node.items) < 2:
            raise mismatch(self, node)
        found = tuple(Text("the name of a place").read(item, names) for item in node.items)
        for name, item in zip(found, node.items, strict=True):
            check_place(name, item, names)
        return found

    def schema(self) -> Schema:
        """Names."""
        return {"type": "array", "items": {"type": "string"}, "minItems": 2}


FIELDS: Fields = {
    field.name: field
    for field in (
        Field("between", Many(RouteKind()), doc="ways in both directions: [[p1, c1], [c1, c2]]"),
        Field("cost", COST, doc="of each of them; left out it is its length in metres"),
        Field(
            "costs",
            Pairs(COST),
            doc="ways of another cost: {c4 - c5: 20, c9 -> c5: 15}, in both directions or in one",
        ),
        Field("stay", COST, doc="what standing still costs who has to wait"),
    )
}


def check_place(name: str, node: Node, names: Names) -> None:
    """Mismatch, unless this is a place of the world."""
    if names.complete and name not in names.places:
        raise Mismatch(node.mark, f"no place {quote(name)}{names.hint(name, names.places)}")


def read_ways(
    node: Node, points: Mapping[str, Point], names: Names, binder: Binder, what: str
) -> tuple[tuple[Way, ...], float]:
    """The ways as written, sorted, and what standing still costs; mistakes go to the findings."""
    if not isinstance(node, Table):
        binder.findings.add(node.mark, f"'ways' must be a mapping, found {describe(node)}")
        return (), STAY_COST
    values = Binder(binder.findings, names).bind(node, FIELDS, what, node.mark)
    costs: dict[tuple[str, str], float] = {}
    for route in (values or {}).get("between", ()):
        for one, other in pairwise(route):
            cost = (values or {}).get("cost") or max(_length_m(one, other, points), LEAST)
            costs[one, other] = costs[other, one] = cost
    entry = node.entries.get("costs")
    if entry is not None and isinstance(entry.value, Table):
        costs.update(_special(entry.value, names, binder))
    ways = tuple(Way(*pair, cost) for pair, cost in sorted(costs.items()))
    return ways, (values or {}).get("stay", STAY_COST)


def _length_m(one: str, other: str, points: Mapping[str, Point]) -> float:
    if one in points and other in points:
        return distance_m(points[one], points[other])
    return LEAST


def _special(table: Table, names: Names, binder: Binder) -> Iterator[tuple[tuple[str, str], float]]:
    """The ways that are written as ``a - b`` or ``a -> b``, with their costs."""
    for text, line in table.entries.items():
        found = _ARROW.fullmatch(text)
        if found is None:
            binder.findings.add(
                line.key.mark,
                f"{quote(text)} is no way; write 'c4 - c5', or 'c9 -> c5' for one direction",
            )
            continue
        source, arrow, target = found[1].strip(), found[2], found[3].strip()
        try:
            check_place(source, line.key, names)
            check_place(target, line.key, names)
            cost = COST.read(line.value, names)
        except Mismatch as wrong:
            if wrong.mark == line.key.mark:
                binder.findings.add(wrong.mark, wrong.message)
            continue
        yield (source, target), cost
        if arrow == "-":
            yield (target, source), cost
