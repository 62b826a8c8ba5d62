from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from cotree.team.durable import High
from cotree.team.effects import Denied, Halt, Outcome, Revised, Start, Verify
from cotree.team.messages import MOST_BYTES, Letter, decode, encode
from cotree.team.patience import WORSE_S
from cotree.team.teammate import Teammate
from cotree.team.timing import Timing
from tests.kit.claims import CHOICE, ONE, ORDER, PAIR, TIMING, Team, leaf, node


def to(*names: str) -> Callable[[Letter, str], bool]:
    return lambda letter, name: name in names


def test_one_robot_alone_needs_nobody() -> None:
    team = Team(ONE, "a", "a")
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].finished(0, team.token("a"), 1.0)
    assert team["a"].complete


def test_a_claim_goes_to_the_voters_and_comes_back_as_a_start() -> None:
    team = Team(PAIR)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    assert team.got("a", Start)
    team["b"].claim(0, 0.1)
    team.settle(0.1)
    assert not team.got("b", Start)
    (denied,) = team.got("b", Denied)
    assert isinstance(denied, Denied)
    assert (denied.why, denied.holder) == ("held", "a")


def test_everybody_learns_what_is_done() -> None:
    team = Team(PAIR, "abcd", "abc")
    team["d"].claim(0, 0.0)
    team.settle(0.0)
    team["d"].finished(0, team.token("d"), 1.0)
    team.until(1.0, 3.0)
    assert all(team[name].knows_done(0) for name in "abcd")


def test_a_release_carries_what_became_of_the_leaf() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].finished(0, team.token("a"), 0.1)
    letters = [letter for letter in team.collect("a") if letter.releases]
    assert letters
    assert all(any(fact.done for fact in letter.facts) for letter in letters)


def test_a_release_is_repeated_until_the_voters_have_it() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].finished(0, team.token("a"), 0.1)
    team.collect("a")  # lost
    team["a"].tick(1.0)
    again = [letter for letter in team.collect("a") if letter.releases]
    assert again
    assert set(again[0].to) == {"b", "c"}
    team.until(1.0, 5.0)
    team["a"].tick(20.0)
    assert not any(letter.releases for letter in team.collect("a"))


def test_a_lease_is_renewed_by_heartbeats_alone() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team.until(0.0, 6.0)
    assert not team.got("a", Halt)
    assert team["a"].holds() == [0]


def test_without_a_quorum_a_lease_ends_in_time_to_stop() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team.until(0.0, 2.0, to("a"))
    (halt,) = team.got("a", Halt)
    assert isinstance(halt, Halt)
    assert halt.why == "lease"


def test_after_an_unclean_stop_the_next_one_verifies_first() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].stopped(0, team.token("a"), 0.5)
    team.settle(0.5)
    team["b"].claim(0, 0.6)
    team.settle(0.6)
    assert team.got("b", Verify)
    assert not team.got("b", Start)
    (verify,) = team.got("b", Verify)
    assert isinstance(verify, Verify)
    team["b"].verified(0, verify.token, Outcome.PARTIAL, 0.7)
    team.settle(0.7)
    (start,) = team.got("b", Start)
    assert isinstance(start, Start)
    assert start.resume
    assert start.token > team.token("a")


def test_a_dead_holders_leaf_is_taken_over_after_its_lease() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    del team.mates["a"]
    team.until(0.0, TIMING.term_s + 0.2)
    team["b"].claim(0, TIMING.term_s + 0.3)
    team.settle(TIMING.term_s + 0.3)
    assert team.got("b", Verify)


def test_nobody_waits_for_the_vote_of_a_dead_holder() -> None:
    """And the next question follows soon: the promise that it left is about to end."""
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team.until(0.0, 1.0, to("b"))
    del team.mates["a"]
    silent_s = 0.5 + TIMING.term_s
    team["b"].mind.taken[0] = ("a", silent_s)
    team["b"].voter.promises.clear()
    team["b"].claim(0, silent_s)
    team.settle(silent_s)
    (denied,) = team.got("b", Denied)
    assert isinstance(denied, Denied)
    assert (denied.why, denied.holder) == ("held", "a")
    assert denied.retry_s - silent_s <= WORSE_S[1]


def test_whoever_is_named_by_a_refusal_is_named_when_nobody_else_answers() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0, to("b"))
    team["b"].claim(0, 0.1)
    team.until(0.1, 1.0, to("a"))
    (denied,) = team.got("b", Denied)
    assert isinstance(denied, Denied)
    assert (denied.why, denied.holder) == ("held", "a")


def test_what_a_peer_has_counts_as_taken_for_as_long_as_voters_promise_it() -> None:
    team = Team(ONE, timing=Timing(margin_s=0.5, rho=0.0))
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team.until(0.0, 1.0)
    (given,) = team["c"].voter.promises.values()
    assert team["b"].taken_by(0, given.until_s - 0.01) == "a"


