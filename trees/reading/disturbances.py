"""``simulation: {disturbances: [...]}``: what befalls robots and ways at a certain time."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from cotree.core.disturbances import Misfortune
from cotree.core.mission import Teammate, World
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.compounds import Many, OneOrMany
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.kinds import Mismatch, Schema, Text, Truth
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Entry, Items, Node, Scalar, Table, quote
from cotree.trees.reading.quantities import Quantity
from cotree.trees.reading.spots import ObjectKind
from cotree.trees.reading.ways import COST, check_place

KEY = "disturbances"
BEFALL = ("falls", "breaks", "mends", "crashes", "restarts")
OF_TEAMS = ("crashes", "restarts")
WAYS = ("blocks", "clears")
PLACES = ("opens", "closes", "relabels")
OF_THE_WORLD = (*WAYS, *PLACES)
WHAT = (*BEFALL, "loses", "becomes", *OF_THE_WORLD)
BESIDE = {"cost": "opens", "as": "relabels"}
"""What stands only beside another word."""


@dataclasses.dataclass(frozen=True)
class WayKind:
    """``[c3, p3]``: from one place to another."""

    expected: str = "two places, such as [c3, p3]"

    def read(self, node: Node, names: Names) -> tuple[str, str]:
        """Two different names."""
        ends = Many(Text("a place")).read(node, names)
        if len(ends) != 2 or ends[0] == ends[1]:
            raise Mismatch(node.mark, f"expected {self.expected}")
        for name in ends if names.complete else ():
            check_place(name, node, names)
        return (ends[0], ends[1])

    def schema(self) -> Schema:
        """Two strings."""
        name = {"type": "string"}
        return {"type": "array", "items": name, "minItems": 2, "maxItems": 2, "uniqueItems": True}


@dataclasses.dataclass(frozen=True)
class PlaceKind:
    """``c6``: one place."""

    expected: str = "the name of a place"

    def read(self, node: Node, names: Names) -> str:
        """A known name."""
        name = Text(self.expected).read(node, names)
        check_place(name, node, names)
        return name

    def schema(self) -> Schema:
        """A string."""
        return {"type": "string"}


@dataclasses.dataclass(frozen=True)
class WayOrPlaceKind:
    """``[c4, p3]``, a way; or ``c6``, a place."""

    expected: str = "two places, such as [c4, p3], or one place"

    def read(self, node: Node, names: Names) -> tuple[str, str] | str:
        """The way, or the place."""
        kind: WayKind | PlaceKind = WayKind() if isinstance(node, Items) else PlaceKind()
        return kind.read(node, names)

    def schema(self) -> Schema:
        """An array or a string."""
        one, several = PlaceKind().schema(), WayKind().schema()
        return {"if": {"type": "array"}, "then": several, "else": one}


@dataclasses.dataclass(frozen=True)
class AreaKind:
    """``ward``: one area."""

    expected: str = "the name of an area"

    def read(self, node: Node, names: Names) -> str:
        """A known name."""
        name = Text(self.expected).read(node, names)
        if names.complete and name not in names.areas:
            hint = names.hint(name, names.areas) or "; 'world: {areas: ...}' names them"
            raise Mismatch(node.mark, f"no area {quote(name)}{hint}")
        return name

    def schema(self) -> Schema:
        """A string."""
        return {"type": "string"}


FIELDS: Fields = {
    field.name: field
    for field in (
        Field("at", Quantity("s"), required=True, doc="when, counted from the start"),
        Field("robot", Text("the name of a robot"), doc="whom it befalls"),
        Field("falls", Truth(), doc="true: the robot falls, and can only recover"),
        Field("breaks", Truth(), doc="true: the robot can not move any more"),
        Field("mends", Truth(), doc="true: a broken robot can move again"),
        Field("crashes", Truth(), doc="true: the robot's program ends, and the team goes on"),
        Field("restarts", Truth(), doc="true: a program that crashed is started again"),
        Field("loses", ObjectKind(), doc="the object that drops out of its hand"),
        Field(
            "becomes", Text("an operating state"), doc="the operating state that it suddenly is in"
        ),
        Field("blocks", WayKind(), doc="from where to where nobody gets any more: [c3, p3]"),
        Field("clears", WayKind(), doc="from where to where everybody gets again"),
        Field(
            "opens",
            WayOrPlaceKind(),
            doc="from where to where there is a way from then on: [c4, p3]; or a closed place",
        ),
        Field("cost", COST, doc="what a way that opens costs; left out it is its length in metres"),
        Field("closes", PlaceKind(), doc="the place into which nobody gets any more"),
        Field("relabels", PlaceKind(), doc="the place that lies in other areas from then on"),
        Field("as", OneOrMany(AreaKind()), doc="these areas, and no others; [] for none"),
        Field("for", Text("the name of a robot"), doc="only this robot does, or does not"),
    )
}


@dataclasses.dataclass(frozen=True)
class MisfortuneKind:
    """``{at: 20 s, robot: a1, falls: true}``."""

    expected: str = "a disturbance such as {at: 20 s, robot: a1, falls: true}"

    def read(self, node: Node, names: Names) -> Misfortune:
        """The disturbance; its first mistake is told."""
        values = read_entries(self, "a disturbance", FIELDS, node, names)
        written = [what for what in WHAT if what in values]
        if len(written) != 1:
            found = " and ".join(map(quote, written)) or "none"
            raise Mismatch(node.mark, f"a disturbance is one of {', '.join(WHAT)}; found {found}")
        what = written[0]
        return _misfortune(what, values, node)

    def schema(self) -> Schema:
        """An object."""
        one_of = [{"required": [what]} for what in WHAT]
        return {**schema_of(FIELDS), "oneOf": one_of}


def _misfortune(what: Any, values: Mapping[str, Any], node: Node) -> Misfortune:
    at_s, value = values["at"], values[what]
    whom, other = ("for", "robot") if what in OF_THE_WORLD else ("robot", "for")
    if other in values:
        raise Mismatch(node.mark, f"'{what}' does not go with '{other}'; write '{whom}'")
    for key, needed in BESIDE.items():
        if key in values and what != needed:
            raise Mismatch(node.mark, f"'{key}' goes with '{needed}', not with '{what}'")
    robot = values.get(whom, "")
    if what in WAYS:
        return Misfortune(at_s, what, robot, way=value)
    if what in PLACES:
        return _of_place(at_s, what, values, node)
    if not robot:
        raise Mismatch(node.mark, f"'{what}' needs 'robot': whom it befalls")
    if what == "loses":
        return Misfortune(at_s, what, robot, object=value)
    if what == "becomes":
        return Misfortune(at_s, what, robot, state=value)
    if value is not True:
        raise Mismatch(node.mark, f"'{what}' can only be true")
    return Misfortune(at_s, what, robot)


def _of_place(at_s: float, what: Any, values: Mapping[str, Any], node: Node) -> Misfortune:
    """A way opens, a place opens or closes, or lies in other areas."""
    value, robot, cost = values[what], values.get("for", ""), values.get("cost", 0.0)
    if isinstance(value, tuple):
        return Misfortune(at_s, what, robot, way=value, cost=cost)
    if cost:
        raise Mismatch(node.mark, "'cost' goes with a way that opens: [c4, p3]")
    if what == "relabels" and robot:
        raise Mismatch(node.mark, "'relabels' does not go with 'for': a place is what it is to all")
    if what == "relabels" and "as" not in values:
        raise Mismatch(node.mark, "'relabels' needs 'as': the areas in which the place lies then")
    return Misfortune(at_s, what, robot, place=value, areas=values.get("as", ()))


DISTURBANCES = Many(MisfortuneKind())
FIELD = Field(
    KEY, DISTURBANCES, doc="what befalls robots and ways: [{at: 20 s, robot: a1, falls: true}]"
)


def without_disturbances(node: Node | None) -> tuple[Node | None, Node | None]:
    """What ``simulation`` says apart from them, and the list of them, if there is one."""
    if not isinstance(node, Table) or KEY not in node.entries:
        return node, None
    rest = {key: entry for key, entry in node.entries.items() if key != KEY}
    return Table(node.mark, rest, node.complete), node.entries[KEY].value


def check_befallen(
    node: Node, team: Mapping[str, Teammate], world: World, findings: Findings
) -> None:
    """Only robots of the team are befallen, and ways open only where there are some."""
    robots = [name for name, mate in team.items() if mate.robot is not None]
    tables = node.items if isinstance(node, Items) else ()
    for table in tables:
        entries = table.entries if isinstance(table, Table) else {}
        for key in ("robot", "for"):
            value = entries[key].value if key in entries else None
            if isinstance(value, Scalar) and value.text not in robots:
                hint = did_you_mean(value.text[:80], robots)
                findings.add(value.mark, f"no robot {quote(value.text)} in the team{hint}")
        _check_state(entries, team, findings)
        _check_process(entries, robots, findings)
        _check_opens(entries, world, findings)


def _check_opens(entries: Mapping[str, Entry], world: World, findings: Findings) -> None:
    """A way opens only where robots need ways."""
    way = entries["opens"].value if "opens" in entries else None
    if isinstance(way, Items) and len(way.items) == 2 and world.places and not world.ways:
        text = "the world has no 'ways', so robots drive from anywhere to anywhere already"
        findings.add(way.mark, f"{text}; write them, or leave 'opens' out")


def _check_state(
    entries: Mapping[str, Entry], team: Mapping[str, Teammate], findings: Findings
) -> None:
    """A robot can only be in one of its operating states."""
    if "becomes" not in entries or "robot" not in entries:
        return
    said, robot = entries["becomes"].value, entries["robot"].value
    mate = team.get(robot.text) if isinstance(robot, Scalar) else None
    if mate is None or mate.robot is None or not isinstance(said, Scalar):
        return
    if said.text not in mate.robot.states:
        hint = did_you_mean(said.text[:80], mate.robot.states) or "; it has no 'states'"
        findings.add(said.mark, f"{mate.name} has no operating state {quote(said.text)}{hint}")


def _check_process(entries: Mapping[str, Entry], robots: list[str], findings: Findings) -> None:
    """Who has no teammates is not missed by anybody when it crashes."""
    for key in OF_TEAMS if len(robots) < 2 else ():
        if key in entries:
            text = f"{quote(key)} needs a second robot, which goes on meanwhile; leave it out"
            findings.add(entries[key].value.mark, text)
