"""For whom nobody waits: peers that were not heard for long, unless it is oneself who is alone."""

from __future__ import annotations

from py_trees.behaviour import Behaviour

from cotree.trees.and_ import And
from tests.kit.acts import Do
from tests.kit.circle import Circle


def three() -> Behaviour:
    return And("n", None, [Do("x"), Do("y"), Do("z")])


def absent(team: Circle) -> dict[str, set[str]]:
    """By robot: who it says is absent."""
    return {name: set(each.accord.rights.absent) for name, each in team.members.items()}


def test_a_dead_robot_is_absent_after_three_leases_and_not_before() -> None:
    team = Circle(three, "abc")
    team.go(1.0)
    dead_s = team["a"].mate.mind.timing.dead_s
    team.dies("c")
    team.go(dead_s - 1.5)
    assert all(not some for some in absent(team).values())
    team.go(2.5)
    assert [absent(team)[name] for name in "ab"] == [{"c"}, {"c"}]


def test_who_is_cut_off_says_that_of_nobody() -> None:
    team = Circle(three, "abc")
    team.sides = ["c"]
    team.go(20.0)
    assert absent(team) == {"a": {"c"}, "b": {"c"}, "c": set()}


def test_who_is_heard_again_is_there_again() -> None:
    team = Circle(three, "abc")
    team.sides = ["c"]
    team.go(20.0)
    team.sides = []
    team.go(2.0)
    assert absent(team) == {"a": set(), "b": set(), "c": set()}
