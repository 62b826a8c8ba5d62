"""Several revisions at once: the last word counts, each has an answer, none rests on one disk."""

from __future__ import annotations

import msgspec
import pytest

from cotree.team.dice import Dice
from cotree.team.durable import remember
from cotree.team.effects import Denied, Halt, Order, Outcome, Revised, Start, Verify
from cotree.team.messages import Letter
from cotree.team.revisions import Revisions
from tests.kit.claims import CHOICE, ONE, ORDER, PAIR, Team

FOR_S = 12.0


def waiting() -> Revisions:
    return Revisions(Dice(1), FOR_S)


def done(team: Team, number: int, now_s: float, name: str = "a") -> None:
    team[name].claim(number, now_s)
    team.settle(now_s)
    team[name].finished(number, team.token(name), now_s + 0.1)
    team.until(now_s + 0.1, now_s + 0.9)


def answers(team: Team, name: str) -> list[Order]:
    return [each for each in team.orders[name] if isinstance(each, Revised | Denied)]


# -- one after the other ---------------------------------------------------------------------------


def test_an_undo_of_what_is_just_being_given_up_is_decided_afterwards() -> None:
    team = Team(ORDER)
    done(team, 0, 0.0)
    team["a"].abandon((0,), 1.0)
    team["a"].undo(0, 1.0)
    team.until(1.0, 6.0)
    assert team.got("a", Revised) == [Revised((0,), 1), Revised((0, 1), 2)]
    assert all(mate.enabled(0) for mate in team.mates.values()), "the last word counts"


def test_giving_up_what_is_just_being_taken_back_is_decided_afterwards() -> None:
    team = Team(CHOICE)
    done(team, 0, 0.0)
    team["a"].undo(0, 1.0)
    team["a"].abandon((0,), 1.0)
    team.until(1.0, 6.0)
    assert team.got("a", Revised) == [Revised((0,), 1), Revised((0,), 2)]
    assert all(mate.mind.facts[0].abandoned for mate in team.mates.values())


def test_giving_up_more_than_before_is_not_the_same_as_before() -> None:
    team = Team(PAIR)
    team["a"].abandon((0,), 0.0)
    team["a"].abandon((0, 1), 0.0)
    team.until(0.0, 5.0)
    assert team.got("a", Revised) == [Revised((0,), 1), Revised((0, 1), 2)]


def test_to_undo_to_give_up_and_to_undo_again_are_three() -> None:
    revisions = waiting()
    for abandons in (False, True, False):
        revisions.add((0, 1), 0.0, abandons=abandons)
        revisions.add((0,), 0.0, abandons=abandons)
    kinds = []
    while (taken := revisions.take(0.0)) is not None:
        kinds.append(taken.abandons)
        revisions.settled(taken)
    assert kinds == [False, True, False]


def test_who_waits_for_another_one_loses_no_time() -> None:
    revisions = waiting()
    revisions.add((0,), 0.0, abandons=True)
    revisions.add((0,), 0.0, abandons=False)
    first = revisions.take(0.0)
    assert first is not None
    assert revisions.take(11.0) is None
    revisions.settled(first)
    second = revisions.take(11.0)
    assert second is not None
    assert second.until_s == 11.0 + FOR_S


def test_what_does_not_overlap_is_tried_while_the_other_waits() -> None:
    revisions = waiting()
    revisions.add((0,), 0.0, abandons=False)
    revisions.add((1,), 0.0, abandons=False)
    first = revisions.take(0.0)
    assert first is not None
    first.later(0.0, Dice(1))
    second = revisions.take(0.0)
    assert second is not None
    assert second.leaves == (1,)
    assert 0.0 < revisions.next_due_s() <= 0.4


# -- on more disks than one ------------------------------------------------------------------------


def not_to(*names: str) -> dict[str, object]:
    def lost(letter: Letter, to: str) -> bool:
        return to in names or letter.sender in names

    return {"keep_from": lost}


@pytest.mark.parametrize("word", ["home", "zones"])
def test_where_one_voter_decides_alone_an_undo_is_on_more_disks_than_one(word: str) -> None:
    team = Team(ONE, "ab", "ab", word=word)
    assert team.plot.conflicts.component == [0]
    done(team, 0, 0.0, "a")
    team["a"].undo(0, 1.0)
    team.until(1.0, 3.0, **not_to("b"))  # type: ignore[arg-type]
    assert answers(team, "a") == []
    assert team["a"].knows_done(0), "nothing was begun that might be forgotten"
    team.until(3.0, 6.0)
    assert answers(team, "a") == [Revised((0,), 1)]
    assert all(remember(disk).facts[0].mark == 3 for disk in team.disks.values())
    team.restart("a", 6.0, disk=False)
    team.until(6.0, 12.0)
    assert team["a"].mind.joined
    assert not any(mate.knows_done(0) for mate in team.mates.values())


