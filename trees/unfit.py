"""What one robot cannot do all of, so that it leaves it to others and never begins it.

A leaf that lacks a resource is not granted by itself.  A piece of several leaves would be: its
robot would do the first of them, and wait for ever with the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from py_trees.behaviour import Behaviour
from py_trees.composites import Parallel, Selector

from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.mission import Mission, RobotModel
from cotree.core.paths import is_in
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.trees.caution import needs_of
from cotree.trees.first_view import first_belief
from cotree.trees.part import Part
from cotree.trees.rights import Rights
from cotree.trees.task import TaskNode
from cotree.trees.unit import Unit


def leave_to_others(rights: Rights, mission: Mission, robot: str) -> None:
    """Let this robot begin nothing of which it lacks a resource somewhere."""
    if mission.sentence is not None or mission.steps.all:
        return  # those are planned for who can
    has = {name: _names(mate.robot) for name, mate in mission.team.items() if mate.robot}
    mine = has[robot]
    if all(theirs <= mine for theirs in has.values()):
        return  # what nobody has is refused when the mission is read
    lacking = _Lacking(mine | set(rights.things), View(first_belief(mission), robot))
    for piece in rights.pieces.values():
        if _is_alone(piece.root) or any(is_in(piece.path, path) for path in mission.allocated):
            continue
        whole = lacking.of(piece.root)
        for unit in piece.units:
            own = lacking.of(unit)
            lacks = own or whole
            if lacks is not None and not (own and _is_alone(unit)):
                why = Reason("needs", f"needs {lacks.type}, which {robot} has not")
                unit.asker.hindered = lambda view, why=why: why


def _names(model: RobotModel) -> frozenset[str]:
    """What of its resources a leaf may ask for."""
    return frozenset(name for each in model.resources for name in (each.name, each.type))


def _is_alone(part: Part) -> bool:
    """Whether it is a leaf: what that lacks, it is not granted, and says so in its own words."""
    return isinstance(part, Unit) and part.asker.leaf is not None


class _Lacking:
    """What a robot with these resources lacks."""

    def __init__(self, has: Collection[str], view: View) -> None:
        self._has = has
        self._view = view

    def of(self, part: Part) -> Need | None:
        """The first that some part of it cannot do without."""
        if isinstance(part, TaskNode):
            below = [self.of(child) for child in part.parts]
            if part.word == "or" and None in below:
                return None
            return next((need for need in below if need is not None), None)
        assert isinstance(part, Unit), "a part is a task node or a unit"
        needs = (need for leaf in _musts(part.node) for need in needs_of(leaf, self._view))
        return next((need for need in needs if need.type not in self._has), None)


def _musts(node: Behaviour) -> Iterator[Leaf]:
    """The leaves without which it does not end well."""
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, Selector):
        yield from _musts(node.children[0])
    elif not isinstance(node, Parallel):
        for child in node.children:
            yield from _musts(child)
