"""What else there is to hope for when a piece cannot be done: other robots, other branches."""

from __future__ import annotations

from collections.abc import Container

from cotree.team.teammate import Teammate


def first_alive(mate: Teammate, now_s: float, among: Container[str] | None = None) -> str:
    """The first of the robots that live, or of some of them; empty if none of these does."""
    for robot in mate.mind.roster.robots:
        if (among is None or robot in among) and mate.alive(robot, now_s):
            return robot
    return ""


def another_branch(mate: Teammate, leaf: int) -> bool:
    """Whether an ``or`` above a leaf has another branch that may still be taken."""
    mind = mate.mind
    return any(
        not mind.alternatives.lost(mind.task.places[child])
        for node, own in mind.task.above(leaf)
        if node.kind == "or" and not any(map(mind.facts.done, mind.task.branch(node, own)))
        for index, child in enumerate(node.children)
        if index != own
    )
