from __future__ import annotations

import pytest

from cotree.runtime.senses.grid import IDLE, LINGERS_S, Grid
from cotree.runtime.senses.lookout import LATEST_S, Lookout
from cotree.runtime.senses.ports import Moment, Sensed
from cotree.runtime.senses.prompt import PromptLooker
from tests.kit.blocked import Pointing


class Slow:
    """Answers when a test says so."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.ready: list[Sensed] = []
        self.busy = False
        self.closed = False

    def ask(self, moment: Moment) -> bool:
        if self.busy:
            return False
        self.busy = True
        self.asked.append(moment.t_s)
        return True

    def answers(self) -> list[Sensed]:
        ready, self.ready = self.ready, []
        self.busy = self.busy and not ready
        return ready

    def close(self) -> None:
        self.closed = True


def test_pictures_are_taken_on_a_grid_whenever_somebody_asks() -> None:
    grid = Grid(10.0)
    assert grid.after(0.0) == pytest.approx(IDLE / 10)
    assert grid.after(0.2999) == pytest.approx(0.3)
    assert grid.after(0.3) == pytest.approx(0.6)


def test_a_hand_makes_pictures_come_at_the_full_rate_for_a_while() -> None:
    grid = Grid(10.0)
    grid.stirs(0.3)
    assert grid.after(0.3) == pytest.approx(0.4)
    assert grid.after(0.4) == pytest.approx(0.5)
    assert grid.after(0.4 + LINGERS_S) == pytest.approx(2.7)


def test_in_virtual_time_the_answer_is_there_at_once() -> None:
    lookout = Lookout("ceiling", Grid(10.0), PromptLooker(Pointing()), Moment)
    assert lookout.after(0.0) == pytest.approx(0.3)
    lookout.look(0.0)
    (sensed,) = lookout.hear(0.0)
    assert sensed.t_s == 0.0
    assert lookout.after(0.0) == pytest.approx(0.1), "there is a hand"
    assert lookout.report == ""


def test_pictures_that_nobody_had_time_for_are_counted_and_told() -> None:
    slow = Slow()
    lookout = Lookout("ceiling", Grid(10.0), slow, Moment)
    for t_s in (0.0, 0.3, 0.6):
        lookout.look(t_s)
    assert slow.asked == [0.0]
    assert lookout.left_out == 2
    assert "camera ceiling: 2 of 3 pictures left out, 0 answers too late" in lookout.report


def test_what_comes_too_late_or_after_newer_news_is_dropped_and_counted() -> None:
    slow = Slow()
    lookout = Lookout("ceiling", Grid(10.0), slow, Moment)
    slow.ready = [Sensed(0.3), Sensed(0.2), Sensed(0.4)]
    assert [each.t_s for each in lookout.hear(0.5)] == [0.3, 0.4]
    slow.ready = [Sensed(0.5)]
    assert lookout.hear(0.5 + LATEST_S + 0.01) == []
    assert lookout.late == 2
    assert "2 answers too late" in lookout.report


def test_who_looks_is_ended_with_the_run() -> None:
    slow = Slow()
    Lookout("ceiling", Grid(10.0), slow, Moment).close()
    assert slow.closed
