"""What a plan makes the robot do, and say, until it plans again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.collaboration.allowed import startable
from cotree.reallocation.lead_follow.collaboration.table import Stage, Table
from cotree.reallocation.lead_follow.problem import LeadPlan, Planned

Queue: TypeAlias = tuple[Act, ...]


def commitment(table: Table, plan: LeadPlan, robot: str, ahead_s: float) -> Queue:
    """The robot's next piece of work, after the hand-overs that are due before it ends.

    Due is what a person is to begin before the robot can speak again, or ``ahead_s`` after.  If
    the work that is planned first waits for somebody, the next that can be begun goes before it:
    nobody waits who could work.
    """
    work = next((each for each in plan.order.get(robot, ()) if _can(table, each)), None)
    until_s = work.end_s - work.start_s + ahead_s if work else float("inf")
    return (*words(table, plan, robot, until_s), *(_acts(table, work, robot) if work else ()))


def words(table: Table, plan: LeadPlan, robot: str, until_s: float) -> Queue:
    """The hand-overs of what people who do not know of it could begin before this time."""
    due = _due(table, plan, until_s)
    return tuple(act for each in due for act in _tells(table, each, robot))


def _due(table: Table, plan: LeadPlan, until_s: float) -> list[Planned]:
    """What people who do not know of it could begin before this time, the soonest first."""
    people = (agent.id for agent in table.agents if agent.kind == "person")
    soonest = (each for person in people for each in _soonest(table, plan, person))
    return [each for at_s, each in soonest if at_s < until_s and _untold(table, plan, each)]


def _soonest(table: Table, plan: LeadPlan, person: str) -> Iterator[tuple[float, Planned]]:
    """When a person could begin each of their subtasks if they waited for no word of the robot.

    They begin what comes first in their line and is not held up by others.
    """
    line = [each for each in plan.order.get(person, ()) if each.action == "do"]
    held = _held(table, plan, person)
    after = {subtask.id: set(subtask.after) for subtask in table.subtasks}
    free_s = 0.0
    while line:
        left = {each.subtask for each in line}
        ready = [each for each in line if not left & after[each.subtask]]
        each = min(ready, key=lambda one: max(free_s, held[one.subtask]))
        line.remove(each)
        start_s = max(free_s, held[each.subtask])
        yield start_s, each
        free_s = start_s + each.end_s - each.start_s


def _held(table: Table, plan: LeadPlan, person: str) -> dict[str, float]:
    """Until when each subtask has to wait for others: what is before it, and what is wrong."""
    others = [each for name, line in plan.order.items() if name != person for each in line]
    ends = {each.subtask: each.end_s for each in others if each.action == "do"}
    lines = [each for line in plan.order.values() for each in line]
    mended = {each.subtask: each.end_s for each in lines if each.action == "correct"}
    return {
        subtask.id: max(
            [mended.get(subtask.id, 0.0), *(ends[b] for b in subtask.after if b in ends)]
        )
        for subtask in table.subtasks
    }


def _untold(table: Table, plan: LeadPlan, each: Planned) -> bool:
    """Whether a person is to be told that this is theirs."""
    stage = table.pieces[each.subtask].stage
    free = stage in (Stage.OPEN, Stage.GIVEN) and not table.at(each.subtask)
    return free and each.subtask in plan.told


def _can(table: Table, planned: Planned) -> bool:
    """Whether it is work, and can be begun now."""
    if planned.action == "hand_over" or not planned.subtask:
        return False
    if planned.action == "correct":
        return not table.at(planned.subtask)
    stage = table.pieces[planned.subtask].stage
    if stage in (Stage.MISPLACED, Stage.GIVEN_WRONG, Stage.PLACED) or table.at(planned.subtask):
        return False
    subtask = next(each for each in table.subtasks if each.id == planned.subtask)
    return startable(table, subtask)


def _tells(table: Table, planned: Planned, robot: str) -> Iterator[Act]:
    """A subtask becomes a person's, who may have given it away before."""
    if table.pieces[planned.subtask].stage is Stage.GIVEN:
        yield Act(robot, "R6", planned.subtask)
    yield Act(robot, "R2", planned.subtask, to=planned.agent)


def _acts(table: Table, planned: Planned, robot: str) -> Iterator[Act]:
    """One action of a plan, in the words of Table II."""
    id_, piece = planned.subtask, table.pieces[planned.subtask]
    match planned.action, piece.stage:
        case "correct", Stage.GIVEN_WRONG:
            yield Act(robot, "R6", id_)
        case "correct", _:
            yield Act(robot, "R3", id_)
        case "do", Stage.GIVEN:
            yield Act(robot, "R4", id_)
        case "do", Stage.ASSIGNED:
            yield from (Act(robot, "R5", id_), Act(robot, "R1", id_))
        case _:
            yield Act(robot, "R1", id_)
