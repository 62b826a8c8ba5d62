"""Undo and abandon: who executes stops, a quorum decides the epoch, and the old one is over."""

from __future__ import annotations

import msgspec
import pytest

from cotree.team.effects import Denied, Halt, Outcome, Over, Revised, Start, Verify
from cotree.team.facts import Fact
from cotree.team.messages import Letter
from cotree.team.outline import Task
from cotree.team.revisions import TRIES
from tests.kit.claims import CHOICE, ONE, ORDER, PAIR, TIMING, Team, claim, leaf, node, voter_of
from tests.kit.claims import ask as vote_of

THREE = node("then", "t", leaf("a"), leaf("b"), leaf("c"))


def done(team: Team, number: int, now_s: float, name: str = "a") -> None:
    team[name].claim(number, now_s)
    team.settle(now_s)
    team[name].finished(number, team.token(name), now_s + 0.1)
    team.until(now_s + 0.1, now_s + 0.9)


def running_second() -> Team:
    """a has done the first leaf of ``ORDER`` and executes the second."""
    team = Team(ORDER, "abcd", "abc")
    done(team, 0, 0.0)
    team["d"].claim(1, 1.0)
    team.settle(1.0)
    assert team.got("d", Start)
    return team


def test_who_executes_what_comes_after_is_told_to_stop_and_then_it_is_decided() -> None:
    team = running_second()
    team["b"].undo(0, 1.1)
    team.settle(1.1)
    (halt,) = team.got("d", Halt)
    assert isinstance(halt, Halt)
    assert (halt.leaf, halt.why) == (1, "undone")
    team.until(1.1, 2.0)
    assert not team.got("b", Revised), "the successor may still move"
    team["d"].stopped(1, halt.token, 2.0)
    team.until(2.0, 3.0)
    assert team.got("b", Revised) == [Revised((0, 1), 1)]
    assert not team.got("b", Denied)
    assert all(mate.enabled(0) and not mate.enabled(1) for mate in team.mates.values())


def test_who_dies_while_it_executes_delays_an_undo_by_a_lease() -> None:
    team = running_second()
    del team.mates["d"]
    team["b"].undo(0, 1.1)
    team.until(1.1, 1.0 + TIMING.term_s - 0.1)
    assert not team.got("b", Revised)
    team.until(1.0 + TIMING.term_s, 2.0 + TIMING.term_s)
    assert team.got("b", Revised)
    done(team, 0, 5.0)
    team["c"].claim(1, 6.0)
    team.settle(6.0)
    assert team.got("c", Verify), "what the dead one did to it is unknown"


def test_what_the_robot_itself_executes_stops_first() -> None:
    team = Team(ORDER)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].undo(0, 0.1)
    team.settle(0.1)
    (halt,) = team.got("a", Halt)
    assert isinstance(halt, Halt)
    assert halt.why == "undone"
    team["a"].stopped(0, halt.token, 0.3)
    team.until(0.3, 1.5)
    assert team.got("a", Revised)
    assert team["a"].holds() == []


def test_what_is_being_taken_back_is_left_alone() -> None:
    team = Team(ORDER)
    done(team, 0, 0.0)
    team["b"].undo(0, 1.0)
    letters = [letter for letter in team.collect("b") if letter.claims]
    team.deliver(letters, 1.0)
    team["c"].claim(1, 1.0)
    (denied,) = team["c"].drain().orders
    assert isinstance(denied, Denied)
    assert denied.why == "undone"
    assert denied.retry_s > 1.0


def test_a_claim_under_way_gives_way_to_an_undo() -> None:
    team = Team(ORDER)
    done(team, 0, 0.0)
    team["c"].claim(1, 1.0)
    team.collect("c")  # not heard yet
    team["b"].undo(0, 1.0)
    team.deliver([letter for letter in team.collect("b") if letter.claims], 1.0)
    denied = team["c"].drain().orders[-1]
    assert isinstance(denied, Denied)
    assert denied.why == "undone"


