from __future__ import annotations

from multiprocessing.connection import wait

from cotree.conformance.waiting import waiting_for_nobody
from cotree.core.actions import HandSeen
from cotree.core.senses import HANDS
from cotree.runtime.senses.ports import Moment, Sensed
from cotree.runtime.senses.worker import DIED, WorkerLooker
from tests.kit.blocked import Mortal, Pointing, Stuck


def told_by(looker: WorkerLooker) -> list[Sensed]:
    """What comes next from the other process."""
    assert looker._child is not None
    wait([looker._child.pipe], 30.0)
    return looker.answers()


def test_what_is_seen_elsewhere_comes_back_with_the_time_of_its_picture() -> None:
    looker = WorkerLooker(Pointing, (HANDS,))
    try:
        assert not looker.ask(Moment(1.0)), "it is not ready yet"
        looker.warm_up()
        assert looker.ask(Moment(1.5))
        assert not looker.ask(Moment(1.6)), "one look at a time"
        (told,) = told_by(looker)
        assert told.t_s == 1.5
        assert told.events == (HandSeen("ann", (0.5, 0.5, 0.0), 1.5),)
        assert looker.ask(Moment(1.7))
    finally:
        looker.close()


def test_nobody_waits_for_an_eye_that_never_answers() -> None:
    looker = WorkerLooker(Stuck, (HANDS,))
    looker.warm_up()
    try:
        assert looker.ask(Moment(0.0))
        with waiting_for_nobody("who asks"):
            for _ in range(1000):
                assert not looker.ask(Moment(0.1))
                assert looker.answers() == []
    finally:
        looker.close()
    assert looker.answers() == []


def test_an_eye_that_dies_is_replaced_once_and_then_said_to_be_dead() -> None:
    looker = WorkerLooker(Mortal, (HANDS,))
    looker.warm_up()
    try:
        looker.ask(Moment(0.0))
        assert told_by(looker) == []
        looker.warm_up()
        assert looker.ask(Moment(0.1)), "a new one looks"
        (told,) = told_by(looker)
        assert told.blind == {HANDS: DIED}
        assert not looker.ask(Moment(0.2))
    finally:
        looker.close()
