from __future__ import annotations

import msgspec
import pytest

from cotree.team.ballots import FORGOT, Ballot
from cotree.team.durable import Born, Durable, keep
from cotree.team.effects import Denied, Start, Verify
from cotree.team.messages import Letter, Recall
from tests.kit.claims import ONE, ORDER, TIMING, Team

SILENT_S = TIMING.silence_s


def held_by_a() -> Team:
    """A holds the only leaf, with the votes of a and b; c heard nothing."""
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.settle(0.0, lambda letter, to: "c" in (to, letter.sender))
    assert team.got("a", Start)
    return team


def test_a_restart_keeps_the_promises_on_disk_for_a_full_new_term() -> None:
    team = held_by_a()
    team.restart("b", 1.0)
    team["c"].claim(0, 1.0 + TIMING.term_s - 0.1)
    team.settle(1.0 + TIMING.term_s - 0.1, lambda letter, to: "a" in (to, letter.sender))
    assert not team.got("c", Start)
    assert not team.got("c", Verify)
    team["c"].withdraw(0, 1.0 + TIMING.term_s)
    team["c"].claim(0, 1.0 + TIMING.term_s + 1)
    team.settle(1.0 + TIMING.term_s + 1, lambda letter, to: "a" in (to, letter.sender))
    assert team.got("c", Verify), "and afterwards nobody knows what became of it"


def test_an_own_lease_on_disk_leaves_doubt_and_is_given_back() -> None:
    team = held_by_a()
    team.restart("a", 0.5)
    team.until(0.5, 1.0)
    assert team["b"].unknown() == [0]
    assert team["b"].voter.promises == {}
    assert team["a"].unknown() == [0]


def test_an_own_lease_on_disk_leaves_doubt_even_if_the_claim_never_left() -> None:
    team = Team(ONE)
    team["a"].claim(0, 0.0)
    team.collect("a")
    mate = team.restart("a", 0.5)
    assert mate.unknown() == [0]
    assert mate.mind.lamport.counter >= 1


def test_a_new_incarnation_has_a_new_number() -> None:
    team = Team(ONE)
    team.collect()
    first = team["a"].mind.boot
    assert team.restart("a", 1.0).mind.boot == first + 1


def test_a_voter_without_memory_is_silent_and_claims_nothing() -> None:
    team = held_by_a()
    team.restart("b", 0.5, disk=False)
    team["c"].claim(0, 0.6)
    team.settle(0.6, lambda letter, to: "a" in (to, letter.sender))
    assert not team.got("c", Verify)
    assert not team.got("c", Start)
    team["b"].claim(0, 0.7)
    team.collect("b")
    (denied,) = team.got("b", Denied)
    assert isinstance(denied, Denied)
    assert denied.why == "joining"


def test_it_asks_only_after_its_silence_and_joins_when_enough_remember() -> None:
    team = Team(ORDER)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].finished(0, team.token("a"), 0.1)
    team.settle(0.1)
    mate = team.restart("b", 1.0, disk=False)
    team.until(1.0, 1.0 + SILENT_S - 0.1)
    assert not mate.mind.joined
    assert all(letter.recall < 0 for letter in team.post if letter.sender == "b")
    team.until(1.0 + SILENT_S - 0.1, 1.0 + SILENT_S + 0.5)
    assert mate.mind.joined
    assert mate.knows_done(0)
    assert mate.unknown() == [], "enough remembered everything"


def test_an_answer_that_comes_within_the_silence_does_not_count() -> None:
    team = Team(ONE)
    mate = team.restart("b", 1.0, disk=False)
    for name in "ac":
        team[name].tick(2.0)
    for letter in team.collect("a", "c"):
        recall = Recall(mate.mind.boot, 0, 1, True)
        mate.receive(msgspec.structs.replace(letter, recalled=recall, to=("b",)), 2.0)
    mate.tick(1.0 + SILENT_S)
    assert not mate.mind.joined


def test_one_voters_memory_is_not_enough() -> None:
    team = Team(ONE)
    mate = team.restart("b", 1.0, disk=False)
    team.until(1.0, 6.0, lambda letter, to: "c" in (to, letter.sender))
    assert not mate.mind.joined
    team.until(6.0, 7.0)
    assert mate.mind.joined


def test_it_takes_over_promises_that_others_remember() -> None:
    team = held_by_a()
    mate = team.restart("b", 0.0, disk=False)
    for step in range(30):  # a goes on by c's vote
        now_s = 0.1 * step
        for name in "ac":
            team[name].tick(now_s)
        team.settle(now_s, lambda letter, to: "b" in (to, letter.sender))
    assert not mate.mind.joined
    team.until(SILENT_S + 1.0, SILENT_S + 1.6)
    assert mate.mind.joined
    assert mate.voter.promises[0].given.robot == "a"


