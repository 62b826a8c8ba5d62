from __future__ import annotations

from cotree.team.guard import Guard


def test_a_passed_deadline_is_refused() -> None:
    assert Guard().start(0, (1, "a"), 5.0, 5.0) == "deadline"


def test_tokens_of_one_leaf_strictly_increase() -> None:
    guard = Guard()
    assert guard.start(0, (2, "a"), 5.0, 0.0) is None
    guard.ended(0)
    assert guard.start(0, (2, "a"), 5.0, 1.0) == "token"
    assert guard.start(0, (1, "b"), 5.0, 1.0) == "token"
    assert guard.start(0, (3, "a"), 5.0, 1.0) is None


def test_one_behaviour_runs_per_resource() -> None:
    guard = Guard()
    assert guard.start(0, (1, "a"), 5.0, 0.0, frozenset(("arm",))) is None
    assert guard.start(1, (2, "a"), 5.0, 0.0, frozenset(("arm", "head"))) == "busy"
    assert guard.start(2, (3, "a"), 5.0, 0.0, frozenset(("base",))) is None


def test_what_is_not_extended_is_due_at_its_deadline() -> None:
    guard = Guard()
    guard.start(0, (1, "a"), 5.0, 0.0)
    assert guard.due(4.9) == []
    assert guard.extend(0, (1, "a"), 7.0, 4.9)
    assert guard.due(5.0) == []
    assert guard.next_due_s() == 7.0
    assert guard.due(7.0) == [0]


def test_nothing_moves_a_deadline_that_has_passed_or_belongs_to_another() -> None:
    guard = Guard()
    guard.start(0, (1, "a"), 5.0, 0.0)
    assert not guard.extend(0, (2, "b"), 9.0, 1.0)
    assert not guard.extend(1, (1, "a"), 9.0, 1.0)
    assert not guard.extend(0, (1, "a"), 9.0, 5.0)
    assert guard.due(5.0) == [0]


def test_a_deadline_never_moves_back() -> None:
    guard = Guard()
    guard.start(0, (1, "a"), 5.0, 0.0)
    guard.extend(0, (1, "a"), 3.0, 1.0)
    assert guard.next_due_s() == 5.0


def test_a_new_incarnation_learns_what_the_old_one_left_running() -> None:
    guard = Guard()
    guard.start(4, (1, "a"), 5.0, 0.0)
    assert guard.leftovers() == [4]
    guard.ended(4)
    assert guard.leftovers() == []
