"""Leaves that want the base to stand where nothing in the task drives it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.move import hold
from cotree.core.errors import Mistake
from cotree.core.mission import Blueprint, Mission
from cotree.core.places import Point, same_place
from cotree.core.resources import Mode, Need
from cotree.trees.build import grow
from cotree.trees.first_view import first_view

BASE = "base"


def stranded(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Each leaf that waits for the base at a point where it neither starts nor is driven."""
    wanted = _needs(mission, catalogue)
    reached = _reached(mission, [need for _, need in wanted])
    if reached is None:
        return
    dropped = {need.holding for _, need in wanted if need.drops}
    carried = {node.path for node, need in wanted if need.takes in dropped and need.takes}
    for node, need in wanted:
        at = _stands(need)
        if at is None or node.path in carried:
            continue
        if not any(same_place(at, other, mission.policy.same_place_m) for other in reached):
            yield Mistake(
                node.mark,
                f"'{node.word}' waits for the base at ({at[0]:g}, {at[1]:g}), but it neither "
                f"starts there nor does anything move it there: put a 'move' before it",
            )


def driven(mission: Mission, catalogue: Mapping[str, Declaration]) -> list[Point] | None:
    """Where bases stand at first or are driven to; None: something drives who knows where."""
    return _reached(mission, [need for _, need in _needs(mission, catalogue)])


def _needs(mission: Mission, catalogue: Mapping[str, Declaration]) -> list[tuple[Blueprint, Need]]:
    """Every need of every leaf, as it is at the start."""
    view = first_view(mission)
    nodes = {node.path: node for node in mission.task.walk()}
    root = grow(mission.task, catalogue)
    return [
        (nodes[leaf.path], need)
        for leaf in root.iterate()
        if isinstance(leaf, Leaf)
        for need in leaf.needs(view)
    ]


def _reached(mission: Mission, needs: list[Need]) -> list[Point] | None:
    """Where a base stands at first or is driven to; None: something drives who knows where."""
    reached = [mate.start for mate in mission.team.values() if mate.robot is not None]
    for need in needs:
        if need.type == BASE and need.mode is Mode.EXCLUSIVE:
            if need.becomes is None or need.becomes.at is None:
                return None
            reached.append(need.becomes.at)
    return reached


def _stands(need: Need) -> Point | None:
    """Where the base must stand, if it must."""
    if need.type != BASE or need.mode is not Mode.SHARED or need.channel is None:
        return None
    return need.channel.at if need.channel.name == hold(None).name else None
