"""How small a team may be, and how large it may have to be: what a larger one does, this one does.

A helper whose parts serve no need only lifts.  If the topmost of those can be left out, the team
without it is no worse: it has fewer robots, and no more parts than it needs.  It can be, unless
somebody above it then no longer reaches; so all others that only lift are together less high than
what the lowest part that suits lacks.  No more helpers serve than parts are needed.
"""

from __future__ import annotations

import numpy as np

from cotree.reallocation.capability.models import NEAR
from cotree.reallocation.capability.search.classes import NEVER, Classes, Numbers, Shape


def least_useful(shape: Shape, agent: Classes, helpers: Classes) -> int | None:
    """No team of fewer robots reaches high enough; None: no team at all does."""
    best = np.concatenate([agent.heights, helpers.heights]).max(axis=(0, 2))
    lacks = (shape.heights - best)[~shape.ground].max(initial=0.0)
    if lacks <= NEAR:
        return 2
    sizes = np.concatenate([agent.size, np.repeat(helpers.size, helpers.many)])
    reached = np.cumsum(np.sort(sizes)[::-1]) >= lacks - NEAR
    return max(2, 2 + int(reached.argmax())) if reached.any() else None


def most_useful(shape: Shape, agent: Classes, helpers: Classes) -> int:
    """So many robots, the agent's own one included, are enough if any number is."""
    serving = sum(need.count for need in shape.job.needs)
    return 1 + min(int(helpers.many.sum()), serving + _lifting(shape, agent, helpers))


def _lifting(shape: Shape, agent: Classes, helpers: Classes) -> int:
    """How many may be needed that only lift: at the most, the smallest."""
    lack = _greatest_lack(shape, np.concatenate([agent.heights, helpers.heights]))
    able = (helpers.ports >= 2) & (helpers.size > 0.0)
    sizes = np.sort(np.repeat(helpers.size[able], helpers.many[able]))
    if lack <= NEAR or not len(sizes):
        return 0
    return 1 + int(np.searchsorted(np.cumsum(sizes), lack + NEAR, side="right"))


def _greatest_lack(shape: Shape, heights: Numbers) -> float:
    """How far the lowest part that suits a need is below it."""
    lacks = np.where(heights > NEVER, shape.heights[:, None] - heights, 0.0)
    return float(lacks[:, ~shape.ground].max(initial=0.0))
