"""New plans after disturbances: of the disturbed robots alone, of the whole team, the cheaper one.

Costs are what is left to pay from now on.  Robots that were not disturbed keep their routes as long
as nothing is better.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal, TypeAlias

from cotree.reallocation.ltl.plan.answer import Answer, Plan, Reason, Route
from cotree.reallocation.ltl.plan.many import AT_ONCE, Effort, draw, share_many
from cotree.reallocation.ltl.plan.robots import Problem, with_robots
from cotree.reallocation.ltl.plan.routes import route
from cotree.reallocation.ltl.plan.sharing import few, shared
from cotree.reallocation.ltl.plan.solve import checked
from cotree.reallocation.ltl.repair.disturbances import Disturbance, touched
from cotree.reallocation.ltl.repair.handover import adopt, nothing, offers, seen_again
from cotree.reallocation.ltl.tables.roads import FAR

Reach: TypeAlias = Literal["cheaper", "local", "local_first", "global"]
"""``cheaper``: both, and the cheaper; ``local_first``: global only if local is impossible."""


@dataclasses.dataclass(frozen=True)
class Reallocation:
    """How things stand after the disturbance, and the plan to go on with."""

    problem: Problem
    plan: Plan
    kind: Literal["kept", "local", "global"]
    local: Answer | None = None
    """What the disturbed robots can do alone, if that was asked."""
    whole: Answer | None = None
    """What the whole team can do, if that was asked."""


def reallocate(
    problem: Problem,
    plan: Plan,
    disturbances: Sequence[Disturbance],
    reach: Reach = "cheaper",
    effort: Effort = AT_ONCE,
) -> Reallocation | Reason:
    """The plan after these disturbances; ``plan`` is what was left to do before them."""
    robots: frozenset[int] = frozenset()
    for disturbance in disturbances:
        robots |= touched(problem, disturbance)
        after = disturbance.after(problem)
        if isinstance(after, Reason):
            return after
        problem = after
    local = _local(problem, plan, robots) if reach != "global" else None
    if isinstance(local, Plan) and reach in ("local", "local_first"):
        return _alone(problem, plan, local)
    if isinstance(local, Reason) and reach == "local":
        return local
    changed, whole = shared_anew(problem, plan, effort)
    if isinstance(whole, Plan) and not (isinstance(local, Plan) and local.value <= whole.value):
        return Reallocation(changed, whole, "global", local, whole)
    if isinstance(local, Plan):
        return _alone(problem, plan, local, whole)
    assert isinstance(whole, Reason)
    return whole


def _alone(
    problem: Problem, before: Plan, local: Plan, whole: Answer | None = None
) -> Reallocation:
    """The local plan, with what is known about the best one."""
    if isinstance(whole, Plan):
        local = dataclasses.replace(local, bound=whole.bound)
    kind: Literal["kept", "local"] = "kept" if local.routes == before.routes else "local"
    return Reallocation(problem, local, kind, local, whole)


def _local(problem: Problem, plan: Plan, robots: frozenset[int]) -> Answer:
    """The disturbed robots find new ways for their own tasks; all others go on.

    Its bound is about this question: nothing cheaper with everybody's tasks as they are.
    """
    if problem.mission.coupled:
        return _unchanged(problem, plan)
    routes = list(plan.routes)
    for index in sorted(robots):
        found = again(problem, index, plan.routes[index])
        if isinstance(found, Reason):
            return found
        routes[index] = found
    answer = dataclasses.replace(plan, routes=tuple(routes), solver="local")
    return checked(problem, dataclasses.replace(answer, bound=answer.value[0]), robots)


def _unchanged(problem: Problem, plan: Plan) -> Answer:
    """Where conjuncts couple robots nobody replans alone: the plan as it is, if it still does."""
    for index, (robot, before) in enumerate(zip(problem.robots, plan.routes, strict=True)):
        if before.legs and (robot.lost or not walkable(problem, index, before)):
            what = "replanning one robot alone where conjuncts couple it with others"
            return Reason("not_supported", f"{what} ({problem.mission.coupled[0].reason})")
    return checked(problem, dataclasses.replace(plan, bound=plan.value[0]))


def again(problem: Problem, index: int, before: Route) -> Route | Reason:
    """A robot's best route for the open ones of its tasks; the one it has, if that is as good."""
    robot, open_ = problem.robots[index], problem.open()
    tasks = tuple(task for task in before.tasks if task in open_)
    if not tasks:
        return Route(robot.name)
    names = ", ".join(str(problem.mission.tasks[task]) for task in tasks)
    if robot.lost:
        return Reason("impossible", f"{robot.name} is lost, and had {names} to do")
    system = problem.system(robot)
    if not few(problem.mission, tasks, [system]):
        return _tour(problem, index, tasks, before)
    ladder, which = problem.mission.ladder(system, tasks)
    done = [task.ratchet.done for task in problem.mission.tasks]
    joint = ladder.joint([robot.progress[t] if t in tasks else done[t] for t in which])
    cost = ladder.cost(system.index(*robot.state), joint)
    if cost >= FAR:
        return Reason("impossible", f"{robot.name} cannot do {names} any more")
    if tasks == before.tasks and cost == before.micros and walkable(problem, index, before):
        return before
    return route(problem, robot, tasks, ladder, which)