def test_what_was_executed_while_it_was_undone_is_not_done_in_the_new_epoch() -> None:
    team = running_second()
    for name in "abc":  # the new epoch is known already, however it came about
        team[name].mind.facts.set_epoch(1, 1)
    team["d"].mind.facts.set_epoch(1, 1)
    team["d"].finished(1, team.token("d"), 1.5)
    team.until(1.5, 3.0)
    assert not any(mate.knows_done(1) for mate in team.mates.values())


def test_news_of_a_new_epoch_stops_who_executes_the_old_one() -> None:
    team = running_second()
    team["d"].mind.facts.set_epoch(1, 1)
    team["d"].tick(2.0)
    team.collect("d")
    halt = team.got("d", Halt)[-1]
    assert isinstance(halt, Halt)
    assert halt.why == "undone"


def test_a_look_from_before_says_nothing_about_the_new_epoch() -> None:
    team = Team(ONE)
    team["a"].mind.facts.set_taint(0, (1, "x"))
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    (verify,) = team.got("a", Verify)
    assert isinstance(verify, Verify)
    team["a"].mind.facts.set_epoch(0, 1)
    team["a"].verified(0, verify.token, Outcome.DONE, 0.1)
    team.settle(0.1)
    assert not team["a"].knows_done(0)
    assert not team.got("a", Over)


def test_a_done_that_only_others_have_heard_of_is_taken_back_too() -> None:
    team = Team(THREE)
    for mate in (team["b"], team["c"]):
        mate.mind.facts.set_epoch(1, 4)  # taken back often, and done: a has not heard of it
        mate.mind.facts.set_done(1)
    team["a"].undo(0, 0.0)
    team.settle(0.0)
    assert team.got("a", Revised) == [Revised((0, 1, 2), 5)]
    team.until(0.0, 1.0)
    assert not any(mate.knows_done(1) for mate in team.mates.values())


def test_nothing_is_decided_before_a_quorum_has_begun_the_new_epoch() -> None:
    team = Team(ORDER)
    done(team, 0, 0.0)
    team["a"].undo(0, 1.0)

    def begins(letter: Letter, name: str) -> bool:
        return any(claim.epoch for claim in letter.claims)

    team.until(1.0, 3.0, keep_from=begins)
    assert not team.got("a", Revised)
    team.until(3.0, 5.0)
    assert team.got("a", Revised)
    assert not team["b"].knows_done(0)


def test_an_undo_tries_for_a_long_time_and_then_says_that_it_did_not_succeed() -> None:
    team = Team(ORDER)
    done(team, 0, 0.0)
    for name in "bc":
        del team.mates[name]
    team["a"].undo(0, 1.0)
    end_s = 1.0 + TRIES * TIMING.claim_s
    team.until(1.0, end_s - TIMING.claim_s)
    assert not team.got("a", Denied)
    team.until(end_s - TIMING.claim_s, end_s + 2.0)
    (denied,) = team.got("a", Denied)
    assert isinstance(denied, Denied)
    assert (denied.leaf, denied.revises, denied.why) == (0, True, "silence")
    assert team["a"].knows_done(0)


def test_a_second_undo_of_the_same_leaf_is_the_first_one() -> None:
    team = Team(ORDER)
    done(team, 0, 0.0)
    team["a"].undo(0, 1.0)
    team["a"].undo(0, 1.0)
    team.until(1.0, 3.0)
    assert len(team.got("a", Revised)) == 1
    assert team["a"].mind.facts.epoch(0) == 1


def test_two_who_take_back_the_same_both_succeed() -> None:
    team = Team(THREE)
    done(team, 0, 0.0)
    team["a"].undo(0, 1.0)
    team["b"].undo(1, 1.0)
    team.until(1.0, 6.0)
    assert team.got("a", Revised)
    assert team.got("b", Revised)
    assert len({mate.mind.facts[1] for mate in team.mates.values()}) == 1


def test_an_undone_alternative_may_be_replaced_by_another() -> None:
    team = Team(node("then", "t", CHOICE, leaf("c")))
    done(team, 0, 0.0)
    team["a"].undo(0, 1.0)
    team.until(1.0, 2.0)
    done(team, 1, 2.0, "b")
    assert team["c"].enabled(2)
    team["c"].claim(2, 3.0)
    team.settle(3.0)
    assert team.got("c", Start), "the or before it is complete again, if by another branch"


