from __future__ import annotations

import numpy as np
import pytest

from cotree.manipulation.arm.obstacles import Room, box
from cotree.manipulation.arm.timing import Trajectory, timed
from cotree.manipulation.grasps.values import Grasp
from cotree.manipulation.handling.choice import leaning
from cotree.manipulation.handling.spots import held_in
from cotree.manipulation.handling.values import Motion, Pace
from cotree.manipulation.pick.values import Spot

GRASP = Grasp(50.0, (0.5, 0.0, 0.05), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.05, 0.03)


def leg(*values: float) -> Trajectory:
    found = timed(np.array([[value] for value in values]), np.ones(1), np.ones(1))
    assert isinstance(found, Trajectory)
    return found


def test_a_motion_lasts_as_long_as_it_may_but_no_shorter_than_it_must() -> None:
    motion = Motion((leg(0.0, 1.0), leg(1.0, 2.0)))
    quickest_s = motion.duration_s
    assert motion.paced(10.0).duration_s == pytest.approx(10.0)
    assert motion.paced(0.1).duration_s == pytest.approx(quickest_s)
    assert motion.paced(10.0).at(5.0) == pytest.approx(np.array([1.0]), abs=1e-6)
    assert motion.paced(10.0).at(99.0) == pytest.approx(np.array([2.0]))


def test_a_leaning_hand_has_its_pads_where_they_were() -> None:
    lean = leaning(GRASP, 0.3)
    pads = [np.array(each.at) - 0.03 * np.array(each.approach) for each in (GRASP, lean)]
    assert pads[0] == pytest.approx(pads[1], abs=1e-9)
    assert np.array(lean.approach) @ np.array(GRASP.approach) == pytest.approx(np.cos(0.3))
    assert lean.closing == GRASP.closing
    assert lean.score < GRASP.score
    assert leaning(GRASP, 0.0) is GRASP


def test_what_nobody_planned_is_due_at_once() -> None:
    pace = Pace(5.0, 10.0, 15.0, 20.0)
    assert [pace.due_s(spot) for spot in (Spot.BEFORE, Spot.AT, Spot.LIFTED)] == [5.0, 7.0, 10.0]
    assert [pace.due_s(spot) for spot in (Spot.ABOVE, Spot.DOWN, Spot.AWAY)] == [15.0, 17.0, 20.0]
    assert pace.due_s(Spot.RETURNED) == 0.0


def test_what_a_thing_is_put_onto_is_in_nobodys_way() -> None:
    table = box((0.0, 0.0, -0.02), (2.0, 2.0, 0.04))
    plate, cup = (
        box((0.3, 0.0, 0.02), (0.08, 0.08, 0.04)),
        box((0.6, 0.0, 0.04), (0.06, 0.06, 0.08)),
    )
    assert Room((table, plate, cup)).without((0.3, 0.01, 0.0), 0.07).boxes == (table, cup)


def test_a_long_thing_in_the_hand_is_balls_along_it() -> None:
    held = held_in(np.eye(4), np.eye(4), (np.eye(4), (0.04, 0.04, 0.20)))
    assert held.radius == pytest.approx(np.full(3, np.hypot(0.04, 0.04) / 2))
    assert np.ptp(held.at[:, 2]) == pytest.approx(0.2 - np.hypot(0.04, 0.04))
    assert held.at[1] == pytest.approx(np.zeros(3))
