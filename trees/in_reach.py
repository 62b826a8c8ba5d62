"""Whether what no leaf picks up can be brought at all: some robot must reach it and its goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from cotree.behaviours.before import taken_before
from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.place import Place
from cotree.core.errors import Mistake
from cotree.core.mission import Mission, Teammate
from cotree.core.places import Point, distance_m
from cotree.trees.build import grow
from cotree.trees.first_view import first_view


def beyond_reach(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Every ``place`` without a ``pick`` whose goal is too far from its object for every robot.

    Where a person takes part, or another leaf handles the object, it may come nearer by then.
    """
    if any(mate.robot is None for mate in mission.team.values()):
        return
    marks = {blueprint.path: blueprint.mark for blueprint in mission.task.walk()}
    view = first_view(mission)
    nodes = list(grow(mission.task, catalogue).iterate())
    handled = Counter(_object_of(node) for node in nodes if isinstance(node, Leaf))
    for place in nodes:
        if not isinstance(place, Place) or handled[place.params.object] > 1:
            continue
        seen, at = view.object(place.params.object), view.locate(place.params.at)
        if seen is None or at is None or taken_before(place, place.params.object, view):
            continue
        if not any(_reaches(mate, seen.at, at) for mate in mission.team.values()):
            yield Mistake(marks[place.path], _says(place, mission, distance_m(seen.at, at)))


def _object_of(leaf: Leaf) -> str:
    named = getattr(leaf.params, "object", None)
    return named if isinstance(named, str) else ""


def _reaches(mate: Teammate, a: Point, b: Point) -> bool:
    """Whether an arm gets at both from one spot: any spot, for a robot that drives."""
    assert mate.robot is not None
    reach_m = mate.robot.reach_m
    if any(resource.type == "base" for resource in mate.robot.resources):
        return distance_m(a, b) <= 2 * reach_m
    return max(distance_m(mate.start, a), distance_m(mate.start, b)) <= reach_m


def _says(place: Place, mission: Mission, apart_m: float) -> str:
    object_, at = place.params.object, place.params.at
    reach = ", ".join(
        f"{name} reaches {mate.robot.reach_m:g} m"
        for name, mate in mission.team.items()
        if mate.robot is not None
    )
    return (
        f"nobody brings {object_} to {at} standing in one spot: they are {apart_m:.2f} m apart, "
        f"{reach}; pick {object_} before it in the same 'then'"
    )
