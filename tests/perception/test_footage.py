"""Images, videos and bags as shots; whatever is wrong with them is one line."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from cotree.perception.footage import FootageError, Shot, Wish, open_footage
from cotree.perception.footage.encodings import COLOURS
from cotree.perception.footage.messages import COMPRESSED, IMAGE, INFO
from tests.kit import bags

pytestmark = pytest.mark.usefixtures("cv2")
RED = np.zeros((48, 64, 3), np.uint8)
RED[..., 0] = 200
METRES = np.full((48, 64), 1.25, np.float32)


def shots(place: Path, wish: Wish = Wish()) -> list[Shot]:  # noqa: B008
    return list(open_footage(place, wish).shots)


def png(file: Path, image: object, cv2: ModuleType) -> Path:
    file.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    return file


def video(file: Path, cv2: ModuleType, frames: int = 40) -> Path:
    code = cv2.VideoWriter_fourcc(*("MJPG" if file.suffix == ".avi" else "mp4v"))
    writer = cv2.VideoWriter(str(file), code, 10.0, (64, 48))
    dice = np.random.default_rng(0)
    for _ in range(frames):
        writer.write(dice.integers(0, 255, (48, 64, 3)).astype(np.uint8))
    writer.release()
    return file


def test_an_image_is_one_shot_in_its_own_colours(tmp_path: Path, cv2: ModuleType) -> None:
    (shot,) = shots(png(tmp_path / "red.png", RED[..., ::-1], cv2))
    assert shot.rgb[0, 0].tolist() == [200, 0, 0]
    assert shot.depth is None


@pytest.mark.parametrize("name", ["depth.npy", "depth.png"])
def test_the_depth_beside_an_image_is_metres_or_millimetres(
    tmp_path: Path, cv2: ModuleType, name: str
) -> None:
    image = png(tmp_path / "red.png", RED, cv2)
    depth = tmp_path / name
    if depth.suffix == ".npy":
        np.save(depth, METRES)
    else:
        png(depth, (METRES * 1000).astype(np.uint16), cv2)
    (shot,) = shots(image, Wish(depth=depth))
    assert shot.depth is not None
    assert shot.depth.dtype == (np.float32 if depth.suffix == ".npy" else np.uint16)
    assert float(shot.depth[0, 0]) in (1.25, 1250.0)


@pytest.mark.parametrize("name", ["v.avi", "v.mp4"])
def test_a_video_is_its_frames_with_their_times(tmp_path: Path, cv2: ModuleType, name: str) -> None:
    footage = open_footage(video(tmp_path / name, cv2, 12))
    found = list(footage.shots)
    assert (footage.kind, len(found)) == ("video", 12)
    assert found[10].t_s == pytest.approx(1.0)


def test_a_video_that_was_cut_off_gives_what_it_has_and_then_says_so(
    tmp_path: Path, cv2: ModuleType
) -> None:
    file = video(tmp_path / "v.avi", cv2)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    got: list[Shot] = []
    with pytest.raises(FootageError, match=r"v\.avi: was cut off after \d+ of 40 frames"):
        got.extend(open_footage(file).shots)
    whole = video(tmp_path / "v.mp4", cv2)
    whole.write_bytes(whole.read_bytes()[:-500])
    with pytest.raises(
        FootageError, match=r"v\.mp4: is no video that OpenCV can read; is it whole"
    ):
        open_footage(whole)


def huge_png(wide: int) -> bytes:
    """A file of some hundred bytes that promises ``wide`` squared pixels."""

    def part(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = part(b"IHDR", struct.pack(">IIBBBBB", wide, wide, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + part(b"IDAT", zlib.compress(b"\0")) + part(b"IEND", b"")


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("text.png", b"hello\n", "is no image, video or bag that can be read"),
        ("empty.png", b"", "is empty"),
        ("huge.png", huge_png(60_000), "is 60000 x 60000; at most 50 million pixels are read"),
        ("text.mp4", b"hello\n" * 99, "is no video that OpenCV can read; is it whole?"),
        ("half.png", huge_png(40)[:60], "is no image, video or bag that can be read"),
        ("text.mcap", b"hello\n", "is no image, video or bag that can be read"),
    ],
)
def test_what_is_no_picture_is_one_line(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(FootageError) as wrong:
        shots(tmp_path / name)
    assert str(wrong.value) == f"{tmp_path / name}: {why}"


def test_what_is_not_there_or_a_folder_without_a_bag_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(FootageError, match="nowhere: there is no such file"):
        open_footage(tmp_path / "nowhere")
    with pytest.raises(FootageError, match=r"is a folder without a bag \(\.mcap or \.db3\) in it"):
        open_footage(tmp_path)


def test_a_depth_that_is_none_is_one_line(tmp_path: Path, cv2: ModuleType) -> None:
    image = png(tmp_path / "red.png", RED, cv2)
    np.save(tmp_path / "text.npy", np.array(["deep"]))
    (tmp_path / "broken.npy").write_bytes(b"\x93NUMPY\x01")
    for depth, why in (
        (image, "red.png: is no depth image: one channel"),
        (tmp_path / "text.npy", "text.npy: is no array of numbers"),
        (tmp_path / "broken.npy", "broken.npy: is no array of numpy: "),
        (tmp_path / "nowhere.png", "nowhere.png: cannot be read: No such file or directory"),
    ):
        with pytest.raises(FootageError, match=why) as wrong:
            shots(image, Wish(depth=depth))
        assert "\n" not in str(wrong.value)
    film = video(tmp_path / "v.avi", cv2, 3)
    with pytest.raises(FootageError, match="is a video; a depth image goes with an image only"):
        open_footage(film, Wish(depth=image))
    with pytest.raises(FootageError, match="is no bag; topics are in bags only"):
        open_footage(image, Wish(topic="/x"))


def filmed(tmp_path: Path, *, sqlite: bool = False) -> Path:
    """A camera with depth and a lens, another camera, and something else."""
    entries: list[bags.Entry] = [
        ("/head/rgb/camera_info", INFO, 0.0, bags.info(0.0, 64, 48, 70.0)),
        ("/odom", "nav_msgs/msg/Odometry", 0.0, b"\0\1\0\0"),
    ]
    for i in range(4):
        t_s = 100.0 + 0.1 * i
        deep = (METRES * 1000 + i).astype("<u2").tobytes()
        entries += [
            ("/head/depth", IMAGE, t_s, bags.image(t_s, 64, 48, "16UC1", deep)),
            ("/head/rgb/image", IMAGE, t_s, bags.image(t_s, 64, 48, "rgb8", RED.tobytes())),
            ("/hand/image", IMAGE, t_s, bags.image(t_s, 64, 48, "mono8", bytes(64 * 48))),
        ]
    if sqlite:
        return bags.sqlite(tmp_path / "bag.db3", entries)
    return bags.mcap(tmp_path / "bag.mcap", entries)


@pytest.mark.parametrize("sqlite", [False, True])
def test_a_bag_gives_the_first_camera_with_its_depth_and_its_lens(
    tmp_path: Path, sqlite: bool
) -> None:
    footage = open_footage(filmed(tmp_path, sqlite=sqlite))
    found = list(footage.shots)
    assert [round(shot.t_s, 3) for shot in found] == [0.0, 0.1, 0.2, 0.3]
    assert found[0].rgb[0, 0].tolist() == [200, 0, 0]
    assert [int(shot.depth[0, 0]) for shot in found if shot.depth is not None] == [
        1250, 1251, 1252, 1253,
    ]  # fmt: skip
    assert found[0].lens == (70.0, 70.0, 31.5, 23.5)
    assert footage.notes == ["there are pictures of /hand/image, too (--topic)"]


def test_another_topic_of_a_bag_can_be_asked_for(tmp_path: Path) -> None:
    bag = filmed(tmp_path)
    assert len(shots(bag, Wish(topic="/hand/image"))) == 4
    with pytest.raises(
        FootageError, match="no pictures of '/hand/imag'; did you mean '/hand/image'"
    ):
        shots(bag, Wish(topic="/hand/imag"))
    with pytest.raises(FootageError, match="/head/depth: has depths only; hands and markers are"):
        shots(bag, Wish(topic="/head/depth"))


def test_pictures_that_come_twice_or_go_back_are_left_out(tmp_path: Path) -> None:
    data = [bags.image(t_s, 64, 48, "rgb8", RED.tobytes()) for t_s in (5.0, 5.0, 4.0, 5.2)]
    bag = bags.mcap(tmp_path / "b.mcap", [("/i", IMAGE, 5.0 + i, d) for i, d in enumerate(data)])
    assert [round(shot.t_s, 3) for shot in shots(bag)] == [0.0, 0.2]


def test_compressed_pictures_and_depths_are_read(tmp_path: Path, cv2: ModuleType) -> None:
    deep = bytes(12) + cv2.imencode(".png", (METRES * 1000).astype(np.uint16))[1].tobytes()
    jpeg = cv2.imencode(".jpg", RED[..., ::-1])[1].tobytes()
    bag = bags.mcap(
        tmp_path / "b.mcap",
        [
            ("/d", COMPRESSED, 1.0, bags.compressed(1.0, "16UC1; compressedDepth png", deep)),
            ("/c", COMPRESSED, 1.0, bags.compressed(1.0, "rgb8; jpeg compressed bgr8", jpeg)),
        ],
    )
    (shot,) = shots(bag)
    assert shot.rgb[20, 20, 0] == pytest.approx(200, abs=6)
    assert shot.depth is not None
    assert int(shot.depth[0, 0]) == 1250


@pytest.mark.parametrize("encoding", sorted(COLOURS))
def test_every_encoding_gives_a_picture_also_with_padded_rows(
    tmp_path: Path, encoding: str
) -> None:
    step = 64 * COLOURS[encoding][0] + 8
    data = bags.image(1.0, 64, 48, encoding, bytes([120]) * step * 48, step=step)
    (shot,) = shots(bags.mcap(tmp_path / "b.mcap", [("/i", IMAGE, 1.0, data)]))
    assert shot.rgb.shape == (48, 64, 3)


def test_red_stays_red_in_every_order_of_colours(tmp_path: Path) -> None:
    alpha = np.full((48, 64, 1), 255, np.uint8)
    for encoding, pixels in (
        ("rgb8", RED),
        ("bgr8", RED[..., ::-1]),
        ("rgba8", np.concatenate((RED, alpha), axis=2)),
        ("bgra8", np.concatenate((RED[..., ::-1], alpha), axis=2)),
    ):
        data = bags.image(1.0, 64, 48, encoding, np.ascontiguousarray(pixels).tobytes())
        (shot,) = shots(bags.mcap(tmp_path / "b.mcap", [("/i", IMAGE, 1.0, data)]))
        assert shot.rgb[5, 5].tolist() == [200, 0, 0], encoding


@pytest.mark.parametrize("big", [True, False])
def test_depths_of_both_orders_of_bytes_are_read(tmp_path: Path, big: bool) -> None:
    data = METRES.astype(">f4" if big else "<f4").tobytes()
    bag = bags.mcap(
        tmp_path / "b.mcap",
        [
            ("/d", IMAGE, 1.0, bags.image(1.0, 64, 48, "32FC1", data, big=big)),
            ("/i", IMAGE, 1.0, bags.image(1.0, 64, 48, "rgb8", RED.tobytes())),
        ],
    )
    (shot,) = shots(bag)
    assert shot.depth is not None
    assert float(shot.depth[3, 3]) == 1.25


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (bags.image(1.0, 64, 48, "rgb7", b"x" * 9216), "its encoding 'rgb7' is not known; did you"),
        (bags.image(1.0, 64, 48, "rgb8", b"x"), "it is 64 x 48 rgb8 and has only 1 bytes"),
        (bags.image(1.0, 0, 0, "rgb8", b""), "it is 0 x 0"),
        (bags.image(1.0, 60000, 60000, "rgb8", b"x", step=180000), "it is 60000 x 60000"),
        (b"\0\1\0\0", "ends too early"),
    ],
)
def test_a_broken_picture_in_a_bag_is_one_line(tmp_path: Path, data: bytes, why: str) -> None:
    bag = bags.mcap(tmp_path / "b.mcap", [("/i", IMAGE, 1.0, data)])
    with pytest.raises(FootageError, match=rf"b\.mcap: /i: {why}"):
        shots(bag)


def test_a_bag_without_pictures_says_what_is_in_it(tmp_path: Path) -> None:
    bag = bags.mcap(tmp_path / "b.mcap", [("/odom", "nav_msgs/msg/Odometry", 1.0, b"\0\1\0\0")])
    with pytest.raises(FootageError, match=r"there is: /odom \(nav_msgs/msg/Odometry\)"):
        shots(bag)
