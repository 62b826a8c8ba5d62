from __future__ import annotations

from cotree.core.stopping import Stop
from cotree.runtime.stopper import Stopper


def test_nobody_asked_means_go_on() -> None:
    stopper = Stopper(5.0)
    assert stopper.word(100.0) is None
    assert not stopper.asked
    assert not stopper.in_vain(100.0)


def test_the_first_time_is_a_cancel_and_the_second_a_kill() -> None:
    stopper = Stopper(5.0)
    stopper.ask()
    assert stopper.word(1.0) is Stop.CANCEL
    stopper.ask()
    assert stopper.word(1.1) is Stop.KILL


def test_a_cancel_that_takes_too_long_becomes_a_kill_and_that_one_has_its_time_too() -> None:
    stopper = Stopper(5.0)
    stopper.ask()
    assert stopper.word(10.0) is Stop.CANCEL
    assert stopper.word(15.0) is Stop.CANCEL
    assert stopper.word(15.1) is Stop.KILL
    assert not stopper.in_vain(20.0)
    assert stopper.in_vain(20.1)


def test_every_request_is_news_once() -> None:
    stopper = Stopper(5.0)
    assert not stopper.news()
    stopper.ask()
    assert [stopper.news(), stopper.news()] == [True, False]
    stopper.ask()
    assert stopper.news()
