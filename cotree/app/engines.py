"""A robot's tree and desk, put together with its engine and ready for the first tick."""

from __future__ import annotations

from collections.abc import Callable

from cotree.behaviours.desk import Desk
from cotree.core.belief import Belief
from cotree.core.mission import Mission
from cotree.runtime.beat import stride_s
from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.engine import Engine
from cotree.trees.errands.agenda import Agenda
from cotree.trees.reactions.nodes import with_structure
from cotree.trees.reading.terms import suitability_of
from cotree.trees.sharing import robots_of


def agenda_of(mission: Mission, robot: str) -> Agenda | None:
    """What a robot keeps of a mission that is planned as one sentence."""
    if mission.sentence is None:
        return None
    return Agenda(mission, robot, mission.sentence.errands)


def engine_of(
    mission: Mission, robot: str, *, as_: str = "", watch: Callable[[], float] | None = None
) -> Engine:
    """The engine of one of the mission's robots.

    ``as_``: under this name on the blackboard; ``watch`` times the nodes.
    """
    model = robots_of(mission)[robot]
    desk = Desk(as_ or robot, model)
    desk.clear()
    desk.same_place_m = mission.policy.same_place_m
    desk.suitability = suitability_of(mission.metric)
    desk.belief = Belief(places=mission.world.places)
    root = grow(mission.tree, with_structure(catalogue()))
    engine = Engine(
        root,
        desk,
        mission.policy,
        model.resources,
        agenda=agenda_of(mission, robot),
        stopwatch=watch,
    )
    engine.stride_s = stride_s(mission)
    desk.stopwatch = watch
    return engine
