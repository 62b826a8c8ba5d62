"""Both beliefs over time, averaged over sessions: what Fig. 16 shows."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence

import msgspec

from cotree.reallocation.lead_follow.belief.forms import belief_of
from cotree.reallocation.lead_follow.problem import Means
from cotree.simulation.people.result import Moment

STEP_S = 5.0
STEPS = 41
"""0, 5, ... 200 s; who is done earlier keeps the last belief."""


class Trace(msgspec.Struct, frozen=True):
    """What was believed of people of one kind, every five seconds."""

    p_follow: float
    p_error: float
    """Of the people."""
    form: str
    following: tuple[float, ...]
    errors: tuple[float, ...]


def trace(p_follow: float, p_error: float, form: str, stories: Sequence[Sequence[Moment]]) -> Trace:
    """The mean over sessions."""
    lines = [_sampled(story) for story in stories]
    columns = list(zip(*lines, strict=True))
    return Trace(
        p_follow,
        p_error,
        form,
        tuple(statistics.fmean(means.p_follow for means in column) for column in columns),
        tuple(statistics.fmean(means.p_error for means in column) for column in columns),
    )


def retold(story: Iterable[Moment]) -> list[Moment]:
    """The same actions as the robust belief would have taken them."""
    belief = belief_of("robust")
    found = [Moment(0.0, belief.means)]
    for moment in story:
        if moment.seen is not None:
            before, belief = belief.means, belief.after(moment.seen)
            found.append(Moment(moment.at_s, belief.means, moment.seen, before))
    return found


def _sampled(story: Sequence[Moment]) -> list[Means]:
    """The belief at each time of the grid."""
    found, i = [], 0
    for step in range(STEPS):
        while i + 1 < len(story) and story[i + 1].at_s <= step * STEP_S:
            i += 1
        found.append(story[i].means)
    return found
