"""Level and potential of any node, as the papers define and displays show them.

The level spreads down: 1 while it is a node's turn, fading afterwards.  The potential spreads up:
that of the best leaf below that could start.  Nothing here decides; the pool does, with the same
potentials, over all requests at once.
"""

from __future__ import annotations

from py_trees.behaviour import Behaviour

from cotree.behaviours.leaf import Leaf
from cotree.core.changes import NodeState
from cotree.trees.or_ import Or
from cotree.trees.part import Part
from cotree.trees.pool import Pool
from cotree.trees.task import TaskNode
from cotree.trees.then import Then
from cotree.trees.unit import Unit

FADING = 0.98
"""Per twentieth of a second, as in the laboratory's controller."""


def level(part: Part, now_s: float) -> float:
    """1 while it is this node's turn or it is being done, then fading to 0."""
    if part.state in (NodeState.WAITING, NodeState.CLAIMING, NodeState.RUNNING, NodeState.STOPPING):
        return 1.0
    if part.closed_s is None:
        return 0.0
    return float(FADING ** (20.0 * (now_s - part.closed_s)))


def potential(part: Part, pool: Pool) -> float:
    """The potential of the best leaf below that could start; 0 if none could."""
    best = highest(part, pool)
    return 0.0 if best is None else best[0]


def highest(part: Part, pool: Pool) -> tuple[float, Leaf | Behaviour] | None:
    """The best leaf below that could start, with its potential."""
    if part.is_over() or (isinstance(part, Unit) and part.busy()):
        return None
    if isinstance(part, Unit):
        value = pool.questions.suitability(part.asker, pool.registry.state())
        return (value, part.leaf or part.node) if value > 0 else None
    assert isinstance(part, TaskNode)
    found = [highest(child, pool) for child in _eligible(part)]
    return max((best for best in found if best is not None), key=lambda best: best[0], default=None)


def _eligible(node: TaskNode) -> list[Part]:
    """The children whose potential counts."""
    if isinstance(node, Then):
        front = next((part for part in node.parts if not part.is_reached()), None)
        return [] if front is None else [front]
    if isinstance(node, Or) and node.committed is not None:
        return [node.parts[node.committed]]
    return list(node.parts)
