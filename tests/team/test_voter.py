from __future__ import annotations

import msgspec

from cotree.team.ballots import ZERO
from cotree.team.messages import Promised
from cotree.team.people import Seen
from tests.kit.claims import (
    BRANCHES,
    CHOICE,
    DOOR,
    ONE,
    ORDER,
    PAIR,
    TIMING,
    ask,
    claim,
    release,
    voter_of,
)


def test_a_free_leaf_is_promised_and_the_promise_recorded() -> None:
    voter = voter_of(ONE)
    assert ask(voter, claim(0, 1), 0.0).granted
    keys = [record.key for record in voter.records]
    assert ("promise", 0) in keys
    assert ("high", 0) in keys


def test_a_leaf_is_promised_to_one_robot_at_a_time() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1, "r"), 0.0)
    vote = ask(voter, claim(0, 2, "s"), 0.1, "s")
    assert (vote.granted, vote.why, vote.holder, vote.against) == (False, "held", "r", (1, "r"))


def test_what_was_promised_goes_on_but_does_not_begin_below_what_was_noted_later() -> None:
    voter = voter_of(ONE)
    voter.remember([Promised(0, "r", 1, (1, "r"), 1)], [(0, (9, "x"))], 0.0)
    begins = ask(voter, claim(0, 1, "r"), 0.1)
    assert (begins.granted, begins.why, begins.against) == (False, "stale", (9, "x"))
    assert ask(voter, claim(0, 1, "r", round=2, renews=True), 0.1).granted
    assert ask(voter, claim(0, 10, "r", round=3), 0.1).granted


def test_alternatives_and_users_of_one_resource_are_not_promised_together() -> None:
    for outline in (CHOICE, DOOR):
        voter = voter_of(outline)
        ask(voter, claim(0, 1, "r"), 0.0)
        assert ask(voter, claim(1, 2, "s"), 0.1, "s").why == "held"
        assert ask(voter, claim(1, 2, "r"), 0.1, "r").why == "held", "not even to the same robot"


def test_leaves_that_do_not_exclude_each_other_are_promised_together() -> None:
    voter = voter_of(PAIR)
    assert ask(voter, claim(0, 1, "r"), 0.0).granted
    assert ask(voter, claim(1, 2, "s"), 0.0, "s").granted


def test_the_same_question_again_gets_the_same_answer() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1), 0.0)
    assert ask(voter, claim(0, 1), 0.2).granted


def test_an_older_round_gets_no_answer_and_changes_nothing() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1, round=3), 0.0)
    assert voter.vote("r", claim(0, 1, round=2), 1.0) is None
    assert voter.promises[0].given.round == 3
    assert voter.promises[0].until_s == TIMING.term_s


def test_a_renewal_extends_the_promise() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1), 0.0)
    assert ask(voter, claim(0, 1, round=2, renews=True), 1.0).granted
    assert voter.promises[0].until_s == 1.0 + TIMING.term_s


def test_a_promise_expires_on_the_voters_clock_and_leaves_doubt() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1, "r"), 0.0)
    assert ask(voter, claim(0, 2, "s"), TIMING.term_s - 0.01, "s").why == "held"
    vote = ask(voter, claim(0, 3, "s"), TIMING.term_s, "s")
    assert vote.granted
    assert vote.taint != ZERO


def test_a_renewal_of_an_expired_promise_is_refused() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1), 0.0)
    assert ask(voter, claim(0, 1, round=2, renews=True), 3.0).why == "stale"


def test_a_ballot_that_is_not_above_the_highest_is_refused() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 5, "r"), 0.0)
    voter.release("r", release(0, 5, "r"))
    assert ask(voter, claim(0, 4, "s"), 0.1, "s").why == "stale"
    assert ask(voter, claim(0, 5, "r", round=9), 0.1).why == "stale"
    assert ask(voter, claim(0, 5, "s"), 0.1, "s").granted


def test_a_release_removes_exactly_its_own_promise() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 5, "r", round=2), 0.0)
    voter.release("s", release(0, 5, "r", round=2))
    voter.release("r", release(0, 5, "r", boot=2, round=2))
    voter.release("r", release(0, 4, "r", round=2))
    voter.release("r", release(0, 5, "r", round=1))
    assert 0 in voter.promises
    voter.release("r", release(0, 5, "r", round=2))
    assert 0 not in voter.promises
    assert ask(voter, claim(0, 6, "s"), 0.1, "s").taint == ZERO


def test_a_claim_that_arrives_after_its_release_is_refused() -> None:
    voter = voter_of(ONE)
    voter.release("r", release(0, 5, "r"))
    assert ask(voter, claim(0, 5, "r"), 0.1).why == "stale"


def test_a_new_incarnation_of_the_holder_leaves_doubt_and_is_granted() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1), 0.0)
    vote = ask(voter, claim(0, 2, boot=2), 0.1)
    assert vote.granted
    assert vote.taint != ZERO


def test_a_late_question_of_a_dead_incarnation_ends_nothing() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 5, boot=2), 0.0)
    assert not ask(voter, claim(0, 4, boot=1), 0.1).granted
    assert voter.promises[0].given.boot == 2


