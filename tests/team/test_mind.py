from __future__ import annotations

from tests.kit.claims import CHOICE, ONE, mind_of


def test_who_votes_cannot_do_without_its_own_vote() -> None:
    mind = mind_of("a", ONE, ("a", "b", "c"))
    assert not mind.is_quorum({"b", "c"}, 0)
    assert mind.is_quorum({"a", "c"}, 0)
    assert mind.hopeless({"a"}, 0)


def test_who_does_not_vote_needs_a_majority_of_those_who_do() -> None:
    mind = mind_of("x", ONE, ("a", "b", "c"))
    assert mind.is_quorum({"b", "c"}, 0)
    assert not mind.is_quorum({"b"}, 0)


def test_the_home_of_a_component_is_the_same_for_all_its_leaves() -> None:
    mind = mind_of("a", CHOICE, ("a", "b"), "home")
    assert mind.is_quorum({"a"}, 0)
    assert mind.is_quorum({"a"}, 1)


def test_conclusions_are_drawn_once_per_changed_leaf() -> None:
    mind = mind_of("a", CHOICE, ("a",))
    mind.facts.set_taint(1, (9, "z"))
    mind.facts.set_done(1)
    records = mind.digest()
    assert [record.key for record in records] == [("fact", 1)]
    assert mind.progress.complete
    assert mind.lamport.counter == 9