def test_what_was_given_up_stays_given_up_when_what_comes_before_is_taken_back() -> None:
    team = Team(node("then", "t", leaf("x"), CHOICE))
    done(team, 0, 0.0)
    team["a"].abandon((1,), 1.0)
    team.until(1.0, 2.0)
    team["b"].undo(0, 2.0)
    team.until(2.0, 3.0)
    assert team.got("b", Revised) == [Revised((0, 2), 1)]
    assert all(mate.mind.facts.over(1) for mate in team.mates.values())


def test_giving_up_stops_who_executes_it() -> None:
    team = Team(CHOICE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["b"].abandon((0,), 0.1)
    team.settle(0.1)
    (halt,) = team.got("a", Halt)
    assert isinstance(halt, Halt)
    assert halt.why == "abandoned"
    team["a"].stopped(0, halt.token, 0.4)
    team.until(0.4, 1.5)
    assert team.got("b", Revised)
    team["c"].claim(1, 1.5)
    team.settle(1.5)
    assert team.got("c", Start), "the unclean end of what was given up does not hold it up"


def test_things_are_not_taken_back() -> None:
    team = Team(ONE, things=("door",))
    team["a"].undo(1, 0.0)
    team["a"].abandon((0, 1), 0.0)
    team["a"].abandon((), 0.0)
    denied = team["a"].drain().orders
    assert [each.why for each in denied if isinstance(each, Denied)] == ["thing", "thing"]


def test_an_undo_that_is_under_way_is_no_work() -> None:
    team = Team(ORDER)
    team["a"].undo(0, 0.0)
    assert team["a"].holds() == []
    team["a"].claim(0, 0.0)
    team["a"].withdraw(0, 0.0)
    team.until(0.0, 1.0)
    assert team.got("a", Revised)


# -- voters ----------------------------------------------------------------------------------------


def test_a_voter_tells_the_newest_epoch_and_begins_the_next() -> None:
    voter = voter_of(ORDER)
    voter._facts.set_epoch(1, 3)
    first = msgspec.structs.replace(claim(0, 1), revises=True, also=(1,))
    assert vote_of(voter, first, 0.0).epoch == 3
    voter.vote("r", msgspec.structs.replace(first, round=2, epoch=4), 0.1)
    assert [voter._facts[each].mark for each in (0, 1)] == [12, 12]


def test_a_voter_refuses_an_undo_while_a_promise_lives_on_what_it_covers() -> None:
    voter = voter_of(THREE)
    assert vote_of(voter, claim(2, 1, "s"), 0.0, "s").granted
    undo = msgspec.structs.replace(claim(0, 2), revises=True, also=(1, 2), epoch=1)
    vote = vote_of(voter, undo, 0.1)
    assert (vote.why, vote.holder) == ("held", "s")
    assert voter._facts[0] == Fact(0)
    assert vote_of(voter, undo, TIMING.term_s).granted


def test_the_holder_of_a_leaf_cannot_take_it_back_under_its_own_promise() -> None:
    voter = voter_of(ONE)
    assert vote_of(voter, claim(0, 1), 0.0).granted
    undo = msgspec.structs.replace(claim(0, 2), revises=True)
    assert vote_of(voter, undo, 0.1).why == "held"


def test_an_undo_needs_neither_the_alternatives_nor_the_resources_of_its_leaves() -> None:
    voter = voter_of(CHOICE)
    assert vote_of(voter, claim(1, 1, "s"), 0.0, "s").granted
    undo = msgspec.structs.replace(claim(0, 2), revises=True)
    assert vote_of(voter, undo, 0.1).granted


def test_what_was_taken_back_is_not_begun_while_something_after_it_is_executed() -> None:
    voter = voter_of(ORDER)
    assert vote_of(voter, claim(1, 1, "s"), 0.0, "s").granted
    assert vote_of(voter, claim(0, 2), 0.0).granted, "not taken back: nothing to fear"
    voter = voter_of(ORDER)
    assert vote_of(voter, claim(1, 1, "s"), 0.0, "s").granted
    voter._facts.set_epoch(0, 1)
    assert vote_of(voter, claim(0, 2), 0.1).why == "held"


def test_a_promise_to_take_back_is_remembered_as_such() -> None:
    voter = voter_of(ORDER)
    undo = msgspec.structs.replace(claim(0, 1), revises=True, also=(1,))
    vote_of(voter, undo, 0.0)
    again = voter_of(ORDER)
    again.remember([voter.promises[0].given], (), 0.0)
    again.expire(10.0)
    assert not again._facts.tainted(0)


@pytest.mark.parametrize("word", ["home", "zones"])
def test_an_undo_needs_all_who_decide_about_what_it_covers(word: str) -> None:
    assert len(set(Team(ORDER, "ab", "ab", word=word).plot.conflicts.component)) == 2
    for name in "ab":
        team = Team(ORDER, "ab", "ab", word=word)
        del team.mates["b" if name == "a" else "a"]
        team[name].undo(0, 0.0)
        team.until(0.0, 3.0)
        assert not team.got(name, Revised)


@pytest.mark.parametrize("word", ["home", "zones"])
def test_giving_up_needs_all_who_decide_about_any_of_it(word: str) -> None:
    for name in "ab":
        team = Team(PAIR, "ab", "ab", word=word)
        del team.mates["b" if name == "a" else "a"]
        team[name].abandon((0, 1), 0.0)
        team.until(0.0, 3.0)
        assert not team.got(name, Revised)


@pytest.mark.parametrize("word", ["home", "zones"])
def test_what_was_taken_back_is_begun_only_with_all_who_decide_about_what_follows(
    word: str,
) -> None:
    team = Team(ORDER, "ab", "ab", word=word)
    for mate in team.mates.values():
        mate.mind.facts.set_epoch(0, 1)
    del team.mates["b"]
    team["a"].claim(0, 0.0)
    team.until(0.0, 1.0)
    assert not team.got("a", Start), "a is at home in it, but b decides about the next leaf"


@pytest.mark.parametrize(
    "change", [{"epoch": 1 << 30}, {"leaf": 2, "also": ()}, {"also": (2,)}, {"also": (0,) * 9}]
)
def test_a_revision_that_cannot_be_meant_is_refused(change: dict[str, object]) -> None:
    team = Team(ORDER, things=("door",))
    assert Task(ORDER, ("door",)).is_thing(2)
    team["b"].undo(0, 0.0)
    (letter,) = (each for each in team.collect("b") if each.claims)
    wrong = tuple(msgspec.structs.replace(each, **change) for each in letter.claims)
    team["a"].receive(msgspec.structs.replace(letter, claims=wrong), 0.0)
    assert sum(team["a"].refused_letters.values()) == 1


def test_many_who_take_back_what_overlaps_all_succeed_in_the_end() -> None:
    many = node("then", "t", *(leaf(name) for name in "uvwxyz"))
    team = Team(many, "abcd", "abcd", word="zones")
    for number, name in enumerate("abcd"):
        team[name].undo(number, 0.0)
        team[name].undo(number + 1, 0.0)
    team.until(0.0, TRIES * TIMING.claim_s)
    assert [len(team.got(name, Revised)) for name in "abcd"] == [2] * 4


def test_a_warning_is_no_claim() -> None:
    team = Team(ORDER)
    done(team, 0, 0.0)
    team["b"].claim(1, 1.0)
    team.deliver(team.collect("b"), 1.0, keep_from=lambda letter, name: name == "c")
    team["a"].undo(0, 1.1)  # its own vote is b's: the others can only be warned
    team.deliver([letter for letter in team.collect("a") if letter.claims], 1.1)
    assert team["c"].voter.promises == {}
    denied = team["b"].drain().orders[-1]
    assert isinstance(denied, Denied)
    assert denied.why == "undone"


def test_of_two_who_take_back_the_same_the_lower_ballot_gives_way() -> None:
    team = Team(THREE)
    team["a"].undo(0, 0.0)
    team["b"].undo(1, 0.0)
    team.deliver(team.collect("a", "b"), 0.0)
    assert list(team["a"].claims.leases) == []
    assert list(team["b"].claims.leases) == [1]
