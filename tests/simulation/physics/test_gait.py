from __future__ import annotations

import itertools
import math

import pytest

from cotree.simulation.physics.gait import (
    HEIGHT_M,
    PERIOD_S,
    REACH_M,
    STRAIGHT_M,
    WIDE_M,
    Feel,
    Pace,
    Trot,
    leg_angles,
)
from cotree.simulation.physics.quadruped_model import HIP_M, HIP_X_M, LEGS, LINK_M

Foot = tuple[float, float, float]
STEP_S = 0.01


def foot_of(hip: float, thigh: float, knee: float) -> Foot:
    """Where a foot is, seen from its hip: what the model's joints make of angles."""
    ahead = -LINK_M * (math.sin(thigh) + math.sin(thigh + knee))
    down = LINK_M * (math.cos(thigh) + math.cos(thigh + knee))
    return (ahead, math.sin(hip) * down, -math.cos(hip) * down)


def feet(angles: list[float]) -> dict[str, Foot]:
    """Where all feet are, seen from the middle of the trunk."""
    found = {}
    for number, (leg, front, side) in enumerate(LEGS):
        hip, thigh, knee = angles[3 * number : 3 * number + 3]
        x, y, z = foot_of(hip, thigh, knee)
        found[leg] = (x + HIP_X_M * front, y + HIP_M * side, z)
    return found


def trotted(steps: int, wish: Pace, feel: Feel) -> list[dict[str, Foot]]:
    trot = Trot()
    return [feet(trot.step(STEP_S, wish, feel)) for _ in range(steps)]


def stand(at: dict[str, Foot]) -> set[str]:
    return {leg for leg, (_, _, z) in at.items() if z < 1e-6 - HEIGHT_M}


@pytest.mark.parametrize("front", [1, -1])
@pytest.mark.parametrize("foot", [(0.0, 0.0, -0.28), (0.1, 0.05, -0.25), (-0.12, -0.1, -0.3)])
def test_the_angles_of_a_leg_bring_its_foot_there(front: int, foot: Foot) -> None:
    angles = leg_angles(front, foot)
    assert foot_of(*angles) == pytest.approx(foot, abs=1e-9)
    assert angles[2] * front < 0, "knees point to the middle of the robot"


def test_a_foot_that_is_out_of_reach_stretches_the_leg_towards_it() -> None:
    x, _, z = foot_of(*leg_angles(1, (0.5, 0.0, -0.5)))
    assert math.hypot(x, z) == pytest.approx(STRAIGHT_M)
    assert x == pytest.approx(-z)


def test_two_legs_across_from_each_other_stand_while_the_other_two_swing() -> None:
    seen = [stand(each) for each in trotted(40, Pace(0.5), Feel(Pace(0.5)))]
    one, other = {"front left", "hind right"}, {"front right", "hind left"}
    assert all(each in (one, other, one | other) for each in seen)
    seen = [each for each in seen if each != one | other]
    changes = sum(a != b for a, b in itertools.pairwise(seen))
    assert changes == pytest.approx(2 * 40 * STEP_S / PERIOD_S, abs=1)


def test_who_does_not_move_steps_on_the_spot_with_feet_outside_of_the_hips() -> None:
    for at in trotted(40, Pace(), Feel()):
        for leg, front, side in LEGS:
            x, y, _ = at[leg]
            assert (x, y) == pytest.approx((HIP_X_M * front, (HIP_M + WIDE_M) * side), abs=1e-9)


def test_feet_on_the_ground_go_back_as_fast_as_the_trunk_goes_ahead_and_turns() -> None:
    wish = Pace(0.6, 0.1, 0.5)
    one, other = trotted(42, wish, Feel(wish))[-2:]
    both = stand(one) & stand(other)
    assert len(both) == 2
    for leg in both:
        (x, y, _), (x2, y2, _) = one[leg], other[leg]
        assert (x2 - x) / STEP_S == pytest.approx(-0.6 + 0.5 * y, abs=1e-6)
        assert (y2 - y) / STEP_S == pytest.approx(-0.1 - 0.5 * x, abs=1e-6)


def farthest(now_m_s: float) -> float:
    seen = trotted(60, Pace(0.4), Feel(Pace(now_m_s)))
    return max(at["front left"][0] for at in seen) - HIP_X_M


def test_a_trunk_that_is_too_fast_is_caught_by_longer_steps_that_no_leg_overstretches() -> None:
    assert farthest(0.4) < farthest(0.7) <= farthest(3.0) == pytest.approx(REACH_M[0], abs=1e-3)


def test_legs_are_stretched_where_the_trunk_is_low() -> None:
    rolled = trotted(20, Pace(), Feel(tilt=(0.2, 0.0)))[-1]  # the right side is low
    nose_down = trotted(20, Pace(), Feel(tilt=(0.0, 0.2)))[-1]
    for at, low in ((rolled, "right"), (nose_down, "front")):
        below = {leg: z for leg, (_, _, z) in at.items() if z < 0.02 - HEIGHT_M}
        lowest = min(below, key=lambda leg: below[leg])
        assert low in lowest
        assert below[lowest] < -HEIGHT_M
