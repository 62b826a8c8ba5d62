"""Why: a record's robots brought back to a moment, and asked."""

from __future__ import annotations

from cotree.app.again import boots_of, check_robots_record, mission_of
from cotree.runtime.read import Recording
from cotree.runtime.why.answer import Answer
from cotree.runtime.why.explain import explain


def why(recording: Recording, node: str, at_s: float | None = None) -> Answer:
    """Who did a node, by which rule, and why each other teammate did not."""
    mission = mission_of(recording.hello)
    check_robots_record(recording.hello, mission)
    return explain(recording, boots_of(mission), node, at_s)
