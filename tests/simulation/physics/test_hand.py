from __future__ import annotations

import numpy as np
import pytest

from cotree.simulation.physics.hand import LANDMARKS, Hand, hand_xml, landmarks
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.shapes import HOUSEHOLD
from cotree.simulation.physics.sim import Sim


def test_a_hand_has_the_21_landmarks_of_a_hand_of_usual_size() -> None:
    points = landmarks(np.eye(4))
    assert points.shape == (LANDMARKS, 3)
    assert 0.16 < np.linalg.norm(points[12] - points[0]) < 0.21
    assert 0.05 < np.linalg.norm(points[5] - points[17]) < 0.09


def test_a_closed_hand_is_shorter_than_an_open_one() -> None:
    fist, flat = landmarks(np.eye(4), 1.0), landmarks(np.eye(4), 0.0)
    for tip in (8, 12, 16, 20):
        assert np.linalg.norm(fist[tip]) < np.linalg.norm(flat[tip]) - 0.03


def test_a_left_hand_is_the_mirror_of_a_right_one() -> None:
    left, right = landmarks(np.eye(4), right=False), landmarks(np.eye(4))
    np.testing.assert_allclose(left * (1, -1, 1), right, atol=1e-12)


def test_a_led_hand_is_where_it_was_led_and_touches_nothing() -> None:
    sim = Sim(Scene({"cup": (HOUSEHOLD["cup"], (0, 0, 0.001))}), *hand_xml("ann"))
    hand = Hand(sim, "ann")
    hand.point_at((0.0, 0.0, 0.04), (1.0, 0.0, 0.0))
    sim.advance(0.3)
    assert sim.at("cup") == pytest.approx((0, 0, 0), abs=0.003)
    assert sim.at("ann palm") == pytest.approx((-0.06, 0.0, 0.04), abs=1e-9)


@pytest.mark.parametrize("right", [True, False])
def test_the_skin_goes_with_its_bones(right: bool) -> None:
    sim = Sim(Scene(), *hand_xml("ann", right=right))
    hand = Hand(sim, "ann", right=right)
    for at in ((0.3, 0.1, 0.2), (-0.2, 0.0, 0.4)):
        hand.point_at(at, (0.0, 1.0, -0.2))
        sim.refresh()
        assert sim.model.nskin == 1
        assert sim.at("ann palm")[1] < at[1]
        for bone in sim.model.skin_bonebodyid:
            assert np.linalg.norm(sim.data.xpos[bone] - at) < 0.2
