"""mediapipe finds the hands of people in the world with forces: open, half closed, and fists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from cotree.core.frames import hand_pose, point_of
from cotree.perception.blind import Blind
from cotree.perception.camera import Camera
from cotree.perception.frame import Frame, frame_of
from cotree.perception.hands.landmarks import PALM, Landmarker
from cotree.perception.hands.palm import Palm, palm_of
from cotree.simulation.physics.cameras import REAL, Floats
from cotree.simulation.physics.cameras import Camera as Looks
from cotree.simulation.physics.cameras import Frame as Picture
from cotree.simulation.physics.eye import Eye
from cotree.simulation.physics.hand import Hand, hand_xml, landmarks
from cotree.simulation.physics.missing import NO_GL, have_mujoco, usual_gl
from cotree.simulation.physics.scene import Scene, Table
from cotree.simulation.physics.sim import Sim

VIEWS = {"low": (-1.0, 0.7, -1.0), "high": (-0.6, 1.0, -1.0), "away": (-0.6, 1.0, 1.0)}
"""Where the camera is, and whether fingers point to it (-1) or away."""
KINDS = {"open": (0.0, 0.2), "half closed": (0.45, 0.55), "fist": (0.9, 1.0)}
"""How far fingers are closed."""


@pytest.fixture(scope="module")
def eye() -> Iterator[tuple[Eye, Hand]]:
    if not have_mujoco():
        pytest.skip("needs cotree[physics]")
    if usual_gl() == NO_GL:
        pytest.skip("pictures need libEGL")
    cameras = tuple(
        Looks(name, (0.0, y, z), (0.0, 0.0, 0.0), noise=REAL) for name, (y, z, _) in VIEWS.items()
    )
    sim = Sim(Scene(table=Table(half_x=0.8, half_y=0.6), cameras=cameras), *hand_xml("ann"))
    with Eye(sim, seed=1) as found:
        yield found, Hand(sim, "ann")


def wrist(dice: np.random.Generator, side: float) -> Floats:
    """A hand that reaches over the table."""
    yaw = dice.uniform(-0.8, 0.8)
    ahead = np.array((np.sin(yaw), side * np.cos(yaw), dice.uniform(-0.3, 0.1)))
    at = np.array([dice.uniform(-0.3, 0.3), dice.uniform(-0.2, 0.2), dice.uniform(0.05, 0.12)])
    return hand_pose(at, ahead, np.cross((0.0, 0.0, 1.0), ahead))


def frame(t_s: float, picture: Picture) -> Frame:
    k, pose = picture.intrinsics, picture.pose
    at, right, down, ahead = (point_of(pose[:3, i]) for i in (3, 0, 1, 2))
    camera = Camera(k.fx, k.fy, k.cx, k.cy, at, right, down, ahead)
    found = frame_of(t_s, picture.rgb, picture.depth_m, camera)
    assert isinstance(found, Frame)
    return found


@pytest.mark.parametrize("count", [12, pytest.param(80, marks=pytest.mark.soak)])
def test_rendered_hands_are_found_where_they_are(
    landmarker: Landmarker, eye: tuple[Eye, Hand], count: int
) -> None:
    dice = np.random.default_rng(7)
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for number in range(count):
        for place, (kind, closed) in enumerate(KINDS.items()):
            t_s = 1000.0 + 10.0 * (len(KINDS) * number + place)
            found[kind] += palm_errors(landmarker, eye, dice, t_s, number, closed)
    counts = {kind: len(errors) for kind, errors in found.items()}
    errors = [error for each in found.values() for error in each]
    assert len(errors) >= 0.95 * count * len(KINDS), counts
    assert min(counts.values()) >= 0.85 * count, counts
    assert float(np.median(errors)) < 0.015
    assert max(errors) < 0.030


def palm_errors(
    landmarker: Landmarker,
    eye: tuple[Eye, Hand],
    dice: np.random.Generator,
    t_s: float,
    number: int,
    closed: tuple[float, float],
) -> list[float]:
    """How far off the palms are that are found where there is one hand."""
    looks, hand = eye
    view = list(VIEWS)[number % len(VIEWS)]
    pose, how = wrist(dice, VIEWS[view][2]), dice.uniform(*closed)
    hand.lead(pose, how)
    looks._sim.refresh()
    picture = frame(t_s, looks.look(view))
    landmarker.find(picture)  # in a video the hand before is looked for first
    picture = replace(picture, t_s=picture.t_s + 0.1)
    hands = landmarker.find(picture)
    assert not isinstance(hands, Blind)
    truth = landmarks(pose, how)[list(PALM)].mean(axis=0)
    errors = []
    for palm in (palm_of(each, picture) for each in hands):
        assert isinstance(palm, Palm)
        errors.append(float(np.linalg.norm(np.subtract(palm.at, truth))))
    return errors
