"""Shots of a running world, developed beside it and far from it."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from cotree.core.mission import Mission, World
from cotree.core.senses import CameraModel
from cotree.perception.sources.model import camera_of
from cotree.simulation.physics.body import PhysicsBody
from cotree.simulation.physics.cameras import drawn, drawn_cameras
from cotree.simulation.physics.darkroom import Darkroom, plates_of, shot_of
from cotree.simulation.physics.hand import OVER_M
from cotree.trees.reading import loads
from tests.kit.seeing import draws

pytestmark = draws
CEILING = CameraModel((0.0, 0.3, 1.4), (0.0, 0.3, 0.0), size=(320, 240))
TEXT = """\
mission: m
team:
  pr2: {robot: pr2_right_arm, at: [-0.5, -0.2]}
  ann: {person: {watched_by: [pr2]}, at: [0.5, 0.3]}
world:
  physics: true
  places: {tray: [-0.4, 0.5]}
  objects: {apple: [0.1, 0.3], cup: [-0.2, 0.2]}
  cameras: {ceiling: {at: [0, 0.3, 1.4], looks_at: [0, 0.3], size: 320x240}}
task: {then: [{place: {object: apple, at: tray}}]}
"""


@pytest.fixture(scope="module")
def mission() -> Mission:
    return loads(TEXT)


@pytest.fixture(scope="module")
def body(mission: Mission) -> PhysicsBody:
    return PhysicsBody(mission)


@pytest.fixture(scope="module")
def room(body: PhysicsBody) -> Iterator[Darkroom]:
    room = Darkroom(plates_of(body, 3))
    yield room
    room.close()


def test_a_camera_sees_as_perception_believes(room: Darkroom, body: PhysicsBody) -> None:
    """What both sides make of the same YAML must agree, or all that is seen is in a wrong place."""
    model = drawn("ceiling", CEILING).intrinsics()
    pinhole = camera_of(CEILING)
    assert (model.fx, model.cx, model.cy) == pytest.approx((pinhole.fx, pinhole.cx, pinhole.cy))
    ((u, v),) = pinhole.pixels(np.array([(0.1, 0.3, 0.04)]))
    red, green, blue = room.develop(shot_of(body, 0.0, {}), "ceiling").rgb[int(v), int(u)]
    assert int(red) > 2 * max(green, blue), "the apple is where it should be"


def test_to_photograph_changes_nothing(room: Darkroom, body: PhysicsBody) -> None:
    before = body.sim.state()
    room.develop(shot_of(body, 0.0, {"ann": (0.2, 0.3, 0.0)}), "ceiling")
    assert body.sim.state().tobytes() == before.tobytes()


def test_a_hand_is_where_it_was_at_the_moment_of_the_shot(
    room: Darkroom, body: PhysicsBody
) -> None:
    far = room.develop(shot_of(body, 0.0, {"ann": (0.45, 0.3, 0.0)}), "ceiling")
    near = room.develop(shot_of(body, 0.1, {"ann": (-0.1, 0.4, 0.0)}), "ceiling")
    ((u, v),) = camera_of(CEILING).pixels(np.array([(-0.1, 0.4, OVER_M)]))
    assert near.t_s == 0.1
    patch = (slice(int(v) - 2, int(v) + 3), slice(int(u) - 2, int(u) + 3))
    assert np.median(far.depth_m[patch]) - np.median(near.depth_m[patch]) > 0.08


def test_elsewhere_the_same_shot_gives_the_same_picture(body: PhysicsBody) -> None:
    plates = plates_of(body, 3)
    shot = shot_of(body, 0.0, {"ann": (0.2, 0.3, 0.0)})
    here = Darkroom(plates)
    there = Darkroom(pickle.loads(pickle.dumps(plates)))
    one, other = here.develop(shot, "ceiling"), there.develop(shot, "ceiling")
    here.close()
    there.close()
    assert one.rgb.tobytes() == other.rgb.tobytes()
    assert one.depth_m.tobytes() == other.depth_m.tobytes()


def test_only_cameras_without_a_source_are_drawn() -> None:
    filmed = CameraModel((0.0, 0.0, 1.0), (0.0, 0.3, 0.0), source="film.mp4")
    world = World(cameras={"ceiling": CEILING, "film": filmed})
    assert [camera.name for camera in drawn_cameras(world.cameras)] == ["ceiling"]


def test_noise_is_so_many_times_that_of_a_real_camera() -> None:
    perfect = drawn("c", CameraModel((0.0, 0.0, 1.0), (0.0, 0.3, 0.0), noise=0.0)).noise
    twice = drawn("c", CameraModel((0.0, 0.0, 1.0), (0.0, 0.3, 0.0), noise=2.0)).noise
    once = drawn("c", CameraModel((0.0, 0.0, 1.0), (0.0, 0.3, 0.0))).noise
    assert (perfect.colour, perfect.depth_m, perfect.holes, perfect.edge_m) == (0, 0, 0, 0)
    assert twice.depth_m == 2 * once.depth_m > 0
