from __future__ import annotations

from collections.abc import Sequence

from cotree.reallocation.lead_follow.collaboration import (
    Act,
    Changed,
    Did,
    Table,
    after,
    commitment,
    laid,
)
from cotree.reallocation.lead_follow.problem import Agent, LeadPlan, Planned, Subtask

AGENTS = (Agent("ann", "person"), Agent("fetch", "robot", hand_over_s=2.0))
BOTH = {"ann": 10.0, "fetch": 20.0}


def table(*acts: Act) -> Table:
    """Four subtasks; b comes after a."""
    subtasks = tuple(Subtask(id_, BOTH, ("a",) if id_ == "b" else ()) for id_ in "abcd")
    start = laid(subtasks, AGENTS)
    for act in acts:
        changed = after(start, Did(act))
        assert isinstance(changed, Changed), changed
        start = changed.table
    return start


def plan(ann: str, fetch: Sequence[Planned], told: str | None = None) -> LeadPlan:
    """Ann does these one after the other; the robot has this line."""
    line = [Planned("ann", "do", id_, 10.0 * i, 10.0 * i + 10) for i, id_ in enumerate(ann)]
    order = {"ann": tuple(line), "fetch": tuple(fetch)}
    names = frozenset(ann if told is None else told)
    return LeadPlan(order, 40.0, 40.0, 40.0, "joint", "test", names)


def do(id_: str, start_s: float = 0.0) -> Planned:
    return Planned("fetch", "do", id_, start_s, start_s + 20)


def committed(of: Table, plan: LeadPlan, ahead_s: float = 0.0) -> list[tuple[str, str]]:
    return [(act.action, act.subtask) for act in commitment(of, plan, "fetch", ahead_s)]


def test_what_the_person_begins_before_the_robots_work_ends_is_told_first() -> None:
    found = committed(table(), plan("cda", [do("a")]))
    assert found == [("R2", "c"), ("R2", "d"), ("R1", "a")]


def test_who_is_to_be_led_is_told_further_ahead() -> None:
    of = table(Act("ann", "H1", "a"))
    assert committed(of, plan("cdb", []), 0.0) == [("R2", "c"), ("R2", "d"), ("R2", "b")]
    assert ("R2", "b") in committed(of, plan("cdb", [do("x")][:0]), 5.0)
    now = plan("cdb", [Planned("fetch", "correct", "a", 0.0, 15.0)])
    wrong = table(Act("ann", "H1", "a", right=False))
    assert [id_ for action, id_ in committed(wrong, now) if action == "R2"] == ["c", "d"]
    assert [id_ for action, id_ in committed(wrong, now, 10.0) if action == "R2"] == ["c", "d", "b"]


def test_what_waits_for_others_is_told_when_it_is_due() -> None:
    found = committed(table(), plan("bcd", [do("a")]))
    assert found == [("R2", "c"), ("R2", "d"), ("R1", "a")]


def test_what_is_left_to_the_persons_choice_is_not_told() -> None:
    assert committed(table(), plan("cd", [do("a")], told="d")) == [("R2", "d"), ("R1", "a")]


def test_who_knows_is_not_told_again() -> None:
    of = table(Act("fetch", "R2", "c", to="ann"))
    assert committed(of, plan("cd", [do("a")])) == [("R2", "d"), ("R1", "a")]


def test_nobody_waits_who_could_work() -> None:
    assert committed(table(), plan("", [do("b", 10.0), do("c", 30.0)])) == [("R1", "c")]
    assert committed(table(), plan("a", [do("b", 10.0)], told="")) == []


def test_the_plan_is_said_in_the_words_of_the_table() -> None:
    gave = Act("ann", "H2", "c", to="fetch")
    assert committed(table(gave), plan("", [do("c")])) == [("R4", "c")]
    assert committed(table(gave), plan("c", [do("a")])) == [("R6", "c"), ("R2", "c"), ("R1", "a")]
    told = Act("fetch", "R2", "c", to="ann")
    assert committed(table(told), plan("", [do("c")])) == [("R5", "c"), ("R1", "c")]
    wrong = Act("ann", "H2", "c", right=False, to="fetch")
    mend = Planned("fetch", "correct", "c", 0.0, 2.0)
    assert committed(table(wrong), plan("", [mend, do("c", 2.0)])) == [("R6", "c")]
    placed = Act("ann", "H1", "c", right=False)
    assert committed(table(placed), plan("", [mend, do("c", 2.0)])) == [("R3", "c")]