def test_the_same_robot_may_ask_anew_with_a_higher_ballot() -> None:
    voter = voter_of(ONE)
    ask(voter, claim(0, 1), 0.0)
    assert ask(voter, claim(0, 2), 0.1).granted
    assert voter.promises[0].given.ballot == (2, "r")


def test_what_is_done_is_not_promised() -> None:
    voter = voter_of(ONE)
    voter._facts.set_done(0)
    assert ask(voter, claim(0, 1), 0.0).why == "done"


def test_a_promise_survives_that_the_leaf_is_done_elsewhere() -> None:
    voter = voter_of(DOOR)
    ask(voter, claim(0, 1, "r"), 0.0)
    voter._facts.set_done(0)
    assert ask(voter, claim(1, 2, "s"), 0.1, "s").why == "held", "its holder may still move"


def test_where_a_person_is_nothing_is_promised() -> None:
    voter = voter_of(ONE)
    voter._people.hear(Seen("o", 0, True, 1), 0.0)
    assert ask(voter, claim(0, 1), 0.1).why == "person"
    still = msgspec.structs.replace(claim(0, 1), still=True)
    assert ask(voter, still, 0.1).granted, "who only keeps a leaf during a dialogue does not move"


def test_a_branch_is_not_entered_once_another_has_something_done() -> None:
    voter = voter_of(BRANCHES)
    voter._facts.set_done(0)
    assert ask(voter, claim(2, 1), 0.0).why == "settled"
    assert ask(voter, claim(1, 1), 0.0).granted


def test_an_unknown_alternative_must_be_verified_first() -> None:
    voter = voter_of(CHOICE)
    voter._facts.set_taint(1, (3, "x"))
    vote = ask(voter, claim(0, 9), 0.0)
    assert (vote.why, vote.instead) == ("verify", 1)


def test_of_two_unknown_alternatives_the_first_is_verified_first() -> None:
    voter = voter_of(CHOICE)
    voter._facts.set_taint(0, (3, "x"))
    voter._facts.set_taint(1, (4, "x"))
    assert ask(voter, claim(1, 9), 0.0).instead == 0
    vote = ask(voter, claim(0, 9), 0.0)
    assert (vote.granted, vote.taint != ZERO, vote.others) == (True, True, True)


def test_a_leaf_before_it_that_was_taken_back_holds_a_leaf_up() -> None:
    voter = voter_of(ORDER)
    assert ask(voter, claim(1, 1), 0.0).granted, "done is a fact, so a voter need not know it"
    voter.release("r", release(1, 1))
    voter._facts.set_done(0)
    voter._facts.set_epoch(0, 1)
    assert ask(voter, claim(1, 2), 0.1).why == "order"


def test_an_undo_excludes_all_that_it_covers_and_leaves_no_doubt() -> None:
    voter = voter_of(ORDER)
    undo = msgspec.structs.replace(claim(0, 1), revises=True, also=(1,))
    voter._facts.set_done(0)
    assert ask(voter, undo, 0.0).granted
    assert ask(voter, claim(1, 2, "s"), 0.1, "s").why == "held"
    voter.expire(10.0)
    assert not voter._facts.tainted(1)


def promised(counter: int, robot: str) -> Promised:
    return Promised(0, robot, 1, (counter, robot), 1)


def test_of_two_remembered_promises_the_higher_stays_and_the_lower_leaves_doubt() -> None:
    for order in ((1, 0), (0, 1)):
        voter = voter_of(ONE)
        both = (promised(3, "r"), promised(4, "s"))
        voter.remember([both[i] for i in order], (), 0.0)
        assert voter.promises[0].given.robot == "s"
        assert voter._facts[0].taint == (3, "r")


def test_what_is_remembered_gets_a_full_new_term() -> None:
    voter = voter_of(ONE)
    voter.remember([promised(3, "r")], [(0, (7, "q"))], 10.0)
    assert voter.next_due_s() == 10.0 + TIMING.term_s
    voter.release("r", release(0, 3, "r"))
    assert ask(voter, claim(0, 7, "p"), 10.1, "p").why == "stale"


def test_an_alternative_that_is_known_to_be_partly_done_is_no_doubt() -> None:
    voter = voter_of(BRANCHES)
    voter._facts.set_taint(1, (1, "x"))
    assert ask(voter, claim(2, 5), 0.0).why == "verify"
    voter._facts.set_part(1, (2, "x"))
    assert ask(voter, claim(2, 5), 0.0).granted
    voter.release("r", release(2, 5))
    assert ask(voter, claim(1, 6), 0.1).taint != ZERO, "who goes on with it looks again"
    voter.release("r", release(1, 6))
    voter._facts.set_taint(1, (6, "x"))
    assert ask(voter, claim(2, 7), 0.2).why == "verify"


def test_what_comes_after_something_taken_back_may_be_looked_at_when_it_is_in_doubt() -> None:
    voter = voter_of(ORDER)
    voter._facts.set_epoch(0, 1)
    assert ask(voter, claim(1, 1), 0.0).why == "order"
    voter._facts.set_taint(1, (1, "x"))
    vote = ask(voter, claim(1, 2), 0.0)
    assert (vote.granted, vote.taint != ZERO, vote.early) == (True, True, True)
