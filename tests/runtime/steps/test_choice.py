"""What a robot does next: words in time, work before words, and never nothing if something fits."""

from __future__ import annotations

import pytest

from cotree.core.sayings import wants
from cotree.reallocation.lead_follow.conduct import Conduct
from cotree.reallocation.lead_follow.planning.solve import plan as planned
from cotree.reallocation.lead_follow.problem import LeadPlan, Planned, Problem, Subtask
from cotree.runtime.steps.choice import Choice, least_after
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.outlook import Outlook
from cotree.trees.reading import loads

TEXT = """\
mission: m
team:
  pr2: {robot: pr2, at: [0, 0]}
  ann: {person: {}, at: [2, 0]}
steps:
  hand_over: 2 s
  kinds: {near: {takes: {ann: 6 s, pr2: 30 s}}}
  all:
    W1: [near, near]
    W2: [near, near]
"""


@pytest.fixture
def floor() -> Floor:
    return Floor(loads(TEXT, "m.yaml"))


def choice(
    floor: Floor, plan: LeadPlan | None, age_s: float = 0.0, *, speaks: bool = True
) -> Choice:
    problem = Outlook(loads(TEXT, "m.yaml"), floor).problem(age_s)
    return Choice(floor.table, problem, "pr2", plan, age_s, speaks)


def a_plan(*ann: str, robot: tuple[tuple[str, float], ...], makespan_s: float = 100.0) -> LeadPlan:
    """Ann does these one after the other and is told; the robot its own, each at its time."""
    hers = tuple(Planned("ann", "do", step, 6.0 * n, 6.0 * n + 6) for n, step in enumerate(ann))
    told = tuple(
        Planned("pr2", "hand_over", s, 2.0 * n, 2.0 * n + 2, "ann") for n, s in enumerate(ann)
    )
    own = tuple(Planned("pr2", "do", step, at_s, at_s + 30) for step, at_s in robot)
    order = {"ann": hers, "pr2": (*told, *own)}
    return LeadPlan(order, makespan_s, makespan_s, 0.0, "joint", "test", frozenset(ann))


def acts(floor: Floor, plan: LeadPlan | None, age_s: float = 0.0) -> list[str]:
    """What it does, as long as that is words, which are heard at once."""
    found = []
    for _ in range(9):
        act = choice(floor, plan, age_s).act()
        if act is None:
            break
        found.append(f"{act.action} {act.subtask}")
        if act.action != "R2":
            break
        floor.hear(wants("pr2", "ann", floor.paths[act.subtask]), "please", age_s)
    return found


def test_before_its_work_it_says_only_what_is_to_begin_until_then(floor: Floor) -> None:
    plan = a_plan("W1.1", "W1.2", "W2.2", robot=(("W2.1", 6.0),))
    assert acts(floor, plan) == ["R2 W1.1", "R2 W1.2", "R2 W2.2", "R1 W2.1"]


def test_who_has_nothing_to_do_says_only_what_is_to_begin_soon(floor: Floor) -> None:
    """What it is to do comes last; had it said everything, nothing would be left for itself."""
    plan = a_plan("W1.1", "W2.1", "W1.2", robot=(("W2.2", 60.0),), makespan_s=20.0)
    assert acts(floor, plan) == ["R2 W1.1", "R2 W2.1", "R2 W1.2"]
    assert acts(Floor(loads(TEXT, "m.yaml")), plan, 200.0)[:1] == ["R2 W1.1"]


def test_who_errs_is_told_further_ahead(floor: Floor) -> None:
    """At first a quarter of her choices is believed to be wrong, which is enough to lead."""
    plan = a_plan("W1.1", "W2.1", "W1.2", "W2.2", robot=(), makespan_s=20.0)

    def told(conduct: Conduct) -> int:
        floor = Floor(loads(TEXT, "m.yaml"))
        problem = Outlook(loads(TEXT, "m.yaml"), floor).problem(0.0)
        for count in range(9):
            act = Choice(floor.table, problem, "pr2", plan, 0.0, True, conduct=conduct).act()
            if act is None or act.action != "R2":
                return count
            floor.hear(wants("pr2", "ann", floor.paths[act.subtask]), "please", 0.0)
        return 9

    assert told(Conduct(ahead_s=7.0)) == 2
    assert told(Conduct(ahead_s=7.0, lead_s=20.0, worry=0.5)) == 3
    assert told(Conduct(ahead_s=7.0, lead_s=20.0, worry=0.2)) == 4


def test_who_waits_for_its_own_work_does_what_fits(floor: Floor) -> None:
    plan = a_plan("W1.1", "W1.2", robot=(("W2.2", 6.0),), makespan_s=200.0)
    assert acts(floor, plan)[-1] == "R1 W2.1"


def test_what_would_end_after_everything_else_does_not_fit(floor: Floor) -> None:
    plan = a_plan("W1.1", "W1.2", "W2.1", robot=(("W2.2", 60.0),), makespan_s=35.0)
    assert "R1" not in acts(floor, plan)[-1]


def test_without_a_plan_it_does_what_suits_it_and_says_nothing(floor: Floor) -> None:
    assert acts(floor, None) == ["R1 W1.1"]


def test_a_robot_that_follows_says_nothing(floor: Floor) -> None:
    plan = a_plan("W1.1", "W1.2", robot=(("W2.1", 6.0),))
    act = choice(floor, plan, speaks=False).act()
    assert act is not None
    assert (act.action, act.subtask) == ("R1", "W2.1")


def test_a_real_plan_is_carried_out(floor: Floor) -> None:
    problem = Outlook(loads(TEXT, "m.yaml"), floor).problem(0.0)
    answer = planned(problem)
    assert isinstance(answer, LeadPlan)
    assert acts(floor, answer)


def test_what_comes_after_a_step_takes_at_least_its_longest_chain() -> None:
    steps = (
        Subtask("a", {"x": 9.0, "y": 3.0}),
        Subtask("b", {"x": 5.0}, ("a",)),
        Subtask("c", {"x": 1.0}, ("a",)),
        Subtask("d", {"y": 2.0}, ("b", "c")),
    )
    assert least_after(Problem(steps, ())) == {"a": 7.0, "b": 2.0, "c": 2.0}
    assert least_after(Problem(steps, (), done=frozenset({"d", "b"}))) == {"a": 1.0}
