"""Where joints bring the hand: against what was worked out on paper, and against pinocchio."""

from __future__ import annotations

import math

import numpy as np
import pytest

from cotree.manipulation.reach import ARMS, Chain, UrdfError, chain, installed
from cotree.manipulation.reach.installed import where
from tests.kit.arms import fetch, planar


def model(name: str) -> Chain:
    """A robot's arm, when the package with its model is there."""
    try:
        kind = ARMS[f"{name}_right"]
        return chain(installed(name), kind.base, kind.tip)
    except UrdfError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize(
    ("q", "at", "turn"),
    [
        ((0.0, 0.0), (0.75, 0.0, 1.0), math.pi / 2),
        ((math.pi / 2, 0.0), (0.0, 0.75, 1.0), math.pi),
        ((0.0, math.pi / 2), (0.5, 0.25, 1.0), math.pi),
        ((math.pi / 2, -math.pi / 2), (0.25, 0.5, 1.0), math.pi / 2),
        ((math.pi / 4, math.pi / 4), (0.5 / math.sqrt(2), 0.5 / math.sqrt(2) + 0.25, 1.0), math.pi),
    ],
)
def test_a_planar_arm_is_where_paper_says(
    q: tuple[float, float], at: tuple[float, float, float], turn: float
) -> None:
    tip = planar().forward(np.array(q))[0]
    assert np.allclose(tip[:3, 3], at, atol=1e-12)
    assert np.allclose(tip[:2, 0], (math.cos(turn), math.sin(turn)), atol=1e-12)


def test_a_fetch_like_arm_stretched_out_is_as_long_as_its_parts() -> None:
    tip = fetch().forward(np.zeros(7))[0]
    long = 0.119525 + 0.117 + 0.219 + 0.133 + 0.197 + 0.1245 + 0.1385 + 0.16645
    assert np.allclose(tip[:3, 3], (long, 0.0, 0.34858 + 0.06))
    assert np.allclose(tip[:3, :3], np.eye(3))


def test_a_fetch_like_arm_with_a_bent_elbow_reaches_down() -> None:
    q = np.zeros(7)
    q[3] = math.pi / 2
    tip = fetch().forward(q)[0]
    upper, lower = 0.119525 + 0.117 + 0.219 + 0.133, 0.197 + 0.1245 + 0.1385 + 0.16645
    assert np.allclose(tip[:3, 3], (upper, 0.0, 0.40858 - lower))


def test_the_pr2_stretched_out_is_as_long_as_its_parts() -> None:
    tip = model("pr2").forward(np.zeros(7))[0]
    assert np.allclose(tip[:3, 3], (0.1 + 0.4 + 0.321 + 0.18, -0.188, 0.0), atol=1e-9)


def test_the_lever_is_the_slope_of_the_motion() -> None:
    arm = fetch()
    q = np.linspace(-0.6, 0.9, 7)
    _, at, places, axes = arm.walk(q)
    lever = arm.jacobian(at, places, axes)[0]
    for i in range(7):
        step = np.zeros(7)
        step[i] = 1e-6
        moved = arm.forward(q + step)[0] - arm.forward(q - step)[0]
        assert np.allclose(moved[:3, 3] / 2e-6, lever[:3, i], atol=1e-6)


@pytest.mark.parametrize("name", ["pr2", "baxter"])
def test_every_hand_is_where_pinocchio_says(name: str) -> None:
    pinocchio = pytest.importorskip("pinocchio")
    arm = model(name)
    theirs = pinocchio.buildModelFromUrdf(str(where(name)))
    data = theirs.createData()
    dice = np.random.default_rng(3)
    for q in arm.low + dice.random((20, len(arm))) * (arm.high - arm.low):
        full = pinocchio.neutral(theirs)
        for joint, value in zip(arm.names, q, strict=True):
            place = theirs.joints[theirs.getJointId(joint)]
            turn = (math.cos(value), math.sin(value))
            full[place.idx_q : place.idx_q + place.nq] = turn if place.nq == 2 else value
        pinocchio.framesForwardKinematics(theirs, data, full)
        base, tip = (data.oMf[theirs.getFrameId(link)] for link in (arm.base, arm.tip))
        assert np.allclose((base.inverse() * tip).homogeneous, arm.forward(q)[0], atol=1e-12)


def test_endless_joints_go_on_from_the_other_side_and_others_stop() -> None:
    arm = fetch()
    q = np.zeros(7)
    q[0], q[2] = 9.0, math.pi + 0.1
    inside = arm.inside(q)
    assert inside[0] == arm.high[0]
    assert math.isclose(inside[2], -math.pi + 0.1)
