"""Each thing that can be missing or broken before eyes and hands is one clear line, at its door."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cotree.manipulation.grasps import PR2, grasps
from cotree.manipulation.reach import UrdfError, chain, installed
from cotree.manipulation.reach.installed import from_file
from cotree.perception.blind import Blind
from cotree.perception.camera import Camera, looking
from cotree.perception.footage import FootageError, open_footage
from cotree.perception.frame import Frame, frame_of
from cotree.perception.glance import open_senses
from cotree.perception.hands import open_landmarker
from cotree.perception.markers import open_markers
from cotree.perception.objects import things_in
from cotree.perception.speech import open_cutter, open_ears

PICTURE = np.zeros((48, 64, 3), np.uint8)
VIEW = looking((0.0, -1.0, 1.5), (0.0, 0.0, 0.75))


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Python as if no extra were installed."""
    load = importlib.import_module
    heavy = ("cv2", "mediapipe", "pocketsphinx", "mujoco")

    def without(name: str, package: str | None = None) -> ModuleType:
        if name.split(".")[0] in heavy:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return load(name, package)

    monkeypatch.setattr(importlib, "import_module", without)


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(
    ("open_", "package", "extra"),
    [
        (lambda: open_markers(0.05), "cv2", "perception"),
        (lambda: things_in(frame(np.ones((48, 64)))), "cv2", "perception"),
        (open_ears, "pocketsphinx", "speech"),
        (open_cutter, "pocketsphinx", "speech"),
    ],
)
def test_without_its_package_a_sense_says_what_to_install(
    open_: Callable[[], object], package: str, extra: str
) -> None:
    assert open_() == Blind(f"{package} is not here: pip install 'cotree[{extra}]'")


def frame(depth: object) -> Frame:
    found = frame_of(0.0, PICTURE, depth, VIEW)
    assert isinstance(found, Frame)
    return found


@pytest.mark.usefixtures("nothing_installed")
def test_without_any_package_the_senses_are_open_and_blind_each_with_its_reason() -> None:
    with_nothing = open_senses()
    assert not isinstance(with_nothing, Blind)
    glance = with_nothing.look(frame(np.ones((48, 64))))
    assert set(glance.blind) == {"hands", "markers", "things"}
    assert all("pip install 'cotree[perception]'" in why for why in glance.blind.values())
    with_nothing.close()


@pytest.mark.usefixtures("nothing_installed")
def test_without_opencv_a_picture_cannot_be_read_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"x")
    with pytest.raises(FootageError, match="read with OpenCV, and cv2 is not here: pip install"):
        open_footage(tmp_path / "a.png")


@pytest.mark.parametrize(
    ("image", "depth", "camera", "why"),
    [
        (PICTURE[:1, :1], None, VIEW, "the image is 1 x 1; 16 px is the least"),
        (None, None, VIEW, "the image is no array of bytes"),
        (PICTURE, np.zeros((48, 64)), VIEW, "the depth is empty"),
        (PICTURE, np.full((48, 64), np.nan), VIEW, "the depth is empty"),
        (PICTURE, np.ones((24, 32)), VIEW, "the depth is 32 x 24 and the image 64 x 48"),
        (PICTURE, None, Camera(np.nan, 1.0, 0.0, 0.0), "the camera's fx and fy must be positive"),
    ],
)
def test_a_wrong_camera_has_one_reason(
    image: object, depth: object, camera: Camera, why: str
) -> None:
    found = frame_of(0.0, image, depth, camera)
    assert isinstance(found, Blind)
    assert found.reason.startswith(why)
    assert "\n" not in found.reason


def test_an_absent_or_a_wrong_model_of_hands_has_one_reason(tmp_path: Path) -> None:
    (tmp_path / "wrong.task").write_bytes(b"x")
    for name, why in (("absent.task", "cannot be read"), ("wrong.task", "is not the hand model")):
        found = open_landmarker(tmp_path / name)
        assert isinstance(found, Blind)
        assert why in found.reason
        assert "\n" not in found.reason


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<robot", "arm.urdf: not XML: "),
        ("<mujoco/>", "arm.urdf: the root is <mujoco>, <robot> is right"),
        ("<robot name='r'/>", "arm.urdf: has no <link>"),
        ("<robot name='r'><link name='a'/></robot>", "r: no link 'b'; "),
    ],
)
def test_a_broken_urdf_has_one_reason(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "arm.urdf").write_text(text)
    with pytest.raises(UrdfError) as wrong:
        chain(from_file(tmp_path / "arm.urdf"), "a", "b")
    assert str(wrong.value).startswith(why)
    assert "\n" not in str(wrong.value)


def test_without_the_package_of_models_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "files", absent)
    with pytest.raises(UrdfError, match="pr2: needs its model; pip install example-robot-data"):
        installed("pr2")


@pytest.mark.parametrize(
    ("cloud", "code"),
    [
        (np.zeros((0, 3)), "empty_cloud"),
        (np.full((50, 3), np.nan), "no_depth"),
        (np.zeros((1, 1)), "bad_cloud"),
        (np.ones((5, 3)), "few_points"),
    ],
)
def test_a_cloud_that_is_none_has_one_reason(cloud: object, code: str) -> None:
    found = grasps(np.asarray(cloud), (0.0, 0.0, 1.0), PR2)
    assert found.score == 0.0
    assert found.reason is not None
    assert found.reason.code == code