def test_when_nobody_remembers_enough_every_open_leaf_is_in_doubt() -> None:
    team = Team(ORDER)
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    team["a"].finished(0, team.token("a"), 0.1)
    team.settle(0.1)
    team.restart("a", 1.0, disk=False)
    team.restart("b", 1.0, disk=False)
    team.until(1.0, 1.0 + SILENT_S + 1.5)
    assert team["a"].mind.joined
    assert team["b"].mind.joined
    assert team["a"].unknown() == [1], "what c knows to be done is done"
    assert team["a"].mind.lamport.counter > FORGOT


@pytest.mark.parametrize("restarts", [False, True])
def test_a_disk_that_is_lost_again_and_again_never_leads_to_the_same_token(restarts: bool) -> None:
    """A alone decides, and B hears nothing of what it claims."""
    team, now_s, tokens = Team(ONE, "ab", "ab", word="zones"), 0.0, list[Ballot]()
    for tries in (5, 2, 1):
        team.restart("a", now_s, disk=False)
        team.until(now_s, now_s + SILENT_S + 1.0)
        now_s += SILENT_S + 1.0
        for _ in range(tries):
            team["a"].claim(0, now_s)
            team.settle(now_s, lambda letter, to: letter.sender == "a")
            team["a"].withdraw(0, now_s)
        looked = [order for order in team.orders["a"] if isinstance(order, Verify)]
        assert len(looked) == tries, "nobody remembers what came of it"
        tokens += [order.token for order in looked]
        if restarts:
            team.restart("b", now_s)
    assert tokens == sorted(set(tokens))


def all_but_questions(letter: Letter, to: str) -> bool:
    """What is lost: of A only the questions are heard, of what others remember."""
    return letter.sender == "a" and letter.recall < 0


def test_a_disk_lost_twice_leads_to_other_tokens_if_only_the_questions_were_heard() -> None:
    """B hears no heartbeat of A's after A has joined, which would tell it how far A jumped."""
    team, now_s, tokens = Team(ONE, "ab", "ab", word="zones"), 0.0, list[Ballot]()
    for _ in range(3):
        team.restart("a", now_s, disk=False)
        team.until(now_s, now_s + SILENT_S + 1.0, all_but_questions)
        now_s += SILENT_S + 1.0
        team["a"].claim(0, now_s)
        team.settle(now_s, all_but_questions)
        (looked,) = team.got("a", Verify)
        assert isinstance(looked, Verify)
        tokens.append(looked.token)
    assert tokens == sorted(set(tokens))


def test_who_remembers_nothing_waits_until_the_others_have_noted_its_floor() -> None:
    team = Team(ONE, "ab", "ab", word="zones")
    mate = team.restart("a", 0.0, disk=False)
    team.until(0.0, SILENT_S + 1.0, lambda letter, to: bool(letter.floor))
    assert not mate.mind.joined
    team.until(SILENT_S + 1.0, SILENT_S + 1.4)
    assert mate.mind.joined
    assert team.restart("b", SILENT_S + 1.4).mind.lamport.counter >= FORGOT, "on its disk"


def test_the_doubt_is_stored_together_with_having_joined() -> None:
    team = Team(ONE, "a", "a")
    team.collect()
    team.restart("a", 1.0, disk=False)
    team["a"].tick(1.0 + SILENT_S)
    team.collect()
    again = team.restart("a", 10.0)
    assert again.mind.joined
    assert again.unknown() == [0]


def test_a_disk_of_one_that_had_not_joined_yet_is_no_memory() -> None:
    team = Team(ONE)
    team.restart("b", 1.0, disk=False)
    team.collect("b")
    assert not team.restart("b", 1.1).mind.joined


def test_those_who_lost_their_memory_say_so() -> None:
    team = Team(ONE)
    team.restart("a", 1.0, disk=False)
    team.restart("b", 1.0, disk=False)
    team.until(1.0, 1.0 + SILENT_S + 0.1, lambda letter, to: "c" in (to, letter.sender))
    recalls = [letter.recalled for letter in team.post if letter.recalled is not None]
    assert recalls
    assert not any(recall.fresh for recall in recalls)


def test_the_newest_record_of_a_key_counts() -> None:
    disk: dict[tuple[str, int], object] = {}
    records = [
        Durable(("born", 0), Born(1, True, True)),
        Durable(("born", 0), Born(2, True, True)),
        Durable(("own", 3), None),
    ]
    keep(disk, records)  # type: ignore[arg-type]
    assert disk == {("born", 0): Born(2, True, True)}
