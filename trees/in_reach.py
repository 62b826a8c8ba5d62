"""Whether what no leaf picks up can be brought: some robot must reach it and its goal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from cotree.behaviours.before import taken_before
from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.place import PLACED_M, Place
from cotree.core.errors import Mistake
from cotree.core.mission import Mark, Mission, RobotModel, Teammate
from cotree.core.places import Point, distance_m
from cotree.trees.build import grow
from cotree.trees.first_view import first_view
from cotree.trees.stranded import BASE, driven


def beyond_reach(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Every ``place`` without a ``pick`` whose goal is too far from its object for every robot."""
    for place, mark, a, b in _brought(mission, catalogue):
        if not any(_reaches(mate, a, b) for mate in mission.team.values()):
            yield Mistake(mark, _says(place, mission, distance_m(a, b)))


def out_of_reach(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Those near enough for some spot, where no robot ever stands: ``place`` drives no base."""
    brought = [each for each in _brought(mission, catalogue) if distance_m(*each[2:]) > PLACED_M]
    spots = driven(mission, catalogue) if brought else None
    if spots is None:
        return
    for place, mark, a, b in brought:
        if not any(_gets_at(mate, spots, a, b) for mate in mission.team.values()):
            yield Mistake(
                mark,
                f"'place' brings {place.params.object} with one arm, the base standing, and no "
                f"robot stands where it reaches both ({a[0]:g}, {a[1]:g}) and ({b[0]:g}, {b[1]:g}):"
                " put 'move' and 'pick' before it",
            )


def _brought(
    mission: Mission, catalogue: Mapping[str, Declaration]
) -> Iterator[tuple[Place, Mark, Point, Point]]:
    """Each ``place`` of what no other leaf handles: where that is, and where it shall be.

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
        yield place, marks[place.path], seen.at, at


def _object_of(leaf: Leaf) -> str:
    named = getattr(leaf.params, "object", None)
    return named if isinstance(named, str) else ""


def _reaches(mate: Teammate, a: Point, b: Point) -> bool:
    """Whether an arm gets at both from one spot: any spot, for a robot that drives."""
    assert mate.robot is not None
    if _drives(mate.robot):
        return distance_m(a, b) <= 2 * mate.robot.reach_m
    return _gets_at(mate, (), a, b)


def _gets_at(mate: Teammate, spots: Iterable[Point], a: Point, b: Point) -> bool:
    """Whether an arm gets at both from where it starts, or is driven to one of these spots."""
    assert mate.robot is not None
    reach_m = mate.robot.reach_m
    stands = [mate.start, *(spots if _drives(mate.robot) else ())]
    return any(max(distance_m(at, a), distance_m(at, b)) <= reach_m for at in stands)


def _drives(robot: RobotModel) -> bool:
    return any(resource.type == BASE for resource in robot.resources)


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
