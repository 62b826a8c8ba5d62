from __future__ import annotations

import msgspec
import pytest

from cotree.team.ballots import ZERO, Ballot
from cotree.team.claimant import Claimant
from cotree.team.dice import Dice
from cotree.team.effects import (
    Ask,
    Denied,
    Extend,
    Halt,
    Order,
    Outcome,
    Over,
    Revised,
    Start,
    Verify,
)
from cotree.team.lease import Stage
from cotree.team.messages import Claim, Vote
from cotree.team.mind import Mind
from cotree.team.outline import Outline
from cotree.team.patience import HELD_S
from cotree.team.people import Seen
from cotree.team.voter import Voter
from tests.kit.claims import CHOICE, ONE, ORDER, TIMING, mind_of


class Rig:
    """A claimant whose voters are the test."""

    def __init__(
        self, outline: Outline, name: str = "x", voters: str = "abc", word: str = "block"
    ) -> None:
        self.mind: Mind = mind_of(name, outline, tuple(voters), word)
        self.voter = Voter(self.mind.conflicts, self.mind.facts, self.mind.people, TIMING.term_s)
        self.asked: list[tuple[Claim, tuple[str, ...]]] = []
        self.claims = Claimant(
            self.mind, self.voter, Dice(1), lambda claim, to: self.asked.append((claim, to))
        )

    def claim(self, leaf: int = 0, now_s: float = 0.0) -> Claim:
        self.claims.claim(leaf, now_s)
        return self.asked[-1][0]

    def grant(
        self,
        claim: Claim,
        now_s: float,
        voters: str = "ab",
        *,
        taint: Ballot = ZERO,
        others: bool = False,
    ) -> None:
        for voter in voters:
            vote = Vote(claim.leaf, claim.ballot, claim.boot, claim.round, True, taint, others)
            self.claims.hear(voter, vote, now_s)

    def refuse(self, claim: Claim, now_s: float, voters: str, why: str = "held") -> None:
        for voter in voters:
            vote = Vote(claim.leaf, claim.ballot, claim.boot, claim.round, False, why=why)
            self.claims.hear(voter, vote, now_s)

    def started(self, leaf: int = 0, now_s: float = 0.0) -> Start:
        self.grant(self.claim(leaf, now_s), now_s)
        start = self.last(Start)
        assert isinstance(start, Start)
        return start

    def last(self, kind: type[Order]) -> Order:
        orders = [order for order in self.claims.orders if isinstance(order, kind)]
        assert orders, f"no {kind.__name__} in {self.claims.orders}"
        return orders[-1]

    def none(self, kind: type[Order]) -> bool:
        return not any(isinstance(order, kind) for order in self.claims.orders)


def test_a_quorum_of_grants_starts_the_leaf() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    rig.grant(claim, 0.1, "a")
    assert rig.none(Start)
    rig.grant(claim, 0.1, "b")
    assert rig.last(Start) == Start(0, claim.ballot, TIMING.hold_s - TIMING.stop_s)


def test_one_voter_that_answers_twice_is_one_voter() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    rig.grant(claim, 0.1, "aa")
    assert rig.none(Start)


def test_a_stranger_has_no_vote() -> None:
    rig = Rig(ONE)
    rig.grant(rig.claim(), 0.1, "zy")
    assert rig.none(Start)


def test_the_lease_counts_from_the_question_and_ends_in_time_to_stop() -> None:
    rig = Rig(ONE)
    rig.grant(rig.claim(now_s=0.0), 0.5)
    start = rig.last(Start)
    assert isinstance(start, Start)
    assert start.deadline_s == pytest.approx(0.0 + TIMING.hold_s - TIMING.stop_s)


def test_a_quorum_that_comes_too_late_to_start_starts_nothing() -> None:
    rig = Rig(ONE)
    rig.grant(rig.claim(), TIMING.hold_s - TIMING.stop_s)
    assert rig.none(Start)
    assert rig.claims.leases == {}


