"""Who plans for a mission: who looks ahead for one robot, and who shares out errands and steps."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial

from cotree.core.errands import Question
from cotree.core.mission import Mission
from cotree.core.steps import NoPlan
from cotree.reallocation.lead_follow.asked import Asked
from cotree.runtime.planner import (
    PromptPlanner,
    Solves,
    look_ahead,
    manner_of,
)
from cotree.runtime.ports import Answers, Planner, Questions
from cotree.runtime.worker import WorkerPlanner


@dataclasses.dataclass(frozen=True)
class Planners:
    """Who plans for one robot; None: nobody does."""

    tree: Planner | None = None
    """Looks ahead for its tree, or shares out the errands of the team."""
    steps: Planner | None = None
    """Shares out the steps of people and robots."""

    def close(self) -> None:
        """End them, whatever they think about."""
        for planner in (self.tree, self.steps):
            if planner is not None:
                planner.close()


NOBODY = Planners()


def solves_of(mission: Mission) -> Solves | None:
    """How the questions of a robot's tree are answered; None: nothing is planned."""
    if mission.sentence is not None:
        return _Errands(mission)
    manner = None if mission.steps.all else manner_of(mission.policy)
    return None if manner is None else look_ahead(manner)


def prompt_planners(mission: Mission) -> Planners:
    """Planners that answer at once, so that every run is the same."""
    solves = solves_of(mission)
    return Planners(
        None if solves is None else PromptPlanner(solves),
        PromptPlanner(_steps) if mission.steps.all else None,
    )


def worker_planners(mission: Mission) -> Planners:
    """Planners that think in processes of their own, so that no tick waits for them."""
    looks_ahead = not mission.steps.all and manner_of(mission.policy) is not None
    tree = mission.sentence is not None or looks_ahead
    return Planners(
        WorkerPlanner(partial(_solves, mission)) if tree else None,
        WorkerPlanner(_shares) if mission.steps.all else None,
    )


def team_workers(mission: Mission) -> Planners:
    """The same for a robot of a team, as ``team_planners``; its peers hear it while it waits."""
    tree = None if mission.sentence is None else WorkerPlanner(partial(_solves, mission), 0.0)
    steps = WorkerPlanner(_shares, 0.0) if mission.steps.all else None
    for planner in (tree, steps):
        if planner is not None:
            planner.warm_up()
    return Planners(tree, steps)


def team_planners(mission: Mission) -> Planners:
    """For a robot of a team: nobody looks ahead for it, but who does what is planned."""
    planners = prompt_planners(mission)
    return planners if mission.sentence is not None else Planners(steps=planners.steps)


def _solves(mission: Mission) -> Solves:
    solves = solves_of(mission)
    assert solves is not None, "only a mission that is planned has a planner"
    return solves


def _shares() -> Solves:
    return _steps


def _steps(question: Questions, stop: Callable[[], bool]) -> Answers:
    """Shares out the steps of people and robots."""
    if not isinstance(question, Asked):
        return NoPlan("not_supported", "this mission's steps are shared out as a whole")
    from cotree.reallocation.lead_follow.planning.solve import plan  # heavy

    return plan(question.problem, question.way, before=question.before, stop=stop)


class _Errands:
    """Shares out the errands of one mission."""

    def __init__(self, mission: Mission) -> None:
        from cotree.reallocation.ltl.asked.commission import Commission  # heavy
        from cotree.reallocation.ltl.asked.order import order_of

        self._commission = Commission(order_of(mission))

    def __call__(self, question: Questions, stop: Callable[[], bool]) -> Answers:
        if isinstance(question, Question):
            return self._commission.answer(question)
        return NoPlan("not_supported", "this mission is planned as one sentence")
