"""``policy:``, ``coordination:``, ``simulation:``: the words a person writes for their fields."""

from __future__ import annotations

from typing import Any, TypeVar

from cotree.core.mission import Chance, Coordination, Policy
from cotree.team.policies import WORDS as PARTITIONS
from cotree.trees.reading.binding import Binder, Field, Fields
from cotree.trees.reading.compounds import Many, OneOrMany, Pairs
from cotree.trees.reading.happenings import HappeningKind
from cotree.trees.reading.kinds import Choice, Kind, Number, Text, Whole
from cotree.trees.reading.nodes import Node, Table, describe, is_nothing
from cotree.trees.reading.pretend import PersonKind
from cotree.trees.reading.quantities import Quantity
from cotree.trees.reading.schedules import ScheduleKind

S = TypeVar("S", Policy, Coordination, Chance)


ACTIONS = ("drive", "grasp", "release", "carry", "pause", "perform")
"""The kinds of action that can fail."""


def _fields(*fields: Field) -> Fields:
    return {field.name: field for field in fields}


def _timed(word: str, suffix: str, kind: Kind, doc: str, to: str = "") -> tuple[Field, Field]:
    """A field can be written with or without its unit: ``rate`` or ``rate_hz``."""
    full = f"{word}_{suffix}"
    return Field(word, kind, doc=doc, to=to or full), Field(full, kind, doc=doc, to=to or full)


POLICY = _fields(
    *_timed("rate", "hz", Quantity("Hz", low=0.1, high=1000), "ticks per second"),
    Field("selector", Choice(("greedy", "exact")), doc="how compatible requests are chosen"),
    Field(
        "schedule",
        ScheduleKind(),
        doc="how far ahead is planned",
    ),
    Field("retries", Whole(0, 1000), doc="how often a failed leaf is tried again"),
    *_timed("cooldown", "s", Quantity("s"), "how long a failed leaf rests"),
    *_timed("patience", "s", Quantity("s"), "how long a leaf may wait while nothing happens"),
    *_timed("same_place", "m", Quantity("m"), "points closer than this are one place"),
    *_timed("halt", "s", Quantity("s"), "how long a leaf may take to stop"),
)

COORDINATION = _fields(
    Field(
        "partition",
        Choice(PARTITIONS),
        doc="what happens when the team falls apart into groups that do not hear each other",
    ),
    Field(
        "witness",
        OneOrMany(Text("a name")),
        doc="who votes without being a robot of the team: a base station, a person's tablet",
    ),
    *_timed(
        "lease",
        "s",
        Quantity("s", low=0.1),
        "how long a robot may go on with a claim that it cannot renew; longer for a slow rate",
        "hold_s",
    ),
    *_timed("renew", "s", Quantity("s", low=0.01), "how often a claim is renewed"),
    *_timed("stop", "s", Quantity("s"), "how long a motion takes to stop, at most"),
    Field(
        "rule",
        Choice(("quorum", "paper")),
        doc="how claims are settled; `paper` is the published rule, unsafe, for comparison",
    ),
)

SIMULATION = _fields(
    Field("seed", Whole(0, 2**63 - 1), doc="the same seed gives the same run"),
    Field("noise", Number(0, 10), doc="coefficient of variation of durations"),
    Field("failure", Number(0, 1), doc="probability that an action fails"),
    Field(
        "failures",
        Pairs(Number(0, 1), ACTIONS),
        doc="the same for single kinds of action: {grasp: 0.1}",
    ),
    Field(
        "events",
        Many(HappeningKind()),
        doc="what changes when: [{at: 10 s, fact: door_open, equals: false}]",
    ),
    Field(
        "people",
        Pairs(PersonKind()),
        doc="what people do: {ann: [{reaches_for: cup, delay: 1 s, answers: no}]}, or, where they "
        "share `steps` with robots, {ann: {simulated: {follows: 0.6, errs: 0.1}}}",
    ),
)


def read_settings(node: Node, make: type[S], fields: Fields, what: str, binder: Binder) -> S:
    """The settings that are written, the defaults for all others."""
    if is_nothing(node):
        return make()
    if not isinstance(node, Table):
        binder.findings.add(node.mark, f"{what} must be a mapping, found {describe(node)}")
        return make()
    values: dict[str, Any] = binder.bind(node, fields, what, node.mark) or {}
    return make(**values)
