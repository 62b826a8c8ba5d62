"""Leaves that want the base to stand where nothing in the task drives it, or reach too far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.move import hold
from cotree.behaviours.place import PLACED_M, PlaceParams
from cotree.core.errors import Mistake
from cotree.core.mission import Blueprint, Mission
from cotree.core.places import Location, Point, distance_m, same_place
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


def out_of_reach(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Each ``place`` whose arm never reaches both the object and its goal: it drives no base."""
    if mission.world.physics:
        return
    driven = _reached(mission, [need for _, need in _needs(mission, catalogue)])
    if driven is None:
        return
    objects, places = mission.world.objects, mission.world.places
    carried = [
        (node, object_, at)
        for node in mission.task.walk()
        if isinstance(node.params, PlaceParams)
        and (object_ := node.params.object) in objects
        and (at := _point(node.params.at, {**places, **objects})) is not None
        and not _moved_by_others(mission, node, object_)
    ]
    for node, object_, at in carried:
        ends = (objects[object_], at)
        if distance_m(*ends) > PLACED_M and not _reaches(mission, driven, ends):
            yield Mistake(
                node.mark,
                f"'place' brings {object_} with one arm, the base standing, and no robot stands "
                f"where it reaches both {_spoken(ends[0])} and {_spoken(at)}: "
                "put 'move' and 'pick' before it",
            )


def _point(at: Location, known: Mapping[str, Point]) -> Point | None:
    return at.point if at.point is not None else known.get(at.name)


def _moved_by_others(mission: Mission, node: Blueprint, object_: str) -> bool:
    return any(
        getattr(other.params, "object", None) == object_
        for other in mission.task.walk()
        if other is not node and not other.children
    )


def _reaches(mission: Mission, driven: list[Point], ends: tuple[Point, Point]) -> bool:
    for mate in mission.team.values():
        if mate.robot is None:
            return True  # a person may
        types = {resource.type for resource in mate.robot.resources}
        stands = [mate.start, *(driven if BASE in types else ())]
        reach_m = mate.robot.reach_m
        if any(max(distance_m(at, end) for end in ends) <= reach_m for at in stands):
            return True
    return False


def _spoken(at: Point) -> str:
    return f"({at[0]:g}, {at[1]:g})"
