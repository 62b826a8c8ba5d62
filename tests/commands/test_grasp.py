"""``cotree grasp``: what it prints, what it draws, and what is wrong in one line."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from cotree.cli import main
from tests.kit.shapes import EYE, SHAPES, seen

SEEN_FROM = ("--eye", *map(str, EYE.tolist()))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def cloud(shape: str) -> str:
    np.save("cloud.npy", seen(SHAPES[shape], 0.4, noise_m=0.001, points=2000))
    return "cloud.npy"


def test_the_best_grasps_of_every_gripper_are_told_best_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grasp", cloud("sugar box"), *SEEN_FROM]) == 0
    out = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("drawn")]
    assert [line.split()[0] for line in out if line[0] != " "] == ["pr2", "baxter", "fetch"]
    scores = [int(line.split(" at ")[0].split()[-1]) for line in out[:5]]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 60
    assert "mm between the fingers" in out[0]


def test_what_is_too_wide_for_a_gripper_scores_0_and_says_why(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grasp", cloud("apple"), *SEEN_FROM, "--gripper", "pr2"]) == 1
    assert capsys.readouterr().out.startswith("pr2        0  ")
    assert main(["grasp", "cloud.npy", *SEEN_FROM, "--gripper", "baxter", "--gripper", "pr2"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("baxter ")
    assert "pr2        0  " in told


def test_json_has_all_grasps_and_from_where_it_was_seen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grasp", cloud("cube"), "--json", "--gripper", "baxter"]) == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    best = told["grippers"]["baxter"]["grasps"][0]
    assert best["score"] == told["grippers"]["baxter"]["score"] > 50
    assert best["approach"][2] < -0.9
    assert told["eye"][2] > 0.5
    assert "the camera is believed to be at " in captured.err


def test_a_range_that_a_robot_is_forced_to_can_be_lifted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = cloud("sugar box")
    leans = []
    for words in ((), ("--any",)):
        assert main(["grasp", name, *SEEN_FROM, "--json", "--gripper", "pr2", *words]) == 0
        found = json.loads(capsys.readouterr().out)["grippers"]["pr2"]["grasps"]
        leans.append(min(grasp["approach"][2] for grasp in found))
    assert leans[0] > -0.5 > leans[1]


@pytest.mark.senses
def test_the_drawing_shows_each_gripper_from_two_sides(capsys: pytest.CaptureFixture[str]) -> None:
    import cv2

    assert main(["grasp", cloud("orange"), *SEEN_FROM, "--out", "new/a.png"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "drawn: new/a.png"
    picture = cv2.imread("new/a.png")
    assert picture.shape == (3 * 480, 2 * 480, 3)
    green = (picture[..., 1] > 120) & (picture[..., 2] < 130) & (picture[..., 0] < 70)
    assert not green[:480].any(), "the PR2 cannot hold it"
    assert green[480:960, :480].sum() > 100
    assert green[480:960, 480:].sum() > 100


if find_spec("cv2") is None:  # so it is in the fast tier

    def test_without_opencv_the_scores_are_told_all_the_same(
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        assert main(["grasp", cloud("orange"), *SEEN_FROM, "--gripper", "baxter"]) == 0
        captured = capsys.readouterr()
        assert captured.out.startswith("baxter ")
        assert (
            captured.err == "nothing is drawn: cv2 is not here: pip install 'cotree[perception]'\n"
        )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nowhere.ply",), "nowhere.ply: cannot be read: No such file or directory"),
        (("text.png",), "text.png: is no cloud that can be read"),
        (("nan.npy",), "nan.npy: none of its 50 points has a depth"),
        (("zero.npy",), "zero.npy: has 0 points"),
        (("few.npy",), "few.npy: 5 points with a depth; at least 12 are needed"),
        (("room.npy",), "room.npy: the cloud is "),
        (("good.npy", "--eye", "nan", "0", "0"), "good.npy: the camera's place must be three"),
        (("good.npy", "--table", "9"), "good.npy: 0 points above the table; at least 12"),
        (("good.npy", "--out", "a.gif"), "a.gif: the drawing is a .png"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    dice = np.random.default_rng(0)
    Path("text.png").write_text("hello")
    for name, points in (
        ("nan", np.full((50, 3), np.nan)), ("zero", np.zeros((0, 3))), ("few", np.ones((5, 3))),
        ("room", dice.uniform(-3, 3, (500, 3))), ("good", dice.uniform(0, 0.1, (500, 3))),
    ):  # fmt: skip
        np.save(f"{name}.npy", points)
    assert main(["grasp", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(why)
    assert captured.err.count("\n") == 1


def test_gpd_without_ros_or_its_messages_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["grasp", cloud("cube"), *SEEN_FROM, "--gpd"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "ROS 2 is not here" in line or "no package 'gpd_ros' with srv types" in line
