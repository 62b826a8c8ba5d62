from __future__ import annotations

from cotree.core.reasons import Reason
from cotree.runtime.patience import Patience

STUCK = (Reason("too_far", "the base does not stand at cup"),)


def test_a_tree_that_works_never_loses_patience() -> None:
    patience = Patience(None)
    patience.look(1.0, (), None)
    assert not patience.over(1e9)


def test_when_all_events_are_foretold_and_none_will_come_waiting_is_in_vain() -> None:
    patience = Patience(None)
    patience.look(1.0, STUCK, None)
    assert patience.due_s == 1.0
    assert patience.over(1.05)
    assert patience.reasons == STUCK


def test_a_foretold_event_is_waited_for_however_late_it_is() -> None:
    patience = Patience(None)
    patience.look(1.0, STUCK, 500.0)
    assert patience.due_s is None
    assert not patience.over(400.0)


def test_with_a_limit_patience_counts_from_when_the_tree_got_stuck() -> None:
    patience = Patience(10.0)
    patience.look(1.0, STUCK, None)
    patience.look(6.0, STUCK, None)
    assert patience.due_s == 11.0
    assert not patience.over(10.9)
    assert patience.over(11.0)


def test_anything_that_moves_restores_patience() -> None:
    patience = Patience(10.0)
    patience.look(1.0, STUCK, None)
    patience.look(6.0, (), None)
    patience.look(7.0, STUCK, None)
    assert patience.due_s == 17.0
