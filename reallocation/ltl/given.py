"""A mission as people wrote it, as the planner's values: map, kinds of robots, where all start."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator

from cotree.core import mission as written
from cotree.core.places import distance_m
from cotree.core.spots import first_spots, robots_in, states_of
from cotree.reallocation.ltl.automata.letters import Letter
from cotree.reallocation.ltl.world.chart import Action, Kind, Map
from cotree.reallocation.ltl.world.system import State, System
from cotree.reallocation.ltl.world.world import World


def atoms_of(mission: written.Mission) -> frozenset[str]:
    """Everything that a formula may speak of: places, areas, operating states, facts."""
    return frozenset((*_named(mission), *facts_of(mission)))


def facts_of(mission: written.Mission) -> frozenset[str]:
    """Facts of the world that are true or false; one called like a place or a state is none."""
    said = (name for name, value in mission.world.facts.items() if isinstance(value, bool))
    return frozenset(said) - _named(mission)


def _named(mission: written.Mission) -> frozenset[str]:
    states = (state for _, model in robots_in(mission) for state in states_of(model))
    return frozenset((*mission.world.places, *mission.world.areas, *states))


def letters_of(systems: Iterable[System], facts: Collection[str]) -> list[Letter]:
    """Everything that robots can show, whichever of these facts hold."""
    some = sorted(facts)
    plain = {label - frozenset(some): None for one in systems for label in one.labels}
    sizes = range(len(some) + 1)
    holding = [frozenset(each) for size in sizes for each in itertools.combinations(some, size)]
    return [label | facts for label in plain for facts in holding]


def world_of(mission: written.Mission) -> World:
    """The map of the mission's world, and each robot's model as a kind of its own.

    Of the facts only those are told that its sentence speaks of.
    """
    world = mission.world
    told = () if mission.sentence is None else mission.sentence.facts
    facts: dict[str, set[str]] = {}
    for area, places in world.areas.items():
        for place in places:
            facts.setdefault(place, set()).add(area)
    map_ = Map(
        tuple(world.places),
        {(way.source, way.target): way.cost for way in _ways(world)},
        world.stay_cost,
        {place: frozenset(areas) for place, areas in facts.items()},
        frozenset(name for name in told if world.facts[name] is True),
    )
    known = {*world.places, *world.areas}
    for name, model in robots_in(mission):
        for each in model.operations:
            if each.only_at and known.isdisjoint(each.only_at):
                where = " or ".join(each.only_at)
                raise ValueError(
                    f"{name} can {each.name} only at {where}, which this world does not have"
                )
    kinds = {model.name: _kind(model) for _, model in robots_in(mission)}
    return World(map_, tuple(kinds.values()))


def starts_of(mission: written.Mission) -> Iterator[tuple[str, str, State]]:
    """Each robot: its name, its kind, and the state in which it starts."""
    kinds = {name: model.name for name, model in robots_in(mission)}
    for name, spot in first_spots(mission).items():
        yield name, kinds[name], State(*spot)


def _ways(world: written.World) -> Iterator[written.Way]:
    """As written; without any, from everywhere to everywhere at its length in metres."""
    if world.ways:
        yield from world.ways
        return
    for one, here in world.places.items():
        for other, there in world.places.items():
            if one != other:
                yield written.Way(one, other, max(distance_m(here, there), 1e-6))


def _kind(model: written.RobotModel) -> Kind:
    actions = tuple(
        Action(each.name, each.source, each.target, each.cost, frozenset(each.only_at))
        for each in model.operations
    )
    ways = {(way.source, way.target): way.cost for way in model.ways}
    return Kind(model.name, states_of(model), actions, ways)
