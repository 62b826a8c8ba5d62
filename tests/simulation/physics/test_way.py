from __future__ import annotations

import numpy as np

from cotree.core.frames import hand_pose
from cotree.simulation.physics.way import BACK_M, LIFT_M, SOFT_M, Way, to_put, to_take

DOWN, Y = np.array((0.0, 0.0, -1.0)), np.array((0.0, 1.0, 0.0))
HERE = hand_pose(np.array((0.5, 0.0, 0.25)), DOWN, Y)
GRASP = hand_pose(np.array((0.0, 0.0, 0.05)), DOWN, Y)


def test_a_hand_takes_open_from_behind_and_lifts_closed() -> None:
    way = Way(tuple(to_take(HERE, GRASP, 1.0, 5.0, 10.0)))
    pose, is_open = way.at(0.0)
    assert is_open
    np.testing.assert_allclose(pose, HERE, atol=1e-12)
    pose, is_open = way.at(5.0)
    assert is_open
    np.testing.assert_allclose(pose[:3, 3], (0, 0, 0.05 + BACK_M), atol=1e-12)
    pose, is_open = way.at(7.5)
    assert not is_open
    np.testing.assert_allclose(pose, GRASP, atol=1e-12)
    pose, is_open = way.at(99.0)
    assert not is_open
    np.testing.assert_allclose(pose[2, 3], 0.05 + LIFT_M)


def test_a_hand_crosses_the_table_high() -> None:
    way = Way(tuple(to_take(HERE, GRASP, 0.0, 5.0, 10.0)))
    assert min(way.at(t)[0][2, 3] for t in np.arange(1.0, 4.0, 0.1)) > 0.24


def test_a_thing_is_let_go_just_above_where_it_belongs() -> None:
    thing = np.eye(4)
    thing[:3, 3] = (0.0, 0.0, LIFT_M)
    hand = hand_pose(np.array((0.0, 0.0, LIFT_M + 0.05)), DOWN, Y)
    way = Way(tuple(to_put(hand, thing, (0.3, 0.2, 0.0), 0.0, 5.0, 10.0)))
    low, is_open = way.at(7.2)
    assert not is_open
    np.testing.assert_allclose(low[:3, 3], (0.3, 0.2, 0.05 + SOFT_M), atol=1e-12)
    last, is_open = way.at(10.0)
    assert is_open
    np.testing.assert_allclose(last[:3, 3], (0.3, 0.2, 0.05 + SOFT_M + BACK_M), atol=1e-12)
