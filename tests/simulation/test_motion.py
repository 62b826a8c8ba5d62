from __future__ import annotations

import pytest

from cotree.core.actions import Carry, Drive, Grasp, Pause, Perform, Release
from cotree.core.mission import RobotModel
from cotree.core.stopping import Stop
from cotree.simulation.motion import BRAKING_S, nominal_s, stopping_s, trip

HERE = (0.0, 0.0, 0.0)
THERE = (3.0, 4.0, 0.0)
MODEL = RobotModel("pr2", (), speed_m_s=0.5, drive_overhead_s=3.0, handling_s=20.0)


def test_a_drive_takes_its_overhead_and_distance_over_speed() -> None:
    assert nominal_s(Drive(THERE), MODEL, HERE) == 13.0
    assert nominal_s(Drive(HERE), MODEL, HERE) == 3.0


def test_handling_takes_the_robots_time_and_pauses_take_their_own() -> None:
    assert nominal_s(Grasp("cup", "left"), MODEL, HERE) == 20.0
    assert nominal_s(Release("cup", "left", HERE), MODEL, HERE) == 20.0
    assert nominal_s(Carry("cup", "left", THERE), MODEL, HERE) == 40.0
    assert nominal_s(Pause(7.0), MODEL, HERE) == 7.0
    assert nominal_s(Perform("wave", 2.0), MODEL, HERE) == 2.0


def test_a_kill_acts_at_once_and_the_other_words_take_the_braking_time() -> None:
    assert [stopping_s(how) for how in Stop] == [BRAKING_S, BRAKING_S, 0.0]


def test_a_base_stands_during_the_overhead_and_then_goes_straight() -> None:
    drive = trip(HERE, THERE, 100.0, MODEL, 1.0)
    assert drive.at(100.0) == HERE
    assert drive.at(103.0) == HERE
    assert drive.at(108.0) == pytest.approx((1.5, 2.0, 0.0))
    assert drive.at(113.0) == THERE
    assert drive.at(999.0) == THERE


def test_noise_stretches_overhead_and_travel() -> None:
    drive = trip(HERE, THERE, 0.0, MODEL, 2.0)
    assert (drive.leaves_s, drive.arrives_s) == (6.0, 26.0)
