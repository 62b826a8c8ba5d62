"""``cotree perceive``: what it prints, what it draws, and one line for whatever is wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cotree.cli import main
from cotree.perception.blind import Blind
from cotree.perception.camera import looking
from cotree.perception.footage.messages import IMAGE, INFO
from cotree.perception.frame import Frame, frame_of
from cotree.perception.glance import Senses, drawn
from cotree.perception.glance.telling import lines
from cotree.perception.hands.landmarks import Landmarker
from tests.kit import bags
from tests.kit.pictures.reaching import camera, draw, film
from tests.kit.pictures.scene import Box, Card, Scene

WHERE = ("--from", "0", "-0.85", "1.55", "--at", "0", "0.05", "0.78", "--focal", "580")


@dataclass(frozen=True)
class Pictures:
    """A reach over a table with seven things and a marker, as files."""

    folder: Path
    image: Path
    depth: Path
    bag: Path


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory, cv2: ModuleType) -> Pictures:
    folder = tmp_path_factory.mktemp("pictures")
    dice = np.random.default_rng(3)
    frames = [frame for frame, _ in zip(film(draw(dice), dice), range(4), strict=False)][1:]
    rgb, depth = frames[-1][1], frames[-1][2]
    image = folder / "reach.png"
    image.write_bytes(cv2.imencode(".png", rgb[..., ::-1])[1].tobytes())
    np.save(folder / "reach.npy", depth)
    entries: list[bags.Entry] = [("/head/camera_info", INFO, 0.0, bags.info(0.0, 640, 480, 580.0))]
    for t_s, rgb, depth in frames:
        deep = (depth * 1000).astype("<u2").tobytes()
        entries += [
            ("/head/depth", IMAGE, t_s, bags.image(t_s + 9, 640, 480, "16UC1", deep)),
            ("/head/image", IMAGE, t_s, bags.image(t_s + 9, 640, 480, "rgb8", rgb.tobytes())),
        ]
    entries = [(topic, type_, t_s + 9, data) for topic, type_, t_s, data in entries]
    return Pictures(folder, image, folder / "reach.npy", bags.mcap(folder / "reach.mcap", entries))


def perceive(*words: object) -> int:
    return main(["perceive", *map(str, words)])


def test_hands_and_things_of_an_image_are_told_and_drawn(
    pictures: Pictures, landmarker: Landmarker, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    cv2: ModuleType,
) -> None:  # fmt: skip
    code = perceive(pictures.image, "--depth", pictures.depth, *WHERE, "--out", tmp_path)
    out = capsys.readouterr().out.splitlines()
    assert code == 0
    assert [line.split()[0] for line in out] == ["hand"] + ["thing"] * 7 + ["8"]
    assert out[-1] == f"8 found in 1 picture; drawn: {tmp_path / 'reach.seen.png'}"
    before, after = cv2.imread(str(pictures.image)), cv2.imread(str(tmp_path / "reach.seen.png"))
    assert before.shape == after.shape
    changed = np.abs(before.astype(int) - after).max(axis=2) > 30
    assert 0.005 < changed.mean() < 0.2


def test_one_json_document_has_everything(
    pictures: Pictures, landmarker: Landmarker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert perceive(pictures.bag, *WHERE, "--json", "--out", tmp_path) == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert captured.err == ""
    assert told["kind"] == "bag"
    assert [round(frame["t_s"], 3) for frame in told["frames"]] == [0.0, 0.067, 0.133]
    last = told["frames"][-1]
    assert len(last["hands"][0]["landmarks"]) == 21
    assert last["hands"][0]["palm"][2] > 0.75
    assert len(last["things"]) == 7
    assert told["drawn"] == str(tmp_path / "reach.seen.mp4")
    assert Path(told["drawn"]).stat().st_size > 1000


def test_without_the_cameras_place_hands_are_told_and_why_things_are_not(
    pictures: Pictures, landmarker: Landmarker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert perceive(pictures.image, "--depth", pictures.depth, "--out", tmp_path) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("hand ")
    assert captured.err == (
        "things are found on a level table: say where the camera is, such as "
        "--from 0 -0.8 1.5 --at 0 0 0.8\n"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("text.png",), "text.png: is no image, video or bag that can be read"),
        (("nowhere.png",), "nowhere.png: there is no such file"),
        (("one.png",), "one.png: the image is 1 x 1; 16 px is the least"),
        (("good.png", "--depth", "empty.npy"), "good.png: the depth is empty"),
        (("good.png", "--depth", "nan.npy"), "good.png: the depth is empty"),
        (
            ("good.png", "--depth", "small.npy"),
            "good.png: the depth is 2 x 2 and the image 64 x 48",
        ),
        (("good.png", "--from", "0", "0", "1"), "--from and --at go together"),
        (
            ("good.png", "--from", "0", "0", "1", "--at", "0", "0", "1"),
            "--from and --at are the sa",
        ),
        (("good.png", "--from", "nan", "0", "1", "--at", "0", "0", "0"), "good.png: the camera's"),
        (("good.png", "--focal", "0"), "--focal 0: pixels, more than 0"),
        (("good.png", "--marker", "-1"), "the side of a marker must be given, in metres"),
        (("good.png", "--dictionary", "4X4_5"), "no ArUco dictionary '4X4_5'; did you mean"),
        (("good.png", "--out", "text.png"), "text.png: cannot be made: File exists"),
        ((".",), ".: is a folder without a bag"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    tmp_path: Path, cv2: ModuleType, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("text.png").write_text("hello")
    for name, size in (("one.png", (1, 1, 3)), ("good.png", (48, 64, 3))):
        Path(name).write_bytes(cv2.imencode(".png", np.zeros(size, np.uint8))[1].tobytes())
    np.save("empty.npy", np.zeros((48, 64), np.float32))
    np.save("nan.npy", np.full((48, 64), np.nan))
    np.save("small.npy", np.ones((2, 2)))
    assert perceive(*words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(why)
    assert captured.err.count("\n") == 1


def test_a_bag_that_was_cut_off_is_told_as_far_as_it_goes(
    pictures: Pictures, landmarker: Landmarker, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(pictures.bag.read_bytes()[: pictures.bag.stat().st_size * 3 // 5])
    assert perceive(cut, "--out", tmp_path) == 2
    captured = capsys.readouterr()
    assert "found in" in captured.out
    assert "cut.mcap: was cut off after" in captured.err.splitlines()[-1]


class Blinded:
    """A finder of hands that finds none, ever."""

    def find(self, frame: Frame) -> Blind:
        return Blind("dark")

    def close(self) -> None:
        pass


def test_a_sense_that_is_blind_says_so_and_the_others_go_on(cv2: ModuleType) -> None:
    view = camera()
    box = Box((0.1, 0.0, 0.75), (0.06, 0.06, 0.1), (200, 30, 30))
    frame = frame_of(0.0, *Scene(things=[box]).seen(view, np.random.default_rng(0)), view)
    assert isinstance(frame, Frame)
    glance = Senses(Blinded(), Blind("no markers here")).look(frame)
    assert glance.blind == {"hands": "dark", "markers": "no markers here"}
    assert len(glance) == len(glance.things) == 1


def test_markers_are_told_and_framed(cv2: ModuleType) -> None:
    from cotree.perception.markers import Detector, open_markers

    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    white = np.pad(cv2.aruco.generateImageMarker(words, 7, 120), 30, constant_values=255)
    view = looking((0.0, -0.5, 1.3), (0.0, 0.0, 0.8))
    card = Card((0.0, 0.0, 0.8), (1.0, 0.0, 0.0), (0.0, -1.0, 0.0), 0.075, white)
    frame = frame_of(0.0, *Scene(things=[card]).seen(view, np.random.default_rng(0)), view)
    assert isinstance(frame, Frame)
    detector = open_markers(0.05)
    assert isinstance(detector, Detector)
    glance = Senses(Blind("off"), detector).look(frame, things=False)
    (line,) = lines(glance)
    assert line.split()[:5] == ["marker", "7", "at", "pixel", "320"]
    assert line.endswith("m, 0.71 m away")
    image = drawn(frame, glance, cv2)
    u, v = glance.markers[0].corners[0]
    assert image[round(v), round(u)].tolist() == pytest.approx([255, 176, 0], abs=12)