def test_votes_count_only_for_their_own_round() -> None:
    rig = Rig(ONE)
    rig.started()
    first = rig.claims.leases[0].claim()
    (second,) = rig.claims.renewals(0.5)
    rig.grant(first, 0.6, "c")
    rig.grant(second, 0.6, "a")
    assert rig.none(Extend) or rig.last(Extend).deadline_s < 0.5 + TIMING.hold_s - TIMING.stop_s  # type: ignore[union-attr]
    rig.grant(second, 0.6, "b")
    extend = rig.last(Extend)
    assert isinstance(extend, Extend)
    assert extend.deadline_s == pytest.approx(0.5 + TIMING.hold_s - TIMING.stop_s)


def test_votes_for_another_ballot_or_incarnation_do_not_count() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    rig.grant(msgspec.structs.replace(claim, boot=99), 0.1)
    rig.grant(msgspec.structs.replace(claim, ballot=(99, "x")), 0.1)
    assert rig.none(Start)


def test_silent_voters_are_asked_again_and_the_same() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    rig.grant(claim, 0.1, "a")
    rig.claims.look(TIMING.resend_s)
    assert rig.asked[-1] == (claim, ("b", "c"))


def test_silence_ends_a_claim_after_its_time() -> None:
    rig = Rig(ONE)
    rig.claim()
    rig.claims.look(TIMING.claim_s)
    denied = rig.last(Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "silence"
    assert denied.retry_s >= TIMING.claim_s + 0.3
    assert rig.claims.leases == {}


def test_a_refusal_that_makes_a_quorum_impossible_ends_the_claim_at_once_and_teaches() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    rig.refuse(claim, 0.05, "a")
    assert rig.none(Denied)
    rig.refuse(claim, 0.05, "b", why="person")
    denied = rig.last(Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "person"
    assert rig.none(Start)


def test_patience_grows_with_each_refusal() -> None:
    rig = Rig(ONE)
    waits = []
    for attempt in range(6):
        now_s = 100.0 * attempt
        rig.refuse(rig.claim(now_s=now_s), now_s, "ab")
        denied = rig.last(Denied)
        assert isinstance(denied, Denied)
        waits.append(denied.retry_s - now_s)
    assert waits[0] <= 0.8
    assert 0.3 * 16 <= waits[5] <= 0.8 * 16


def test_a_claim_that_came_to_nothing_yet_gives_way_to_a_higher_ballot() -> None:
    rig = Rig(CHOICE)
    mine = rig.claim()
    rig.claims.step_back(Claim(1, (mine.ballot[0] - 1, "z"), 1, 1), 0.1)
    assert 0 in rig.claims.leases
    rig.claims.step_back(Claim(1, (mine.ballot[0] + 1, "z"), 1, 1), 0.1)
    assert rig.claims.leases == {}
    denied = rig.last(Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "contended"
    assert not rig.mind.facts.tainted(0)


def test_what_is_held_gives_way_to_nobody() -> None:
    rig = Rig(CHOICE)
    start = rig.started()
    rig.claims.step_back(Claim(1, (start.token[0] + 1, "z"), 1, 1), 0.1)
    assert 0 in rig.claims.leases


def test_doubt_in_any_grant_means_verify_first() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    rig.grant(claim, 0.1, "a", taint=(1, "q"))
    rig.grant(claim, 0.1, "b")
    assert rig.last(Verify) == Verify(0, claim.ballot)
    assert rig.none(Start)


def test_own_doubt_means_verify_first_too() -> None:
    rig = Rig(ONE)
    rig.mind.facts.set_taint(0, (1, "q"))
    rig.mind.lamport.saw(1)
    rig.grant(rig.claim(), 0.1)
    assert rig.none(Start)
    rig.last(Verify)


def verifying(outline: Outline = ONE, leaf: int = 0, *, others: bool = False) -> tuple[Rig, Claim]:
    rig = Rig(outline)
    claim = rig.claim(leaf)
    rig.grant(claim, 0.1, taint=(1, "q"), others=others)
    return rig, claim


def test_what_is_found_done_becomes_a_fact_and_is_given_back() -> None:
    rig, claim = verifying()
    rig.claims.verified(0, claim.ballot, Outcome.DONE, 0.2)
    assert rig.mind.facts.done(0)
    assert rig.last(Over) == Over(0, "done")
    assert rig.claims.leases == {}


def test_what_is_found_untouched_is_cleared_and_started() -> None:
    rig, claim = verifying()
    rig.mind.facts.set_taint(0, (0, "z"))
    rig.claims.verified(0, claim.ballot, Outcome.UNTOUCHED, 0.2)
    assert not rig.mind.facts.tainted(0)
    rig.last(Start)


def test_what_is_found_partly_done_is_resumed_redone_or_asked_about() -> None:
    for repair, resumes in (("resume", True), ("redo", False)):
        rig, claim = verifying(msgspec.structs.replace(ONE, repair=repair))
        rig.claims.verified(0, claim.ballot, Outcome.PARTIAL, 0.2)
        start = rig.last(Start)
        assert isinstance(start, Start)
        assert start.resume is resumes
    rig, claim = verifying(msgspec.structs.replace(ONE, repair="ask"))
    rig.claims.verified(0, claim.ballot, Outcome.PARTIAL, 0.2)
    assert rig.last(Ask) == Ask(0)
    assert rig.none(Start)


def stopped_itself(taint: str, *, person: bool = False) -> Rig:
    """A robot that had begun what nobody can see, and stopped; then it finds it partly done."""
    rig = Rig(msgspec.structs.replace(ONE, repair="ask"))
    claim = rig.claim()
    rig.grant(claim, 0.1)
    if person:
        rig.mind.people.see(0, True, 0.2)
    rig.claims.stopped(0, claim.ballot, 0.2)
    rig.mind.people.see(0, False, 0.3)
    rig.mind.lamport.saw(9)
    again = rig.claim()
    rig.grant(again, 0.3, taint=claim.ballot if taint == "own" else (claim.ballot[0] + 1, "z"))
    rig.claims.orders.clear()
    rig.claims.verified(0, again.ballot, Outcome.PARTIAL, 0.4)
    return rig


def test_who_stopped_before_the_end_begins_anew_without_asking() -> None:
    start = stopped_itself("own").last(Start)
    assert isinstance(start, Start)
    assert not start.resume


def test_where_another_robot_was_since_a_person_is_asked() -> None:
    rig = stopped_itself("another")
    assert rig.none(Start)
    assert rig.last(Ask) == Ask(0)


def test_who_stopped_for_a_person_does_not_know_what_that_one_did() -> None:
    rig = stopped_itself("own", person=True)
    assert rig.none(Start)
    assert rig.last(Ask) == Ask(0)


def test_while_another_alternative_is_unknown_the_untouched_one_is_only_cleared() -> None:
    rig, claim = verifying(CHOICE, others=True)
    rig.claims.verified(0, claim.ballot, Outcome.UNTOUCHED, 0.2)
    assert rig.none(Start)
    assert rig.claims.leases == {}
    assert rig.mind.facts[0].clear == (claim.ballot[0], "")


def test_while_another_alternative_is_unknown_the_partly_done_one_does_not_go_on() -> None:
    rig, claim = verifying(CHOICE, others=True)
    rig.claims.verified(0, claim.ballot, Outcome.PARTIAL, 0.2)
    assert rig.none(Start)
    assert rig.claims.leases == {}
    assert rig.mind.facts[0].part == (claim.ballot[0], "")


def test_a_leaf_that_is_not_enabled_is_verified_but_not_started() -> None:
    for outcome in (Outcome.UNTOUCHED, Outcome.PARTIAL):
        rig, claim = verifying(ORDER, leaf=1)
        rig.claims.verified(1, claim.ballot, outcome, 0.2)
        assert rig.none(Start)
        assert rig.claims.leases == {}


def test_a_look_that_ends_after_the_lease_proves_nothing() -> None:
    rig, claim = verifying()
    rig.claims.verified(0, claim.ballot, Outcome.UNTOUCHED, TIMING.hold_s - TIMING.stop_s)
    assert rig.none(Start)
    assert rig.mind.facts[0].clear == (0, "")


def test_the_answer_to_an_earlier_look_is_not_taken_for_this_one() -> None:
    rig, claim = verifying()
    rig.claims.verified(0, (claim.ballot[0] - 1, "x"), Outcome.UNTOUCHED, 0.2)
    assert rig.claims.leases[0].stage is Stage.VERIFYING


def test_before_it_starts_it_looks_once_more_at_what_it_knows() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    rig.mind.people.hear(Seen("o", 0, True, 1), 0.05)
    rig.grant(claim, 0.1)
    assert rig.none(Start)
    denied = rig.last(Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "person"


def test_what_is_not_enabled_is_not_started_without_doubt_to_clear() -> None:
    rig = Rig(ORDER)
    rig.grant(rig.claim(1), 0.1)
    assert rig.none(Start)


def test_a_finished_leaf_is_a_fact_and_the_lease_is_given_back() -> None:
    rig = Rig(ONE)
    start = rig.started()
    rig.claims.finished(0, start.token, 1.0)
    assert rig.mind.facts.done(0)
    ((release, _),) = rig.claims.releases.due(1.0)
    assert (release.leaf, release.ballot) == (0, start.token)


def test_an_unclean_stop_is_remembered_by_who_stopped_voter_or_not() -> None:
    for name in ("x", "a"):
        rig = Rig(ONE, name)
        claim = rig.claim()
        rig.grant(claim, 0.1, "bc" if name == "a" else "ab")
        rig.claims.stopped(0, claim.ballot, 1.0)
        assert rig.mind.facts[0].taint == claim.ballot


def test_what_the_guard_refused_to_start_leaves_no_doubt() -> None:
    rig = Rig(ONE)
    start = rig.started()
    rig.claims.stopped(0, start.token, 0.2, started=False)
    assert not rig.mind.facts.tainted(0)
    assert rig.claims.leases == {}


def test_a_person_at_the_leaf_stops_the_robot() -> None:
    rig = Rig(ONE)
    start = rig.started()
    rig.mind.people.hear(Seen("o", 0, True, 1), 1.0)
    rig.claims.look(1.0)
    assert rig.last(Halt) == Halt(0, start.token, "person")


def test_a_voter_that_knows_of_a_person_stops_the_robot_by_its_refusal() -> None:
    rig = Rig(ONE)
    rig.started()
    (renewal,) = rig.claims.renewals(0.5)
    rig.refuse(renewal, 0.6, "c", why="person")
    halt = rig.last(Halt)
    assert isinstance(halt, Halt)
    assert halt.why == "person"


def test_a_leaf_that_is_done_elsewhere_or_settled_elsewhere_is_stopped() -> None:
    for done, why in ((0, "done"), (1, "settled")):
        rig = Rig(CHOICE)
        rig.started()
        rig.mind.facts.set_done(done)
        rig.claims.look(1.0)
        halt = rig.last(Halt)
        assert isinstance(halt, Halt)
        assert halt.why == why


def test_without_renewal_it_stops_in_time() -> None:
    rig = Rig(ONE)
    rig.started()
    deadline_s = TIMING.hold_s - TIMING.stop_s
    assert rig.claims.next_due_s() == deadline_s
    rig.claims.look(deadline_s - 0.01)
    assert rig.none(Halt)
    rig.claims.look(deadline_s)
    rig.last(Halt)


def test_during_a_dialogue_the_lease_is_kept_and_going_on_takes_a_new_ballot() -> None:
    rig = Rig(ONE)
    start = rig.started()
    rig.claims.stopped(0, start.token, 1.0, keep=True)
    (renewal,) = rig.claims.renewals(1.0)
    assert renewal.still
    rig.claims.resume(0, 1.2)
    again = rig.asked[-1][0]
    assert again.ballot > start.token
    rig.grant(again, 1.3)
    resumed = rig.last(Start)
    assert isinstance(resumed, Start)
    assert (resumed.token, resumed.resume) == (again.ballot, True)


def test_a_dialogue_that_outlasts_the_lease_leaves_doubt() -> None:
    rig = Rig(ONE)
    start = rig.started()
    rig.claims.stopped(0, start.token, 1.0, keep=True)
    rig.claims.look(TIMING.hold_s)
    assert rig.mind.facts.tainted(0)
    assert rig.claims.leases == {}


def test_withdrawing_a_claim_is_clean_and_withdrawing_a_motion_stops_it() -> None:
    rig = Rig(ONE)
    rig.claim()
    rig.claims.withdraw(0, 0.1)
    assert rig.claims.leases == {}
    assert not rig.mind.facts.tainted(0)
    rig.started(now_s=1.0)
    rig.claims.withdraw(0, 1.1)
    rig.last(Halt)


def test_the_claim_is_recorded_before_it_is_sent_and_forgotten_when_it_is_over() -> None:
    rig = Rig(ONE)
    claim = rig.claim()
    assert [(record.key, record.value is None) for record in rig.claims.records] == [
        (("own", 0), False)
    ]
    rig.claims.withdraw(0, 0.1)
    assert rig.claims.records[-1].value is None
    assert claim.ballot[1] == "x"


def test_taking_back_opens_the_leaf_and_what_was_done_after_it() -> None:
    rig = Rig(ORDER)
    rig.mind.facts.set_done(0)
    rig.claims.revise((0, 1), 0.0, abandons=False)
    rig.grant(rig.asked[-1][0], 0.1)
    assert rig.none(Revised), "the voters have not begun the new epoch yet"
    assert rig.asked[-1][0].epoch == 1
    rig.grant(rig.asked[-1][0], 0.2)
    assert rig.last(Revised) == Revised((0, 1), 1)
    assert not rig.mind.facts.done(0)
    assert rig.mind.facts.epoch(1) == 1, "that it was done may have been news under way"


def test_only_a_leaf_that_may_be_done_twice_is_started_without_votes() -> None:
    for safe in (False, True):
        rig = Rig(msgspec.structs.replace(ONE, duplicate_safe=safe), word="optimistic")
        claim = rig.claim()
        rig.claims.look(TIMING.claim_s)
        assert rig.none(Verify) is not safe
        if safe:
            rig.claims.verified(0, claim.ballot, Outcome.UNTOUCHED, TIMING.claim_s + 0.1)
            rig.last(Start)


def test_who_has_not_joined_claims_nothing() -> None:
    rig = Rig(ONE)
    rig.mind.joined = False
    rig.claims.claim(0, 0.0)
    assert rig.asked == []
    denied = rig.last(Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "joining"


def test_a_revision_begins_an_epoch_that_is_newer_than_any_voter_knows() -> None:
    rig = Rig(ORDER)
    rig.claims.revise((0, 1), 0.0, abandons=False)
    claim = rig.asked[-1][0]
    for voter, epoch in (("a", 4), ("b", 0)):
        vote = Vote(0, claim.ballot, claim.boot, claim.round, True, epoch=epoch)
        rig.claims.hear(voter, vote, 0.1)
    assert rig.asked[-1][0].epoch == 5


def test_a_revision_whose_promises_may_be_over_is_not_decided() -> None:
    rig = Rig(ORDER)
    rig.claims.revise((0, 1), 0.0, abandons=False)
    rig.grant(rig.asked[-1][0], 0.1)
    rig.grant(rig.asked[-1][0], 0.1 + TIMING.hold_s)
    assert rig.none(Revised)
    assert rig.claims.leases == {}


def test_what_may_only_be_looked_at_is_not_begun() -> None:
    for early in (False, True):
        rig = Rig(ONE)
        rig.mind.facts.set_taint(0, (0, "y"))
        claim = rig.claim()
        for voter in "ab":
            vote = Vote(0, claim.ballot, claim.boot, claim.round, True, (0, "y"), early=early)
            rig.claims.hear(voter, vote, 0.1)
        rig.claims.verified(0, claim.ballot, Outcome.PARTIAL, 0.2)
        assert rig.none(Start) is early
        if early:
            assert rig.last(Over) == Over(0, "partial")
        assert rig.mind.facts.doubtful(0) is not early, "nobody need look again before its turn"


def test_what_its_own_promise_refuses_makes_it_no_less_eager() -> None:
    """Nobody is asked then; and who waited longer each time would take over late from the dead."""
    rig = Rig(ONE, "a")
    promised = rig.voter.vote("b", Claim(0, (9, "b"), 1, 1), 0.0)
    assert promised is not None
    assert promised.granted
    for _ in range(6):
        rig.claims.claim(0, 0.0)
        denied = rig.last(Denied)
        assert isinstance(denied, Denied)
        assert denied.holder == "b"
        assert denied.retry_s <= HELD_S[1]
    assert rig.asked == []
