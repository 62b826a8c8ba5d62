"""Shared things: claimed like leaves, outside the tree, and looked at before a dead one's use."""

from __future__ import annotations

import msgspec
import pytest

from cotree.team.conflicts import Conflicts
from cotree.team.effects import Denied, Outcome, Over, Start, Verify
from cotree.team.facts import DONE, Fact
from cotree.team.outline import Task
from tests.kit.claims import ONE, ORDER, PAIR, TIMING, Team, leaf

DOOR = 2
"""The number of the first thing of ``PAIR``."""


def pair() -> Team:
    return Team(PAIR, things=("door", "tool"))


def holding(team: Team, name: str = "a", now_s: float = 0.0) -> None:
    team[name].claim(DOOR, now_s)
    team.settle(now_s)


def test_things_are_numbered_after_the_leaves() -> None:
    task = Task(PAIR, ("door", "tool"))
    assert (task.number["door"], task.number["tool"], len(task)) == (2, 3, 4)
    assert [task.is_thing(number) for number in range(4)] == [False, False, True, True]
    assert not any((list(task.above(2)), list(task.before(2)), task.after(2)))


def test_things_belong_to_what_a_team_agrees_on() -> None:
    assert Task(PAIR, ("door",)).hash != Task(PAIR).hash
    assert Task(PAIR, ("door", "tool")).hash != Task(PAIR, ("tool", "door")).hash
    assert Task(PAIR, ()).hash == Task(PAIR).hash


def test_a_thing_cannot_be_called_like_a_leaf() -> None:
    with pytest.raises(ValueError, match="same path"):
        Task(PAIR, ("a",))


def test_a_thing_excludes_only_itself() -> None:
    conflicts = Conflicts(Task(leaf("a", "door"), ("door", "tool")))
    assert conflicts.between(1, 1)
    assert not conflicts.between(1, 2)
    assert not conflicts.between(0, 1)
    assert len(set(conflicts.component)) == 3
    assert conflicts.alone(1)


def test_a_thing_is_anybodys_turn_but_one_has_it() -> None:
    team = pair()
    assert all(mate.enabled(DOOR) for mate in team.mates.values())
    holding(team)
    assert team.got("a", Start)
    holding(team, "b", 0.1)
    (denied,) = team.got("b", Denied)
    assert isinstance(denied, Denied)
    assert (denied.why, denied.holder) == ("held", "a")


def test_what_was_let_go_is_free_at_once_and_nobody_looks() -> None:
    team = pair()
    holding(team)
    team["a"].let_go(DOOR, team.token("a"), 0.5)
    team.settle(0.5)
    assert team["a"].holds() == []
    holding(team, "b", 0.6)
    assert team.got("b", Start)
    assert not team.got("b", Verify)


def test_an_answer_with_another_token_lets_nothing_go() -> None:
    team = pair()
    holding(team)
    team["a"].let_go(DOOR, (0, "a"), 0.5)
    assert team["a"].holds() == [DOOR]


def test_a_leaf_is_never_let_go_clean() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].let_go(0, team.token("a"), 0.5)
    team.settle(0.5)
    assert team["b"].unknown() == [0]


def test_a_thing_is_never_done() -> None:
    team = pair()
    team["a"].saw_done(DOOR, 0.0)
    holding(team)
    team["a"].finished(DOOR, team.token("a"), 0.5)
    team.until(0.5, 1.0)
    assert not any(mate.knows_done(DOOR) for mate in team.mates.values())
    holding(team, "b", 1.0)
    assert team.got("b", Start)


def test_a_letter_that_says_a_thing_is_done_is_refused() -> None:
    team = pair()
    team["b"].tick(5.0)
    (letter,) = team.collect("b")
    wrong = msgspec.structs.replace(letter, facts=(Fact(DOOR, DONE),))
    team["a"].receive(wrong, 5.0)
    assert team["a"].refused_letters == {"mark": 1}


def test_the_task_is_complete_without_its_things() -> None:
    team = pair()
    holding(team)
    for number in (0, 1):
        team["a"].saw_done(number, 0.0)
    team.until(0.0, 1.0)
    assert all(mate.complete for mate in team.mates.values())


def looking(team: Team) -> Verify:
    """a dies with the thing, and b wants it once a's lease is over."""
    holding(team)
    del team.mates["a"]
    later_s = TIMING.term_s + 0.3
    team.until(0.0, later_s)
    holding(team, "b", later_s)
    (verify,) = team.got("b", Verify)
    assert isinstance(verify, Verify)
    return verify


def test_who_dies_with_a_thing_leaves_doubt_and_what_is_free_is_taken() -> None:
    team = pair()
    verify = looking(team)
    assert team["b"].unknown() == [], "a thing is looked at by who wants it, and by nobody else"
    team["b"].verified(DOOR, verify.token, Outcome.UNTOUCHED, 3.0)
    team.settle(3.0)
    assert team.got("b", Start)


@pytest.mark.parametrize("outcome", [Outcome.PARTIAL, Outcome.DONE])
def test_what_a_dead_one_stands_in_is_not_entered_but_looked_at_again(outcome: Outcome) -> None:
    team = pair()
    verify = looking(team)
    team["b"].verified(DOOR, verify.token, outcome, 3.0)
    team.settle(3.0)
    assert not team.got("b", Start)
    (denied,) = team.got("b", Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "occupied"
    assert denied.retry_s > 3.0
    assert not team.got("b", Over)
    holding(team, "c", 4.0)
    assert team.got("c", Verify), "the doubt stays"


def test_it_looks_less_often_the_longer_a_thing_is_occupied() -> None:
    team = pair()
    token = looking(team).token
    waits = []
    now_s = 3.0
    for _ in range(5):
        team["b"].verified(DOOR, token, Outcome.PARTIAL, now_s)
        team.settle(now_s)
        denied = team.got("b", Denied)[-1]
        assert isinstance(denied, Denied)
        waits.append(denied.retry_s - now_s)
        now_s += 50.0
        holding(team, "b", now_s)
        verify = team.got("b", Verify)[-1]
        assert isinstance(verify, Verify)
        token = verify.token
    assert waits[-1] >= 0.3 * 16


def test_a_person_at_a_thing_keeps_robots_out() -> None:
    team = pair()
    for name in "abc":
        team[name].see(DOOR, True, 0.0)
    holding(team, "a", 0.1)
    (denied,) = team.got("a", Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "person"


def test_what_was_lost_with_the_disks_must_be_looked_at() -> None:
    team = Team(ORDER, things=("door",))
    for name in "abc":
        team.restart(name, 0.0, disk=False)
    team.until(0.0, 8.0)
    team["a"].claim(2, 8.0)
    team.settle(8.0)
    assert team.got("a", Verify)


def test_things_are_claimed_at_home_in_a_partition() -> None:
    team = Team(PAIR, "ab", "ab", word="home", things=("door", "tool"))
    alone = {}
    for number, name in ((2, "a"), (3, "a"), (2, "b"), (3, "b")):
        team = Team(PAIR, "ab", "ab", word="home", things=("door", "tool"))
        del team.mates["b" if name == "a" else "a"]
        team[name].claim(number, 0.0)
        team.settle(0.0)
        alone[number, name] = bool(team.got(name, Start))
    assert alone == {(2, "a"): True, (3, "a"): False, (2, "b"): False, (3, "b"): True}
