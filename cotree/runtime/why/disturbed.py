"""What went wrong with a robot while it was at a node, or that had it begin the node once more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cotree.core.changes import NodeState
from cotree.core.mission import REACTIONS
from cotree.core.paths import is_in
from cotree.runtime.why.answer import Answer, Disturbed
from cotree.runtime.why.log import GOES_ON, SAME_S, Log, Stood

FOUND = ("raised", "changed", "hopeless")
"""Words that say that something is wrong."""


def disturbed_about(answer: Answer, log: Log, until_s: float | None) -> tuple[Disturbed, ...]:
    """What was found wrong with whoever did the node; of a reaction, all that became of it."""
    end_s = (log.end_s if until_s is None else until_s) + SAME_S
    told = [each for each in log.disturbed if each.at_s <= end_s]
    if is_in(answer.node, REACTIONS):
        return tuple(each for each in told if _reacts(answer.node, each.path))
    near = {
        path: [each for each in stood if each.at_s <= end_s]
        for path, stood in log.nodes.items()
        if is_in(path, answer.node)
    }
    found = (each for each in told if each.word in FOUND)
    return tuple(each for each in found if any(_hit(stood, each) for stood in near.values()))


def _reacts(node: str, path: str) -> bool:
    return is_in(node, path) or is_in(path, node)


def _hit(stood: Sequence[Stood], disturbed: Disturbed) -> bool:
    """Whether this robot was at it just then, or had begun it and began it again later."""
    was, begins = NodeState.INACTIVE, list(_begins(stood, disturbed.robot))
    for each in stood:
        if each.robot == disturbed.robot and each.at_s < disturbed.at_s - SAME_S:
            was = each.change.state
    begun = any(at_s < disturbed.at_s for at_s in begins)
    return begun and (was in GOES_ON or begins[-1] > disturbed.at_s)


def _begins(stood: Sequence[Stood], robot: str) -> Iterator[float]:
    before = NodeState.INACTIVE
    for each in stood:
        if each.robot == robot:
            if each.change.state is NodeState.RUNNING and before not in GOES_ON:
                yield each.at_s
            before = each.change.state