def test_peers_hear_who_holds_a_leaf_and_when_not_any_more() -> None:
    team = Team(CHOICE)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team.until(0.0, 0.5)
    assert team["b"].taken_by(1, 0.5) == "a"
    team["a"].stopped(0, team.token("a"), 0.6, started=False)
    team.until(0.6, 2.0)
    assert team["b"].taken_by(1, 2.0) == ""


def test_a_person_seen_by_one_is_known_to_all() -> None:
    team = Team(ONE)
    team["a"].see(0, True, 1.0)
    team.until(1.0, 1.5)
    assert team["c"].knows_person(0, 1.5)
    team["a"].see(0, False, 1.6)
    team.until(1.6, 2.2)
    assert not team["c"].knows_person(0, 2.2)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"v": 99}, "version"),
        ({"mission": "other"}, "mission"),
        ({"tree": "other"}, "tree"),
        ({"sender": "stranger"}, "sender"),
        ({"sender": "a"}, "sender"),
        ({"clock": 1 << 40}, "counter"),
        ({"held": ((99, (1, "b")),)}, "leaf"),
    ],
)
def test_a_wrong_letter_is_counted_and_dropped(change: dict[str, object], why: str) -> None:
    team = Team(ONE)
    team["b"].claim(0, 0.0)
    (letter,) = (each for each in team.collect("b") if each.claims)
    team["a"].receive(msgspec.structs.replace(letter, **change), 0.0)
    assert team["a"].refused_letters == {why: 1}
    assert not team.collect("a")


def test_a_promise_is_stored_before_the_answer_leaves() -> None:
    team = Team(ONE)
    team["b"].claim(0, 0.0)
    team.deliver(team.collect("b"), 0.0)
    out = team["a"].drain()
    assert any(letter.votes for letter in out.letters)
    assert ("promise", 0) in [record.key for record in out.durable]
    assert any(isinstance(record.value, High) for record in out.durable)


def test_facts_that_got_lost_are_found_by_their_digest() -> None:
    many = node("and", "n", *(leaf(str(i)) for i in range(200)))
    team = Team(many)
    for number in range(0, 200, 3):
        team["a"].saw_done(number, 0.0)
    team.collect()  # all news lost
    for _ in range(5):
        team["a"].tick(0.0)
        team.collect()
    team.until(0.0, 12.0)
    assert [team["c"].knows_done(i) for i in range(200)] == [i % 3 == 0 for i in range(200)]


def test_letters_stay_small_however_large_the_tree() -> None:
    many = node("and", "n", *(leaf(str(i)) for i in range(1000)))
    team = Team(many)
    for number in range(1000):
        team["a"].saw_done(number, 0.0)
    team.until(0.0, 10.0)
    sizes = [len(encode(letter)) for letter in team.post]
    assert max(sizes) < MOST_BYTES / 8
    assert team["b"].complete


def test_what_travels_survives_the_wire() -> None:
    team = Team(ORDER)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].see(1, True, 0.1)
    team["a"].finished(0, team.token("a"), 0.2)
    team.until(0.2, 1.5)
    assert team.post
    assert all(decode(encode(letter)) == letter for letter in team.post)


def test_at_rest_a_teammate_says_at_most_two_things_per_second() -> None:
    team = Team(PAIR)
    team.until(0.0, 5.0)
    team.post.clear()
    team.until(5.0, 15.0)
    assert len(team.post) <= 2 * 10 * 3
    assert team.post


def test_a_tick_with_nothing_to_do_does_nothing() -> None:
    team = Team(PAIR)
    team.until(0.0, 2.0)
    mate: Teammate = team["a"]
    mate.tick(mate.due_s - 1e-6)
    out = mate.drain()
    assert (out.durable, out.letters, out.orders) == ((), (), ())


def test_taking_back_reaches_everybody_and_reopens_what_follows() -> None:
    team = Team(ORDER)
    for number, at_s in ((0, 0.0), (1, 1.0)):
        team["a"].claim(number, at_s)
        team.settle(at_s)
        team["a"].finished(number, team.token("a"), at_s + 0.1)
        team.until(at_s + 0.1, at_s + 0.9)
    assert team["b"].complete
    team["b"].undo(0, 3.0)
    team.settle(3.0)
    assert team.got("b", Revised)
    team.until(3.0, 5.0)
    assert not any(mate.complete for mate in team.mates.values())
    assert team["c"].enabled(0)
    assert not team["c"].enabled(1)


def test_an_abandoned_branch_leaves_the_other_one_free() -> None:
    team = Team(CHOICE)
    team["a"].abandon((0,), 0.0)
    team.until(0.0, 2.0)
    assert all(not mate.enabled(0) for mate in team.mates.values())
    team["b"].claim(1, 2.0)
    team.settle(2.0)
    assert team.got("b", Start)
