"""Who does which action of a job, once a team is decided: the steps of its roles.

Alone, and after a subcontract, one robot does everything.  Partners deal the objects out, so that
their shares differ by at most one.  In an assembly, robots dock lowest first, every action is done
by the part that ``control`` chooses, and at the end everybody climbs down again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from cotree.core.hauls import Act, acts, hauls
from cotree.core.jobs import DOCK, UNDOCK, Job, Robot
from cotree.reallocation.capability.answer import Decision
from cotree.reallocation.capability.control import Control, NoPart
from cotree.reallocation.capability.models import By


class Step(NamedTuple):
    """One action and who does it."""

    robot: str
    part: str
    """Of the robot; empty where the whole robot acts."""
    what: str
    """In words: ``grasp box``, ``dock to L1``."""
    act: Act | None = None
    """None: robots dock, or hand the job over."""

    def __str__(self) -> str:
        return (
            f"{self.robot}/{self.part}: {self.what}" if self.part else f"{self.robot}: {self.what}"
        )


class Unmanned(ValueError):
    """A team has nobody for one of the actions; the text says for which, and why."""


def steps(
    job: Job,
    decision: Decision,
    robots: Mapping[str, Robot],
    by: By = "type",
    unavailable: Iterable[str] = (),
) -> tuple[Step, ...]:
    """Everything that the decided team does, in an order that works; or ``Unmanned``."""
    members = decision.members
    out = frozenset(unavailable)
    if decision.mode == "assembly":
        tower = Control([robots[name] for name in members], job, out, by=by)
        up = [Step(robot, "", f"{DOCK} to {on}") for on, robot in pairwise(members)]
        down = [Step(robot, "", UNDOCK) for robot in reversed(members[1:])]
        return (*up, *_acted(job, dict.fromkeys(dealt(job, members), tower)), *down)
    alone = {name: Control([robots[name]], job, out, False, by) for name in members}
    done = _acted(job, {thing: alone[name] for thing, name in dealt(job, members).items()})
    if decision.mode != "subcontract":
        return tuple(done)
    return (Step(decision.agent, "", f"hand {job.name} over to {members[0]}"), *done)


def dealt(job: Job, members: tuple[str, ...]) -> dict[str, str]:
    """Which object is whose, in turn, so that shares differ by at most one."""
    return {haul.thing: members[i % len(members)] for i, haul in enumerate(hauls(job))}


def _acted(job: Job, who: Mapping[str, Control]) -> list[Step]:
    """Each action by the part for it; data come from the part that has seen the object."""
    found: list[Step] = []
    eyes: dict[str, str] = {}
    for act in acts(job):
        control = who[act.thing]
        choice = control.for_action(act.verb, eyes.get(act.thing, control.order[0].name))
        if isinstance(choice, NoPart):
            raise Unmanned(f"{job.name}: {choice.message}")
        if act.verb == "detect":
            eyes[act.thing] = choice.part
        robot, _, part = choice.part.rpartition("/")
        found.append(Step(robot, part, str(act), act))
    return found
