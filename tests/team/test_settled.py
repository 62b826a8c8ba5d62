from __future__ import annotations

from cotree.team.conflicts import Conflicts
from cotree.team.facts import ABANDONED, Facts
from cotree.team.outline import Task
from cotree.team.settled import Alternatives
from tests.kit.claims import BRANCHES


def alternatives() -> tuple[Alternatives, Facts]:
    facts = Facts(4)
    return Alternatives(Conflicts(Task(BRANCHES)), facts), facts


def test_something_done_in_a_branch_settles_it() -> None:
    some, facts = alternatives()
    assert not some.settled_elsewhere(0)
    facts.set_done(2)
    assert some.settled_elsewhere(0)
    assert not some.settled_elsewhere(3)


def test_of_two_branches_that_a_person_mixed_the_earlier_is_continued() -> None:
    some, facts = alternatives()
    facts.set_done(0)
    facts.set_done(2)
    assert not some.settled_elsewhere(1)
    assert some.settled_elsewhere(3)


def test_the_first_unknown_leaf_of_another_branch_is_to_be_verified() -> None:
    some, facts = alternatives()
    facts.set_taint(3, (1, "a"))
    facts.set_taint(2, (1, "a"))
    assert some.unknown(0) == 2
    assert some.unknown(3) == -1, "the own branch does not wait for itself"


def test_a_branch_with_something_done_waits_for_no_other() -> None:
    some, facts = alternatives()
    facts.set_taint(2, (1, "a"))
    facts.set_done(0)
    assert some.unknown(1) == -1


def test_a_branch_that_was_given_up_when_something_was_done_is_the_last() -> None:
    some, facts = alternatives()
    facts.set_done(0)
    facts.set_epoch(1, 1, ABANDONED)
    assert some.settled_elsewhere(2)
    facts.set_epoch(0, 1, ABANDONED)
    assert not some.settled_elsewhere(2), "nothing of it counts"


def test_a_branch_that_was_given_up_is_not_continued_where_a_person_has_begun_another() -> None:
    some, facts = alternatives()
    facts.set_done(0)
    facts.set_done(2)
    facts.set_epoch(1, 1, ABANDONED)
    assert some.settled_elsewhere(1)
    assert not some.settled_elsewhere(3)


def test_what_comes_before_is_reopened_until_it_is_complete_again() -> None:
    some, facts = alternatives()
    assert not some.reopened_before(1)
    facts.set_epoch(0, 1)
    assert some.reopened_before(1)
    facts.set_done(0, 1)
    assert not some.reopened_before(1)
