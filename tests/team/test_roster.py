from __future__ import annotations

import pytest

from cotree.core.mission import RobotModel
from cotree.core.mission import Teammate as Member
from cotree.team.ballots import INHERITS
from cotree.team.effects import Start, Verify
from cotree.team.roster import Change, Roster, changed, first_roster
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


@pytest.mark.parametrize("word", ["block", "zones"])
def test_all_who_hear_of_a_removal_begin_above_the_same_floor(word: str) -> None:
    team = Team(ONE, "abcd", "abc", word=word)
    del team.mates["a"]
    assert team["b"].change_roster(Change(remove="a", switched_off=True), 1.0) is None
    team.until(1.0, 1.5)
    floor = team["c"].mind.roster.floor
    assert floor == (0 if word == "block" else INHERITS)
    assert all(floor <= mate.mind.lamport.counter < floor + 9 for mate in team.mates.values())
    assert all(team.restart(name, 2.0).mind.lamport.counter >= floor for name in "cd")


@pytest.mark.parametrize("word", ["block", "zones"])
def test_what_a_removed_voter_decided_alone_is_shut_for_a_term_and_then_in_doubt(
    word: str,
) -> None:
    """Under ``block`` the voters that are left know all that was decided, so nothing is shut."""
    team = Team(ONE, "abc", "abc", word=word)
    del team.mates["a"]  # at home in the only component
    assert team["b"].change_roster(Change(remove="a", switched_off=True), 1.0) is None
    team.until(1.0, 1.5)
    team["b"].claim(0, 1.5)
    team.settle(1.5)
    assert bool(team.got("b", Start)) == (word == "block")
    if word == "zones":
        team.until(1.5, 1.5 + TIMING.term_s)
        team["b"].claim(0, 1.5 + TIMING.term_s)
        team.settle(1.5 + TIMING.term_s)
        assert team.got("b", Verify)
        assert not team.got("b", Start)


def test_who_joins_without_memory_counts_what_a_removed_voter_knew_as_lost() -> None:
    team = Team(ONE, "abc", "abc")
    del team.mates["c"]
    assert team["b"].change_roster(Change(remove="c", switched_off=True), 1.0) is None
    team.until(1.0, 2.0)
    team.restart("a", 2.0, disk=False)
    team.until(2.0, 3.0 + TIMING.term_s)
    assert team["a"].mind.joined
    assert team["a"].unknown() == [0]


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
