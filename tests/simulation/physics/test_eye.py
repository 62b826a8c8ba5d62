from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from cotree.simulation.physics.cameras import REAL, Camera
from cotree.simulation.physics.eye import Eye
from cotree.simulation.physics.missing import PhysicsError
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.shapes import HOUSEHOLD
from cotree.simulation.physics.sim import Sim

FRONT = Camera("front", (0.0, -1.0, 0.8), (0.0, 0.0, 0.0), width=320, height=240, noise=REAL)
ABOVE = Camera("above", (0.0, 0.0, 1.0), (0.0, 0.0, 0.0), up=(0, 1, 0), width=160, height=120)


@pytest.fixture(scope="module")
def eye() -> Iterator[Eye]:
    things = {
        "apple": (HOUSEHOLD["apple"], (0.2, 0.1, 0.001)),
        "sugar": (HOUSEHOLD["sugar"], (-0.2, 0.0, 0.001)),
    }
    sim = Sim(Scene(things, cameras=(FRONT, ABOVE)))
    with Eye(sim, seed=3) as eye:
        yield eye


@pytest.mark.parametrize("camera", ["front", "above"])
@pytest.mark.parametrize(("thing", "x", "y"), [("apple", 0.2, 0.1), ("sugar", -0.2, 0.0)])
def test_depth_is_where_the_thing_is(eye: Eye, camera: str, thing: str, x: float, y: float) -> None:
    cloud = eye.perfect(camera).cloud(eye.mask(camera, thing))
    assert len(cloud) > 30
    np.testing.assert_allclose(cloud.mean(axis=0)[:2], (x, y), atol=0.05)
    assert cloud[:, 2].min() > -0.005
    assert cloud[:, 2].max() < 0.175


def test_the_table_lies_at_height_0(eye: Eye) -> None:
    frame = eye.perfect("above")
    middle = frame.cloud()[np.linalg.norm(frame.cloud()[:, :2], axis=1) < 0.05]
    np.testing.assert_allclose(middle[:, 2], 0.0, atol=0.002)


def test_colours_are_those_of_the_things(eye: Eye) -> None:
    red, green, blue = eye.perfect("front").rgb[eye.mask("front", "apple")].mean(axis=0)
    assert red > 2 * green
    assert red > 2 * blue


def test_two_pictures_differ_by_noise_and_two_eyes_do_not(eye: Eye) -> None:
    first, second = eye.look("front"), eye.look("front")
    assert (first.depth_m != second.depth_m).any()
    assert (first.depth_m == 0).mean() > 0.005
    sim = Sim(Scene(eye._sim.scene.things, cameras=(FRONT, ABOVE)))
    with Eye(sim, seed=3) as other:
        same = other.look("front")
    assert same.depth_m.tobytes() == first.depth_m.tobytes()
    assert same.rgb.tobytes() == first.rgb.tobytes()


def test_a_camera_that_is_not_there_is_named_with_those_that_are(eye: Eye) -> None:
    with pytest.raises(PhysicsError, match="no camera 'side' in this scene; there is: front, abo"):
        eye.look("side")
