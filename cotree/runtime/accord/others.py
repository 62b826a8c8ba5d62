"""What else there is to hope for when a piece cannot be done: other robots, other branches."""

from __future__ import annotations

from collections.abc import Container

from cotree.team.mind import Mind
from cotree.team.outline import Place
from cotree.team.teammate import Teammate


def first_alive(mate: Teammate, now_s: float, among: Container[str] | None = None) -> str:
    """The first of the robots that live, or of some of them; empty if none of these does."""
    for robot in mate.mind.roster.robots:
        if (among is None or robot in among) and mate.alive(robot, now_s):
            return robot
    return ""


def another_branch(mate: Teammate, leaf: int) -> bool:
    """Whether an ``or`` above a leaf has another branch that was not given up."""
    mind = mate.mind
    return any(
        not is_given_up(mind, mind.task.places[child])
        for node, own in mind.task.above(leaf)
        if node.kind == "or"
        for index, child in enumerate(node.children)
        if index != own
    )


def is_given_up(mind: Mind, place: Place) -> bool:
    """Whether a node can never be complete any more."""
    if place.kind == "leaf":
        return mind.facts[place.first].abandoned
    each = (is_given_up(mind, mind.task.places[child]) for child in place.children)
    return all(each) if place.kind == "or" else any(each)
