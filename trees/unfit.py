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
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.trees.first_view import first_belief
from cotree.trees.part import Part
from cotree.trees.pieces import Piece
from cotree.trees.rights import Rights
from cotree.trees.task import TaskNode
from cotree.trees.unit import Unit


def leave_to_others(rights: Rights, mission: Mission, robot: str, model: RobotModel) -> None:
    """Let this robot begin nothing of which it lacks a resource somewhere."""
    if mission.sentence is not None or mission.steps.all:
        return  # those are planned for who can
    has = {resource.type for resource in model.resources} | set(rights.things)
    has |= {resource.name for resource in model.resources}
    lacking = _Lacking(has, View(first_belief(mission), robot))
    for piece in rights.pieces.values():
        if _is_matched(piece, mission):
            continue
        whole = lacking.of(piece.root)
        for unit in piece.units:
            own = lacking.of(unit)
            if own is not None and unit.asker.leaf is not None:
                continue  # it is not granted anyway, and says so in its own words
            lacks = own or whole
            if lacks is not None:
                why = Reason("needs", f"needs {lacks.type}, which {robot} has not")
                unit.asker.hindered = lambda view, why=why: why


def _is_matched(piece: Piece, mission: Mission) -> bool:
    """Whether its robots are found by what each of them can do."""
    return any(f"{piece.path}/".startswith(f"{path}/") for path in mission.allocated)


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
        needs = (need for leaf in _musts(part.node) for need in _needs(leaf, self._view))
        return next((need for need in needs if need.type not in self._has), None)


def _needs(leaf: Leaf, view: View) -> tuple[Need, ...]:
    try:
        return leaf.needs(view)
    except MemoryError:
        raise
    except Exception:  # whoever asks it in earnest is told
        return ()


def _musts(node: Behaviour) -> Iterator[Leaf]:
    """The leaves without which it does not end well."""
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, Selector):
        yield from _musts(node.children[0])
    elif not isinstance(node, Parallel):
        for child in node.children:
            yield from _musts(child)
