from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cotree.team.facts import ABANDONED, Fact, Facts, joined

ballots = st.tuples(st.integers(0, 3), st.sampled_from(["", "a", "b"]))
facts = st.builds(Fact, st.just(0), st.integers(0, 8), ballots, ballots)


@given(facts, facts, facts)
def test_facts_merge_in_any_order_and_as_often_as_you_like(a: Fact, b: Fact, c: Fact) -> None:
    assert joined(a, b) == joined(b, a)
    assert joined(a, joined(b, c)) == joined(joined(a, b), c)
    assert joined(a, a) == a


@given(st.lists(facts, max_size=6), st.randoms())
def test_equal_facts_have_equal_digests_however_they_came(some: list[Fact], dice: object) -> None:
    one, other = Facts(3), Facts(3)
    one.merge(some)
    other.merge(reversed(some))
    assert one.digests == other.digests


def test_different_facts_have_different_digests() -> None:
    one, other = Facts(3), Facts(3)
    one.set_done(1)
    assert one.digests != other.digests
    other.set_done(2)
    assert one.digests != other.digests


def test_two_leaves_that_differ_in_the_same_way_do_not_cancel_out() -> None:
    one, other = Facts(3), Facts(3)
    for some in (one, other):
        some.set_taint(1, (67, "a"))
        some.set_taint(2, (32, "b"))
    one.set_done(1)
    one.set_done(2)
    assert one.digests != other.digests


def test_a_leaf_is_tainted_until_a_higher_ballot_clears_it_or_it_is_done() -> None:
    some = Facts(2)
    some.set_taint(0, (3, "a"))
    assert some.tainted(0)
    some.set_clear(0, (3, "a"))
    assert some.tainted(0), "what a lease did itself, it has not verified"
    some.set_clear(0, (4, "b"))
    assert not some.tainted(0)
    some.set_taint(1, (1, "a"))
    some.set_done(1)
    assert not some.tainted(1)


def test_who_verified_a_leaf_and_then_stops_unclean_taints_it_again() -> None:
    some = Facts(1)
    some.set_taint(0, (1, "a"))
    some.set_clear(0, (2, "b"))
    some.set_taint(0, (2, "b"))
    assert some.tainted(0)


def test_an_undo_is_a_new_epoch_that_old_news_cannot_end() -> None:
    some = Facts(1)
    some.set_done(0)
    old = some[0]
    some.set_epoch(0, 1)
    some.learn(old)
    assert not some.done(0)
    some.set_done(0)
    assert some.done(0)
    assert some[0].mark == 4


def test_what_is_given_up_is_not_done_and_stays_so_whoever_does_it_until_it_is_taken_back() -> None:
    some = Facts(2)
    some.set_epoch(0, 0, ABANDONED)
    assert some.over(0)
    assert not some.done(0)
    some.set_done(0)
    assert some.over(0)
    assert not some.done(0)
    some.set_epoch(0, 1)
    assert not some.over(0)
    some.set_done(0)
    assert some.done(0)
    some.set_done(1)
    some.set_epoch(1, 1, ABANDONED)
    assert not some.done(1)
    assert some.over(1)


def test_only_news_is_noted_as_changed() -> None:
    some = Facts(2)
    some.set_done(1)
    some.set_done(1)
    assert some.changed == [1]


def test_a_bucket_lists_what_says_something() -> None:
    some = Facts(130)
    some.set_done(70)
    assert some.bucket(0) == []
    assert [fact.leaf for fact in some.bucket(1)] == [70]
    assert len(some.digests) == 3
