from __future__ import annotations

import pytest

from cotree.core.mission import RobotModel
from cotree.core.mission import Teammate as Member
from cotree.team.effects import Start
from cotree.team.roster import Change, Roster, changed, first_roster, one_step
from tests.kit.claims import ONE, TIMING, Team

THREE = Roster(("a", "b", "c", "d"), ("a", "b", "c"))


def test_one_voter_comes_or_goes_at_a_time() -> None:
    more = changed(THREE, Change(add="d"))
    assert isinstance(more, Roster)
    assert (more.voters, more.epoch) == (("a", "b", "c", "d"), 1)
    less = changed(more, Change(remove="a", switched_off=True))
    assert isinstance(less, Roster)
    assert less.voters == ("b", "c", "d")
    assert "a" not in less.members
    assert one_step(THREE, more)
    assert not one_step(THREE, Roster(("x",), ("x",)))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (Change(), "one voter at a time"),
        (Change(add="d", remove="a"), "one voter at a time"),
        (Change(add="a"), "a votes already"),
        (Change(remove="d"), "d does not vote; voters are a, b, c"),
    ],
)
def test_any_other_change_is_refused_with_its_reason(change: Change, why: str) -> None:
    found = changed(THREE, change)
    assert isinstance(found, str)
    assert why in found


def test_the_last_voter_stays() -> None:
    found = changed(Roster(("a",), ("a",)), Change(remove="a"))
    assert isinstance(found, str)
    assert "0 voters" in found


def test_a_roster_that_cannot_work_says_why() -> None:
    assert "6 voters" in (Roster(tuple("abcdef"), tuple("abcdef")).wrong() or "")
    assert "x votes but is no member" in (Roster(("a",), ("a", "x")).wrong() or "")
    assert "twice" in (Roster(("a", "a"), ("a",)).wrong() or "")


def test_two_robots_are_told_to_find_a_third_vote() -> None:
    assert "third vote" in (Roster(("a", "b"), ("a", "b")).advice() or "")
    assert THREE.advice() is None


def team_of(count: int) -> dict[str, Member]:
    model = RobotModel("r", ())
    people = {"ann": Member("ann", None)}
    return people | {f"r{i}": Member(f"r{i}", model) for i in range(count)}


@pytest.mark.parametrize(("robots", "voters"), [(1, 1), (2, 2), (3, 3), (4, 3), (5, 5), (100, 5)])
def test_at_most_five_vote_and_never_four(robots: int, voters: int) -> None:
    roster = first_roster(team_of(robots))
    assert len(roster.voters) == voters
    assert len(roster.members) == robots
    assert roster.wrong() is None


def test_a_witness_votes_and_is_no_robot() -> None:
    roster = first_roster(team_of(2), ("tablet",))
    assert roster.voters == ("tablet", "r0", "r1")


def test_a_new_roster_reaches_everybody() -> None:
    team = Team(ONE, "abcd", "abc")
    assert team["a"].change_roster(Change(add="d"), 1.0) is None
    team.until(1.0, 4.0)
    assert all(mate.mind.roster.epoch == 1 for mate in team.mates.values())


def test_the_next_change_waits_for_the_last_one() -> None:
    team = Team(ONE, "abcd", "abc")
    team["a"].change_roster(Change(add="d"), 1.0)
    assert "wait" in (team["a"].change_roster(Change(remove="b"), 1.1) or "")
    team.until(1.0, 1.5 + TIMING.term_s)
    assert team["a"].change_roster(Change(remove="b"), 1.5 + TIMING.term_s) is None


def test_votes_of_another_roster_do_not_count() -> None:
    team = Team(ONE, "abc", "abc")
    team["a"].change_roster(Change(remove="b"), 0.0)
    team["b"].claim(0, 0.1)
    team.deliver([letter for letter in team.collect("b") if letter.claims], 0.1)
    votes = [letter for letter in team.collect("a") if letter.votes]
    assert votes == []


def test_the_survivor_of_two_goes_on_once_an_operator_says_the_other_is_off() -> None:
    team = Team(ONE, "ab", "ab")
    del team.mates["b"]
    team["a"].claim(0, 1.0)
    team.until(1.0, 2.0)
    assert not team.got("a", Start)
    assert team["a"].change_roster(Change(remove="b", switched_off=True), 2.0) is None
    team["a"].claim(0, 5.0)
    team.settle(5.0)
    assert team.got("a", Start)