def only(problem: Problem, index: int) -> Problem:
    """The problem as if nobody else could do anything."""
    others = {
        other: dataclasses.replace(robot, lost=True)
        for other, robot in enumerate(problem.robots)
        if other != index
    }
    return with_robots(problem, others)


def _tour(problem: Problem, index: int, tasks: tuple[int, ...], before: Route) -> Route | Reason:
    """A good route for more tasks than a table holds; the one that it has, if that is as good."""
    alone = only(problem, index)
    found = share_many(alone, tasks, nothing(problem).progress, AT_ONCE)
    if isinstance(found, Reason):
        singly = (again(problem, index, Route(before.robot, (task,))) for task in tasks)
        return next((one for one in singly if isinstance(one, Reason)), found)
    new = draw(alone, found).routes[index]
    usable = tasks == before.tasks and before.legs and walkable(problem, index, before)
    return before if usable and before.micros <= new.micros else new


def walkable(problem: Problem, index: int, route: Route) -> bool:
    """Whether the robot can still go this route, at this cost."""
    robot = problem.robots[index]
    system = problem.system(robot)
    allowed = problem.mission.allowed(system)
    at = robot.state
    for leg in route.legs:
        arc = system.arc(system.number[leg.source], system.number[leg.target])
        if leg.source != at or arc is None or not allowed[arc] or system.cost[arc] != leg.micros:
            return False
        at = leg.target
    return True


def shared_anew(problem: Problem, plan: Plan, effort: Effort) -> tuple[Problem, Answer]:
    """All open tasks shared anew, from where everybody is and what has been reached."""
    open_ = problem.open()
    given = offers(problem, open_)
    if problem.mission.coupled:
        seen = seen_again(problem)
        given = nothing(problem) if seen is None else given
        problem = seen or problem
    keep = [route.tasks for route in plan.routes]
    found = shared(problem, open_, given.progress, effort, keep)
    if isinstance(found, Reason):
        return problem, found
    changed = adopt(problem, given, found.tasks)
    answer = found.draw(changed)
    if problem.mission.coupled:
        return changed, checked(changed, answer)
    routes = tuple(
        before
        if before.tasks == new.tasks
        and before.micros == new.micros
        and robot == old
        and walkable(changed, index, before)
        else new
        for index, (before, new, robot, old) in enumerate(
            zip(plan.routes, answer.routes, changed.robots, problem.robots, strict=True)
        )
    )
    return changed, checked(changed, dataclasses.replace(answer, routes=routes))
