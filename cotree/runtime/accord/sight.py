"""What became of a piece that somebody left: done, untouched, or nobody can see."""

from __future__ import annotations

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import Leaf
from cotree.team.effects import Outcome
from cotree.trees.part import Part
from cotree.trees.pieces import Piece
from cotree.trees.task import TaskNode
from cotree.trees.unit import Unit


def look(piece: Piece, desk: Desk) -> Outcome:
    """What perception says: a goal that lasts can be seen, anything else cannot.

    A goal that does not hold can be reached from wherever things are now, so the piece counts as
    untouched.
    """
    leaf = goal_leaf(piece.root)
    if leaf is None:
        return Outcome.PARTIAL
    try:
        return Outcome.DONE if leaf.goal(desk.view()) else Outcome.UNTOUCHED
    except MemoryError:
        raise
    except Exception:  # a goal that raises says nothing
        return Outcome.PARTIAL


def is_stranded(piece: Piece, desk: Desk) -> bool:
    """Whether things are such that it can not go on here; anybody can see what is left of it."""
    step = next((unit for unit in piece.units if not unit.is_reached()), None)
    if step is None or step.leaf is None or look(piece, desk) is not Outcome.UNTOUCHED:
        return False
    try:
        return step.leaf.ready(desk.view()) is not None
    except MemoryError:
        raise
    except Exception:  # it will fail of that by itself
        return False


def goal_leaf(part: Part) -> Leaf | None:
    """The leaf whose goal, when it holds, says that a piece is done; None: nobody can see that."""
    if isinstance(part, TaskNode):
        return goal_leaf(part.parts[-1]) if part.word == "then" else None
    leaf = part.leaf if isinstance(part, Unit) else None
    if leaf is None or not leaf.goal_lasts or type(leaf).goal is Leaf.goal:
        return None
    return leaf