def test_more_than_half_are_not_enough_without_who_decides_about_what_follows() -> None:
    team = Team(ORDER, word="zones")
    assert team.plot.conflicts.component == [0, 1]
    del team.mates["b"]
    team["a"].undo(0, 0.0)
    team.until(0.0, 3.0)
    assert answers(team, "a") == [], "b alone decides about the second leaf"
    assert team["a"].mind.facts.epoch(0) == 0, "it was not even begun"


def test_where_more_than_half_decide_nobody_waits_for_more() -> None:
    team = Team(ONE)
    team["a"].undo(0, 0.0)
    team.settle(0.0)
    assert answers(team, "a") == [Revised((0,), 1)]


# -- without votes ---------------------------------------------------------------------------------

SAFE = msgspec.structs.replace(ONE, duplicate_safe=True)


def alone(team: Team, name: str, now_s: float) -> None:
    """Nobody hears it, so it looks and begins by itself."""
    team[name].claim(0, now_s)
    others = "".join(other for other in team.mates if other != name)
    team.until(now_s, now_s + 1.0, **not_to(*others))  # type: ignore[arg-type]
    for verify in team.got(name, Verify):
        assert isinstance(verify, Verify)
        team[name].verified(0, verify.token, Outcome.UNTOUCHED, now_s + 1.0)
    team.collect(name)


@pytest.mark.parametrize("name", ["c", "d"])
def test_who_moves_without_votes_has_stopped_before_an_undo_is_decided(name: str) -> None:
    team = Team(SAFE, "abcd", "abc", word="optimistic")
    alone(team, name, 0.0)
    assert len(team.got(name, Start)) == 1
    for other in "ab":
        team[other].voter.expire(10.0)  # it was never heard, or that was long ago
    team["a"].undo(0, 1.0)
    team.until(1.0, 2.0)
    (halt,) = team.got(name, Halt)
    assert isinstance(halt, Halt)
    assert halt.why == "undone"
    assert answers(team, "a") == []
    team[name].stopped(0, halt.token, 2.0)
    team.until(2.0, 4.0)
    (revised,) = answers(team, "a")
    assert isinstance(revised, Revised)


def test_what_was_taken_back_is_not_begun_without_votes() -> None:
    team = Team(SAFE, word="optimistic")
    team["c"].mind.facts.set_epoch(0, 1)
    alone(team, "c", 0.0)
    assert team.got("c", Start) == []
    assert [each.why for each in team.got("c", Denied) if isinstance(each, Denied)] == ["silence"]


# -- epochs of claims ------------------------------------------------------------------------------


def test_a_claim_counts_only_in_the_epoch_in_which_it_was_asked_for() -> None:
    """Its voters know no later one, so a later undo might begin just that one again."""
    team = Team(ONE, "abcd", "abc")
    team["d"].claim(0, 0.0)
    letters = team.collect("d")
    team["d"].mind.facts.set_epoch(0, 1)  # an undo that was cut off, heard of meanwhile
    team.deliver(letters, 0.0)
    team.deliver(team.collect("a", "b", "c"), 0.1)
    team.collect("d")
    assert team.got("d", Start) == []
    denied = team.got("d", Denied)
    assert [each.why for each in denied if isinstance(each, Denied)] == ["undone"]


def test_a_half_done_alternative_that_was_only_looked_at_holds_nobody_up() -> None:
    team = Team(CHOICE)
    for mate in team.mates.values():
        mate.mind.facts.set_taint(0, (0, "x"))
    team["a"].claim(0, 0.0)
    team.settle(0.0)
    (verify,) = team.got("a", Verify)
    assert isinstance(verify, Verify)
    team["a"].verified(0, verify.token, Outcome.PARTIAL, 0.1)
    team["a"].stopped(0, verify.token, 0.1, started=False)
    team.settle(0.1)
    team["b"].claim(1, 0.2)
    team.settle(0.2)
    assert team.got("b", Start)
    team["a"].claim(0, 0.3)
    assert team["a"].mind.facts.tainted(0), "whoever does it still looks first"
