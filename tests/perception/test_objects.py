from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from cotree.perception.blind import Blind
from cotree.perception.camera import Camera, looking
from cotree.perception.frame import Frame, frame_of
from cotree.perception.objects import Look, Plane, Seen, coloured, level, table_in, things_in
from cotree.perception.objects.looks import Alike, names_of
from tests.kit.pictures.reaching import COLOURS, draw
from tests.kit.pictures.scene import Box, Can, Scene

CAMERA = looking((0.0, -0.85, 1.55), (0.0, 0.05, 0.78))
BOX = Box((0.1, 0.0, 0.75), (0.06, 0.06, 0.1), COLOURS["cup"])


def frame(scene: Scene, seed: int | None = 0, camera: Camera = CAMERA) -> Frame:
    dice = None if seed is None else np.random.default_rng(seed)
    found = frame_of(float(seed or 0), *scene.seen(camera, dice), camera)
    assert isinstance(found, Frame)
    return found


def looks(cv2: ModuleType) -> list[Look]:
    return [coloured(name, *colour, cv2) for name, colour in COLOURS.items()]


def seen(at: Frame, *args: object, **kwargs: object) -> Seen:
    found = things_in(at, *args, **kwargs)  # type: ignore[arg-type]
    assert isinstance(found, Seen), found
    return found


def test_seven_things_are_found_named_and_where_they_are(cv2: ModuleType) -> None:
    known, errors, doubts = looks(cv2), [], []
    for seed in range(4):
        things = draw(np.random.default_rng(seed)).things
        found = seen(frame(Scene(things=list(things.values())), seed), known)
        assert sorted(thing.name for thing in found.things) == sorted(things)
        for thing in found.things:
            error = np.subtract(thing.at[:2], things[thing.name].foot[:2])
            errors.append(float(np.linalg.norm(error)))
            doubts.append(error @ np.linalg.inv(np.array(thing.covariance)[:2, :2]) @ error)
    assert float(np.mean(errors)) < 0.008
    assert max(errors) < 0.025
    assert float(np.mean(doubts)) < 2.0, "the covariance is too small"


def test_the_extent_and_the_height_are_those_of_the_thing(cv2: ModuleType) -> None:
    (thing,) = seen(frame(Scene(things=[BOX]))).things
    assert thing.size == pytest.approx(BOX.size, abs=0.012)
    assert thing.at[2] == pytest.approx(0.80, abs=0.006)


def test_a_low_camera_is_less_sure_along_its_line_of_sight(cv2: ModuleType) -> None:
    low = looking((0.1, -1.2, 0.9), (0.1, 0.0, 0.78))
    (thing,) = seen(frame(Scene(things=[BOX]), camera=low)).things
    assert thing.covariance[1][1] > 2 * thing.covariance[0][0]


def test_a_table_is_found_a_little_tilted_and_noisy() -> None:
    found = table_in(frame(Scene()))
    assert isinstance(found, Plane)
    assert found.offset_m == pytest.approx(0.75, abs=0.003)
    assert found.normal[2] > 0.999


def test_without_a_level_surface_there_is_no_table() -> None:
    wall = looking((0.0, 0.0, 1.0), (0.0, 1.0, 1.0))
    depth = np.full((480, 640), 1.5, np.float32)
    at = frame_of(0.0, np.zeros((480, 640, 3), np.uint8), depth, wall)
    assert isinstance(at, Frame)
    assert isinstance(table_in(at), Blind)
    high = frame_of(0.0, np.zeros((480, 640, 3), np.uint8), depth, looking((0, 0, 9), (0, 0, 0)))
    assert isinstance(high, Frame)
    assert table_in(high) == Blind("nothing is seen between -0.5 m and 2 m")


def test_without_depth_nothing_is_said(cv2: ModuleType) -> None:
    at = frame_of(0.0, np.zeros((480, 640, 3), np.uint8), None, CAMERA)
    assert isinstance(at, Frame)
    assert things_in(at) == Blind("a table is found by depth: the camera has none")
    assert things_in(at, table=level(0.75)) == Blind(
        "things are found by depth: the camera has none"
    )


def test_what_a_hand_holds_and_what_the_image_cuts_off_is_told_apart(cv2: ModuleType) -> None:
    far = Can((0.62, 0.1, 0.75), 0.04, 0.1, COLOURS["apple"])
    at = frame(Scene(things=[BOX, far]))
    assert len(seen(at).things) == 2
    assert [thing.cut for thing in seen(at, hands=[(0.1, 0.0, 0.87)]).things] == [True]


def test_a_thing_that_is_not_known_has_no_name(cv2: ModuleType) -> None:
    at = frame(Scene(things=[Box((0, 0, 0.75), (0.06, 0.06, 0.1), (170, 40, 200))]))
    assert [thing.name for thing in seen(at, looks(cv2)).things] == [""]


def test_two_alike_are_neither(cv2: ModuleType) -> None:
    one, other = coloured("one", 200, 30, 30, cv2), coloured("other", 200, 32, 30, cv2)
    assert names_of([one], [one, other], Alike()) == [""]
    assert names_of([one], [one], Alike()) == ["one"]
    assert names_of([one, one], [one], Alike()) == ["one", ""]


def test_a_thing_that_was_learned_is_known_by_its_size_and_its_colours(cv2: ModuleType) -> None:
    small = Can((-0.2, 0.0, 0.75), 0.04, 0.05, COLOURS["cup"])
    tall = Can((0.2, 0.0, 0.75), 0.04, 0.14, COLOURS["cup"])
    first = sorted(seen(frame(Scene(things=[small, tall]))).things, key=lambda each: each.at[0])
    known = [
        Look(name, each.look.lab, each.look.tall_m, each.look.template)
        for name, each in zip(("small", "tall"), first, strict=True)
    ]
    swapped = [
        Can((0.2, 0.05, 0.75), 0.04, 0.05, COLOURS["cup"]),
        Can((-0.2, 0.05, 0.75), 0.04, 0.14, COLOURS["cup"]),
    ]
    found = seen(frame(Scene(things=swapped), 3), known)
    assert {each.name: each.at[0] > 0 for each in found.things} == {"small": True, "tall": False}
