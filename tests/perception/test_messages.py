"""Messages of ROS 2 from their bytes, and bags from their files, with nothing of ROS installed."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.perception.footage import FootageError
from cotree.perception.footage.bags import files_of, messages_in
from cotree.perception.footage.messages import COMPRESSED, IMAGE, INFO, compressed, image, info
from tests.kit import bags

TF = "tf2_msgs/msg/TFMessage"


@pytest.mark.parametrize("order", ["<", ">"])
def test_an_image_is_read_in_both_orders_of_bytes(order: str) -> None:
    found = image(bags.image(12.5, 2, 1, "rgb8", b"abcdef", order=order))
    assert (found.stamp_s, found.width, found.height) == (12.5, 2, 1)
    assert (found.encoding, found.step, found.data) == ("rgb8", 6, b"abcdef")


def test_a_compressed_image_and_a_lens_are_read() -> None:
    found = compressed(bags.compressed(1.0, "rgb8; jpeg compressed bgr8", b"\xff\xd8"))
    assert (found.format, found.data) == ("rgb8; jpeg compressed bgr8", b"\xff\xd8")
    told = info(bags.info(1.0, 640, 480, 580.0))
    assert (told.width, told.height, told.lens) == (640, 480, (580.0, 580.0, 319.5, 239.5))


@pytest.mark.parametrize("frame", ["", "a", "abc", "head_camera_rgb_optical_frame"])
def test_numbers_stand_at_multiples_of_their_size_whatever_came_before(frame: str) -> None:
    cdr = bags.Cdr().put("i", 3).put("I", 0).text(frame).put("I", 1, 2).text("mono8")
    data = cdr.put("B", 0).put("I", 2).block(b"xy").done()
    assert image(data).data == b"xy"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is no plain CDR"),
        (b"\0\1\0", "is no plain CDR"),
        (b"\0\3\0\0" + bytes(99), "is no plain CDR"),
        (bags.image(0.0, 2, 1, "rgb8", b"abcdef")[:-20], "ends too early|are promised"),
        (bags.image(0.0, 2, 1, "rgb8", b"abcdef")[:-1], "6 bytes are promised, 5 are left"),
    ],
)
def test_what_is_no_message_has_one_reason(data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        image(data)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_reason(data: bytes) -> None:
    for read in (image, compressed, info):
        for head in (b"", b"\0\1\0\0", b"\0\0\0\0"):
            with contextlib.suppress(ValueError):
                read(head + data)


ENTRIES: list[bags.Entry] = [
    ("/tf", TF, 0.0, b"\0\1\0\0"),
    ("/head/camera_info", INFO, 0.1, bags.info(0.1, 64, 48, 60.0)),
    ("/head/image", IMAGE, 0.2, bags.image(0.2, 64, 48, "mono8", bytes(64 * 48))),
    ("/head/packed", COMPRESSED, 0.3, bags.compressed(0.3, "jpeg", b"x")),
]


def test_mcap_and_sqlite_and_their_folder_hold_the_same(tmp_path: Path) -> None:
    (tmp_path / "bag").mkdir()
    (tmp_path / "bag" / "metadata.yaml").write_text("rosbag2_bagfile_information: {}")
    first = bags.mcap(tmp_path / "bag" / "bag_0.mcap", ENTRIES)
    second = bags.sqlite(tmp_path / "bag.db3", ENTRIES)
    found = [list(messages_in(files_of(place))) for place in (first, second, first.parent)]
    assert found[0] == found[1] == found[2]
    assert [(each.topic, each.type, each.data) for each in found[0]] == [
        (topic, type_, data) for topic, type_, _, data in ENTRIES
    ]


def test_what_is_no_bag_has_no_files(tmp_path: Path) -> None:
    (tmp_path / "a.mcap").write_text("hello")
    assert files_of(tmp_path) == files_of(tmp_path / "a.mcap") == files_of(tmp_path / "b") == []


@pytest.mark.parametrize("packed", [True, False])
def test_a_bag_that_was_cut_off_gives_what_it_has_and_says_so(tmp_path: Path, packed: bool) -> None:
    file = bags.mcap(tmp_path / "x.mcap", ENTRIES * 50, packed=packed)
    data = file.read_bytes()
    for share in (0.3, 0.6, 0.9):
        file.write_bytes(data[: int(len(data) * share)])
        with pytest.raises(FootageError, match=r"x\.mcap: (was cut off|is damaged) after \d+ mess"):
            list(messages_in([file]))


def test_damage_is_one_line_and_never_a_traceback(tmp_path: Path) -> None:
    file = bags.mcap(tmp_path / "x.mcap", ENTRIES * 50)
    data = bytearray(file.read_bytes())
    for at in range(20, len(data), max(1, len(data) // 60)):
        broken = data[:]
        broken[at : at + 8] = b"\xff" * 8
        file.write_bytes(broken)
        with contextlib.suppress(FootageError):
            list(messages_in(files_of(file)))
    other = tmp_path / "y.db3"
    other.write_bytes(b"SQLite format 3\0" + bytes(500))
    with pytest.raises(FootageError, match=r"y\.db3: is damaged after 0 messages: "):
        list(messages_in([other]))


def test_a_bag_of_ros_1_is_told_apart(tmp_path: Path) -> None:
    file = bags.mcap(tmp_path / "x.mcap", ENTRIES, encoding="ros1")
    with pytest.raises(FootageError, match=r"x\.mcap: is a bag of ROS 1; those of ROS 2 are read"):
        list(messages_in([file]))
