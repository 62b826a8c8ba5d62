"""The one method that a mission asks for: what matching answers, and by what it compares parts."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.allocation import Matching
from cotree.core.jobs import Job, Robot
from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Answer
from cotree.reallocation.capability.models import By
from cotree.reallocation.capability.passive import passive


def matched(agent: Robot, job: Job, others: Iterable[Robot], matching: Matching) -> Answer:
    """What matching answers when this robot gets the job, and none of the others is busy."""
    if matching.method == "passive":
        return passive(agent, job, list(others), matching.match, matching.idle_above)
    return active(
        agent,
        job,
        list(others),
        objective=matching.objective,
        ports=matching.ports,
        most_robots=matching.most_robots,
        idle_above=matching.idle_above,
    )


def compared_by(matching: Matching) -> By:
    """What makes a part suitable: levels for passive matching, types for active."""
    return "level" if matching.method == "passive" else "type"
