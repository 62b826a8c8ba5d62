"""When to plan again, and how late everything may be."""

from __future__ import annotations

import msgspec

from cotree.reallocation.lead_follow.planning.reasons import reasons
from cotree.reallocation.lead_follow.planning.slack import latest_ends
from cotree.reallocation.lead_follow.planning.solve import plan
from cotree.reallocation.lead_follow.problem import LeadPlan, Problem, Running, Subtask
from tests.reallocation.lead_follow.planning.teams import team

SUBTASKS = (
    Subtask("a", {"p0": 5.0}),
    Subtask("b", {"p0": 5.0}, ("a",)),
    Subtask("c", {"r0": 4.0}),
)
JOB = Problem(SUBTASKS, team(1, 1))


def planned(problem: Problem = JOB) -> LeadPlan:
    answer = plan(problem)
    assert isinstance(answer, LeadPlan)
    return answer


def kinds(problem: Problem, elapsed_s: float, given: LeadPlan | None = None) -> list[str]:
    return [each.kind for each in reasons(problem, given or planned(), elapsed_s)]


def test_what_is_on_the_longest_way_has_no_slack() -> None:
    latest = latest_ends(JOB, planned())
    assert latest == {("do", "a"): 5.0, ("do", "b"): 10.0, ("do", "c"): 10.0}


def test_while_the_plan_can_be_kept_there_is_no_reason() -> None:
    at_work = {"p0": Running(3.0, "a"), "r0": Running(7.0, "c")}
    assert kinds(msgspec.structs.replace(JOB, running=at_work), 2.0) == []


def test_a_completed_step_is_a_reason() -> None:
    problem = msgspec.structs.replace(JOB, done=frozenset({"c"}), running={"p0": Running(1.0, "a")})
    assert kinds(problem, 4.0) == ["completed"]


def test_what_ends_later_than_it_may_is_a_reason() -> None:
    slow = msgspec.structs.replace(JOB, running={"p0": Running(4.0, "a"), "r0": Running(1.0, "c")})
    found = reasons(slow, planned(), 2.0)
    assert [(each.kind, each.subtask) for each in found] == [("late", "a")]
    assert found[0].text == "a (do): 1.0 s late"


def test_what_has_not_begun_in_time_is_a_reason() -> None:
    waiting = msgspec.structs.replace(JOB, running={"p0": Running(0.0, "a")})
    assert kinds(waiting, 5.0) == []
    assert kinds(waiting, 6.0) == ["late", "late"]


def test_who_does_something_else_is_a_reason() -> None:
    either = (*SUBTASKS[:2], Subtask("c", {"r0": 4.0, "p0": 4.0}))
    problem = Problem(either, JOB.agents)
    given = planned(problem)
    other = msgspec.structs.replace(problem, running={"p0": Running(4.0, "c")})
    assert "otherwise" in kinds(other, 0.0, given)


def test_something_to_correct_is_a_reason_until_it_is_planned() -> None:
    wrong = msgspec.structs.replace(JOB, wrong={"a": {"r0": 2.0}})
    assert kinds(wrong, 0.0) == ["otherwise"]
    assert kinds(wrong, 0.0, planned(wrong)) == []


def test_a_correction_that_was_made_in_time_is_no_reason() -> None:
    wrong = msgspec.structs.replace(JOB, wrong={"a": {"r0": 2.0}})
    assert kinds(JOB, 2.0, planned(wrong)) == []


def test_a_new_subtask_is_a_reason() -> None:
    more = Problem((*SUBTASKS, Subtask("d", {"r0": 1.0})), JOB.agents)
    assert kinds(more, 0.0) == ["otherwise"]


def test_who_comes_late_to_a_shared_place_makes_others_late() -> None:
    subtasks = (
        Subtask("a", {"p0": 4.0}, place="table"),
        Subtask("b", {"r0": 9.0}, place="table", at_place_s=2.0),
    )
    problem = Problem(subtasks, team(1, 1), shared=frozenset({"table"}))
    latest = latest_ends(problem, planned(problem))
    assert latest == {("do", "a"): 7.0, ("do", "b"): 9.0}


def test_somebody_on_whom_nobody_counts_any_more_is_a_reason() -> None:
    either = (*SUBTASKS[:2], Subtask("c", {"r0": 4.0, "p0": 4.0}))
    given = planned(msgspec.structs.replace(JOB, subtasks=either))
    owner = given.assigned["c"]
    other = {"p0": "r0", "r0": "p0"}[owner]
    left = (*SUBTASKS[:2], Subtask("c", {other: 4.0}))
    found = reasons(msgspec.structs.replace(JOB, subtasks=left), given, 0.0)
    assert [each.text for each in found if each.kind == "otherwise"] == [
        f"nobody counts on {owner} for c now"
    ]
