from __future__ import annotations

import numpy as np
import pytest

from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.hand_bones import FINGERS, chains
from cotree.simulation.physics.hand_skin import APART, BENT, FLESH, PALM, bone_name, hand_skin
from cotree.simulation.physics.skin import Cone, Skin, skin_of

ARM = Cone("upper", (0.0, 0.0, 0.0), (0.06, 0.0, 0.0), (0.012, 0.010))
FOREARM = Cone("lower", (0.06, 0.0, 0.0), (0.12, 0.0, 0.0), (0.010, 0.008))


def edges(skin: Skin) -> tuple[int, set[int]]:
    """How many edges there are, and how often each is the side of a triangle."""
    sides = np.concatenate([skin.faces[:, pair] for pair in ([0, 1], [1, 2], [2, 0])])
    unique, count = np.unique(np.sort(sides, axis=1), axis=0, return_counts=True)
    return len(unique), {int(each) for each in count}


def volume(skin: Skin) -> float:
    a, b, c = (skin.points[skin.faces[:, i]] for i in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def closed(skin: Skin) -> bool:
    count, uses = edges(skin)
    whole = uses <= {2, 4}  # 4: where two edges of a cell meet in one
    return whole and len(skin.points) - count + len(skin.faces) == 2


def test_a_skin_is_one_closed_surface_that_looks_outward() -> None:
    skin = skin_of([ARM, FOREARM])
    assert closed(skin)
    assert volume(skin) == pytest.approx(np.pi * 0.01**2 * 0.12, rel=0.25)


def test_points_lie_on_the_cone() -> None:
    skin = skin_of([ARM], cell_m=0.002)
    middle = skin.points[(skin.points[:, 0] > 0.01) & (skin.points[:, 0] < 0.05)]
    away = np.linalg.norm(middle[:, 1:], axis=1)
    np.testing.assert_allclose(away, 0.012 - 0.002 * middle[:, 0] / 0.06, atol=4e-4)


def test_a_point_follows_the_bone_below_it_and_at_a_joint_both() -> None:
    skin = skin_of([ARM, FOREARM])
    np.testing.assert_allclose(skin.shares.sum(axis=0), 1.0)
    upper, x = skin.shares[skin.bones.index("upper")], skin.points[:, 0]
    assert (upper[x < 0.02] == 1.0).all()
    assert (upper[x > 0.10] == 0.0).all()
    np.testing.assert_allclose(upper[np.abs(x - 0.06) < 0.003], 0.5, atol=0.25)


@pytest.mark.parametrize("right", [True, False])
def test_the_skin_of_a_hand_is_closed_and_its_fingers_do_not_grow_together(right: bool) -> None:
    skin = hand_skin(right)
    assert closed(skin), "two fingers that touch make a hole between them"
    assert 0.0003 < volume(skin) < 0.001
    assert set(skin.bones) == {PALM} | {bone_name(f, n) for f in FINGERS for n in range(3)}


def test_the_skin_of_a_left_hand_is_the_mirror_of_a_right_one() -> None:
    left, right = hand_skin(False).points, hand_skin(True).points
    np.testing.assert_allclose(left.min(axis=0)[[0, 2]], right.min(axis=0)[[0, 2]], atol=0.002)
    assert left[:, 1].min() == pytest.approx(-right[:, 1].max(), abs=0.002)


def poses(closed: float, spread: float) -> dict[str, Floats]:
    found = {PALM: np.eye(4)}
    for finger, chain in zip(FINGERS, chains(np.eye(4), closed, 1.0, spread), strict=True):
        found.update({bone_name(finger, n): bone for n, bone in enumerate(chain)})
    return found


def moved(skin: Skin, closed: float) -> Floats:
    """Where the points of a right hand's skin are when it is so far closed."""
    before, after = poses(BENT, APART), poses(closed, 1.0)
    total = np.zeros_like(skin.points)
    for bone, shares in zip(skin.bones, skin.shares, strict=True):
        turn = after[bone] @ np.linalg.inv(before[bone])
        total += shares[:, None] * (skin.points @ turn[:3, :3].T + turn[:3, 3])
    return total


@pytest.mark.parametrize("how", [0.0, 0.5, 1.0])
def test_the_skin_stays_around_its_bones_however_the_hand_is_closed(how: float) -> None:
    points = moved(hand_skin(True), how)
    for chain, finger in zip(chains(np.eye(4), how, 1.0), FINGERS.values(), strict=True):
        tip = chain[-1][:3, 3] + chain[-1][:3, 0] * finger.bones[-1]
        near = np.linalg.norm(points - tip, axis=1).min()
        assert near < finger.radius_m
    sleeve = points[:, 0] < min(start[0] for start, _, _ in FLESH)
    assert sleeve.any(), "the wrist goes into the sleeve"
