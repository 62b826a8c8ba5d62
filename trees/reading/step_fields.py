"""What may be written under ``steps:``: for all steps, for a kind of them, for one."""

from __future__ import annotations

from cotree.trees.reading.believing import BelievingKind
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.compounds import Many, OneOrMany, Pairs
from cotree.trees.reading.kinds import Choice, Text
from cotree.trees.reading.quantities import Quantity

LONGEST_S = 7 * 24 * 3600.0
FARTHEST_M = 1e6
SLOWEST_M_S = 1e-3
SECONDS = Pairs(Quantity("s", high=LONGEST_S))
KIND: Fields = {
    field.name: field
    for field in (
        Field("takes", SECONDS, doc="how long each member takes: {ann: 6 s, fetch: 36 s}"),
        Field(
            "walks",
            Pairs(Quantity("m", high=FARTHEST_M)),
            doc="how far each member walks for it, at the speed that stands under `speeds`",
        ),
    )
}
"""What a kind of step says, and a step of its own, too."""
STEP: Fields = {
    **KIND,
    **{
        field.name: field
        for field in (
            Field("kind", Text("a kind of step"), doc="what it is like; see `kinds`"),
            Field("after", OneOrMany(Text("a step")), doc="what must be done before it"),
            Field("at", Text("a place"), doc="where it ends"),
            Field(
                "stays",
                Quantity("s", high=LONGEST_S),
                doc="how long, at its end, it is at that place; all the time, if unsaid",
            ),
        )
    },
}
FIELDS: Fields = {
    field.name: field
    for field in (
        Field("plan", Choice(("joint", "paper")), doc="how work is shared out", default="joint"),
        Field(
            "belief",
            BelievingKind(),
            doc="how a robot learns who likes to lead, and who errs",
            default="robust",
        ),
        Field(
            "hand_over",
            Quantity("s", high=LONGEST_S),
            doc="how long a robot takes to tell a person that a step is theirs",
            default=0.0,
        ),
        Field("correct", SECONDS, doc="how long each robot takes to put an error right"),
        Field("alone_at", Many(Text("a place")), doc="places with room for one at a time"),
        Field(
            "speeds",
            Pairs(Quantity("m/s", low=SLOWEST_M_S)),
            doc="how fast members walk: {ann: 1.2 m/s}",
        ),
    )
}
BESIDE = ("kinds", "all")
"""Keys of ``steps`` that are read step by step."""
