"""The paper's two filters (2.4.2): what is out of reach scores 0, then what the gripper may not.

Paper: theory-of-mind 2.4.2.  ``literal`` is its wording: one best grasp, zeroed by the filters.
Otherwise the best grasp that passes both counts, which fits the paper's own tables better: Baxter
has a score for every object though hardly any best grasp comes from straight above.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from cotree.core.grippers import Gripper
from cotree.core.reasons import Reason
from cotree.manipulation.frames import Array, Mask
from cotree.manipulation.grasps.ranges import ANY, Range
from cotree.manipulation.grasps.values import Found, Grasp, link_of

AT_ONCE = 16
"""So many grasps are asked for at once, best first; the first that passes ends the asking."""


class Reach(Protocol):
    """Answers which poses of an arm's last link it can take."""

    def reaches(self, links: Array) -> Mask:
        """For poses (n, 4, 4) in the cloud's frame, which can be reached."""


class Everywhere:
    """An arm that reaches everything: for a robot of which no model is known."""

    def reaches(self, links: Array) -> Mask:
        """All of them."""
        return np.ones(len(links), dtype=bool)


EVERYWHERE = Everywhere()


@dataclasses.dataclass(frozen=True)
class Judged:
    """What a robot can make of an object: the final score, and which filter took what away."""

    score: float
    grasp: Grasp | None = None
    before: float = 0.0
    """The best score before the filters."""
    reason: Reason | None = None
    """Why the score is 0."""


def judge(
    found: Found,
    gripper: Gripper,
    reach: Reach = EVERYWHERE,
    allowed: Range = ANY,
    *,
    literal: bool = False,
) -> Judged:
    """The final grasp score of one object: reach first, then orientation."""
    if found.best is None:
        return Judged(0.0, reason=found.reason)
    tried = found.grasps[:1] if literal else found.grasps
    any_reached = False
    for start in range(0, len(tried), AT_ONCE):
        some = tried[start : start + AT_ONCE]
        reached = reach.reaches(link_of(gripper, np.stack([each.pose() for each in some])))
        any_reached |= bool(reached.any())
        passing = reached & allowed.holds(np.array([each.approach for each in some]))
        if passing.any():
            best = some[int(np.argmax(passing))]
            return Judged(best.score, best, found.score)
    return Judged(0.0, None, found.score, _why(tried, any_reached, allowed))


def _why(tried: Sequence[Grasp], any_reached: bool, allowed: Range) -> Reason:
    """The filter that nothing passed."""
    which = "the best grasp" if len(tried) == 1 else f"none of {len(tried)} grasps"
    negated = " not" if len(tried) == 1 else ""
    if not any_reached:
        return Reason("out_of_reach", f"{which} is{negated} in reach")
    return Reason(
        "orientation",
        f"{which} is{negated} both in reach and from {allowed.least_deg:g} to "
        f"{allowed.most_deg:g} degrees off straight down",
    )
