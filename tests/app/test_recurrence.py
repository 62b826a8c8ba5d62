"""What only the team as a whole is asked for, from the file to the referee's verdict."""

from __future__ import annotations

import pytest

from cotree.core.errands import Spot
from tests.kit.errand_missions import happens, street
from tests.kit.errand_runs import Ran

TOGETHER = ["task/together, r0", "task/together, r1"]


def came(text: str) -> Ran:
    """A run that succeeded, and whose sentence is true of what was really done."""
    ran = Ran(text)
    assert ran.end.result == "success", ran.end
    assert list(ran.history.faults()) == []
    assert not ran.done_twice()
    return ran


def last(ran: Ran) -> Spot:
    """What the team has shown last."""
    return ran.history.team[-1]


def test_what_recurs_is_somebodys_way_although_nobody_has_another_errand() -> None:
    ran = came(street('"[]<>b"', at="ad"))
    assert [node.path for node in ran.mission.task.walk()] == ["task", *TOGETHER]
    assert last(ran) == ("b", "idle")
    assert [len(word) for word in ran.history.words.values()] == [2, 1]


def test_who_recurs_comes_last_when_others_have_errands() -> None:
    ran = came(street("visit: d", '"[]<>b"', at="ac"))
    assert ran.history.words == {
        "r0": [("a", "idle"), ("b", "idle")],
        "r1": [("c", "idle"), ("d", "idle")],
    }
    assert last(ran) == ("b", "idle")


def test_a_response_of_a_robot_without_an_errand_is_made() -> None:
    ran = came(street("visit: b", "respond: {trigger: b, response: d}", at="ac"))
    assert ran.history.team[-2:] == [("b", "idle"), ("d", "idle")]


def test_one_robot_after_the_other_without_a_letter_between() -> None:
    ran = came(street('"<>(b && X d)"', at="ac"))
    assert ran.history.team[-2:] == [("b", "idle"), ("d", "idle")]
    assert [len(word) for word in ran.history.words.values()] == [2, 2]


@pytest.mark.parametrize("objective", ["makespan", "lexicographic"])
def test_the_longest_way_may_count_as_well(objective: str) -> None:
    """r0 could do it all for 6; the longest way is least when both move."""
    text = street(at="bc") + f"ltl: {{all: ['<>a', '<>(d && X a)'], objective: {objective}}}\n"
    ran = came(text)
    assert {name: word[-1][0] for name, word in ran.history.words.items()} == {"r0": "a", "r1": "d"}


@pytest.mark.parametrize("at_s", [1, 3, 5])
def test_when_one_breaks_another_one_does_its_part(at_s: int) -> None:
    events = happens(f"at: {at_s} s, robot: r0, breaks: true")
    ran = came(street("visit: d", '"[]<>b"', at="aca", more=events))
    assert last(ran) == ("b", "idle")


def test_what_contradicts_itself_on_finite_words_fails_at_once_and_is_named() -> None:
    ran = Ran(street('"[]<>b && []<>d"', at="ac"))
    assert ran.end.result == "failure"
    assert "nothing that robots could do satisfies []<>b and []<>d" in ran.end.reasons[0].message
    assert all(len(word) == 1 for word in ran.history.words.values())
