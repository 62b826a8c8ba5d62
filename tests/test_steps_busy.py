"""No robot idles while there is a step that it may and can do, that nobody has, and that fits."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cotree.app.team import crew_of
from cotree.core.changes import NodeState
from cotree.reallocation.lead_follow.collaboration.allowed import may
from cotree.reallocation.lead_follow.problem import Problem
from cotree.runtime.crew.crew import Crew
from cotree.runtime.steps.choice import least_after
from cotree.runtime.steps.sharing import Sharing
from cotree.trees.reading import loads
from cotree.trees.unit import Unit
from tests.kit.played import ROOT
from tests.test_shared_steps import FIVE

AT_WORK = (NodeState.CLAIMING, NodeState.RUNNING, NodeState.STOPPING)
TAKES_S = 0.2
"""So long a robot takes from the end of one thing to the beginning of the next."""
LEADER = "{follows: 0.1, errs: 0.0}"
FOLLOWER = "{follows: 0.9, errs: 0.0}"
ERRING = "{follows: 0.3, errs: 0.5}"
GIVING = "{kind: delegator}"


def kitting(pattern: str, model: str, seed: int) -> str:
    text = (ROOT / "config" / "experiments" / f"kitting_{pattern}.yaml").read_text()
    about = f"simulated: {model}}}\n  seed: {seed}\n  noise: 0.2\n"
    return re.sub(r"simulated: .*\n?", about, text)


def chosen(crew: Crew) -> set[str]:
    """Steps that some robot has chosen."""
    found = set()
    for _, sharing in at_it(crew):
        act = sharing._working.chosen
        found |= set() if act is None else {act.subtask}
    return found


def at_it(crew: Crew) -> Iterator[tuple[str, Sharing]]:
    for name, seat in crew.seats.items():
        if seat.executor is not None and seat.executor.sharing is not None:
            yield name, seat.executor.sharing


def idles(sharing: Sharing) -> bool:
    """At no step, at no claim, and saying nothing."""
    units = [part for part in sharing._engine.parts.values() if isinstance(part, Unit)]
    busy = sharing._words.busy or any(unit.state in AT_WORK for unit in units)
    return not busy and sharing.robot not in sharing.floor.table.doing


def could(sharing: Sharing, now_s: float) -> set[str]:
    """What it could begin and would end in time."""
    table, plan = sharing.floor.table, sharing.planning.plan
    problem: Problem = sharing.outlook.problem(now_s)
    tails = least_after(problem)
    left_s = 1e9 if plan is None else plan.makespan_s - (now_s - sharing.planning.since_s)
    takes = {each.id: each.durations.get(sharing.robot) for each in problem.subtasks}
    acts = [act for act in may(table, sharing.robot) if act.action in ("R1", "R3", "R4")]
    times = {act: (act.subtask, takes[act.subtask]) for act in acts}
    return {step for step, s in times.values() if s is not None and s + tails.get(step, 0) < left_s}


def idle_spells(text: str) -> tuple[str, list[tuple[str, float, float, set[str]]]]:
    """How the mission ended, and when robots idled that could have worked: who, when, how long."""
    crew, _ = crew_of(loads(text, "m.yaml"), lambda message: None, until_s=600.0)
    since: dict[str, tuple[float, set[str]]] = {}
    found = []
    before = crew.after

    def after(now_s: float) -> None:
        before(now_s)
        for name, sharing in at_it(crew):
            steps = could(sharing, now_s) - chosen(crew) if idles(sharing) else set()
            if steps and not sharing.floor.table.over():
                since.setdefault(name, (now_s, steps))
            elif name in since:
                began_s, what = since.pop(name)
                if now_s - began_s > TAKES_S:
                    found.append((name, began_s, now_s - began_s, what))

    crew.after = after
    return crew.run().result, found


@pytest.mark.parametrize(
    "text",
    [
        kitting("b", LEADER, 3),
        kitting("c", FOLLOWER, 2),
        kitting("d", ERRING, 4),
        FIVE,
    ],
)
def test_no_robot_idles_while_it_could_do_what_nobody_has(text: str) -> None:
    assert idle_spells(text) == ("success", [])


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
@pytest.mark.parametrize("model", [LEADER, FOLLOWER, ERRING, GIVING])
@pytest.mark.parametrize("pattern", ["b", "c", "d"])
def test_no_robot_idles_in_many_missions(pattern: str, model: str, seed: int) -> None:
    assert idle_spells(kitting(pattern, model, seed)) == ("success", [])
