"""Clouds from files of every kind, and one line for whatever is no cloud."""

from __future__ import annotations

import contextlib
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cotree.manipulation.clouds import CloudError, read_cloud
from cotree.manipulation.clouds.lzf import unpacked
from cotree.manipulation.frames import Array

POINTS = np.round(np.random.default_rng(1).normal(size=(30, 3)), 3)


def ply(order: str, extra: str = "", before: str = "") -> bytes:
    """A PLY with colours beside the points."""
    names = {"": "ascii", "<": "binary_little_endian", ">": "binary_big_endian"}
    head = (
        f"ply\nformat {names[order]} 1.0\ncomment by hand\n{before}element vertex {len(POINTS)}\n"
        "property uchar red\nproperty float x\nproperty double y\nproperty float z\n"
        f"{extra}end_header\n"
    )
    if not order:
        rows = "".join(f"7 {x} {y} {z}\n" for x, y, z in POINTS.tolist())
        return head.encode() + (b"1 2\n" if before else b"") + rows.encode()
    rows_ = b"".join(struct.pack(f"{order}Bfdf", 7, *row) for row in POINTS.tolist())
    return head.encode() + (struct.pack(f"{order}hh", 1, 2) if before else b"") + rows_


def pcd(data: str, view: str = "0 0 0 1 0 0 0") -> bytes:
    """A PCD with a normal and a colour between the points' numbers."""
    head = (
        "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x n y rgb z\n"
        "SIZE 4 4 8 4 4\nTYPE F F F U F\nCOUNT 1 3 1 1 1\nWIDTH 30\nHEIGHT 1\n"
        f"VIEWPOINT {view}\nPOINTS 30\nDATA {data}\n"
    ).encode()
    if data == "ascii":
        return head + "".join(f"{x} 0 0 1 {y} 255 {z}\n" for x, y, z in POINTS.tolist()).encode()
    if data == "binary":
        return head + b"".join(
            struct.pack("<f3fdIf", x, 0, 0, 1, y, 255, z) for x, y, z in POINTS.tolist()
        )
    x, y, z = POINTS.T
    body = b"".join(
        np.ascontiguousarray(part).tobytes()
        for part in (x.astype("<f4"), np.zeros(90, "<f4"), y, np.zeros(30, "<u4"), z.astype("<f4"))
    )
    small = squeezed(body)
    return head + struct.pack("<II", len(small), len(body)) + small


def squeezed(data: bytes) -> bytes:
    """LZF of a simple kind: runs of zeros are copies of their first byte."""
    out, at = bytearray(), 0
    while at < len(data):
        run = 1
        while run < 200 and data[at : at + 1] * (run + 1) == data[at : at + run + 1]:
            run += 1
        if run > 12 and at + run <= len(data):
            out += bytes((0, data[at], 7 << 5, run - 1 - 9, 0))
        else:
            run = min(32, run)
            out += bytes((run - 1,)) + data[at : at + run]
        at += run
    return bytes(out)


def found(tmp_path: Path, name: str, data: bytes) -> Array:
    (tmp_path / name).write_bytes(data)
    return read_cloud(tmp_path / name).points


@pytest.mark.parametrize("order", ["", "<", ">"])
@pytest.mark.parametrize(
    ("extra", "before"),
    [
        ("", ""),
        ("element face 0\nproperty list uchar int vertex_indices\n", ""),
        ("", "element camera 1\nproperty short a\nproperty short b\n"),
    ],
)
def test_ply_of_every_kind(tmp_path: Path, order: str, extra: str, before: str) -> None:
    assert found(tmp_path, "a.ply", ply(order, extra, before)) == pytest.approx(POINTS, abs=1e-6)


@pytest.mark.parametrize("data", ["ascii", "binary", "binary_compressed"])
def test_pcd_of_every_kind(tmp_path: Path, data: str) -> None:
    assert found(tmp_path, "a.pcd", pcd(data)) == pytest.approx(POINTS, abs=1e-6)


def test_a_pcd_says_where_it_was_seen_from(tmp_path: Path) -> None:
    (tmp_path / "a.pcd").write_bytes(pcd("ascii", "0.1 0.2 1.5 1 0 0 0"))
    assert read_cloud(tmp_path / "a.pcd").eye == (0.1, 0.2, 1.5)
    (tmp_path / "a.pcd").write_bytes(pcd("ascii"))
    assert read_cloud(tmp_path / "a.pcd").eye is None


def test_numpy_and_text_in_the_shapes_that_people_have(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.hstack((POINTS, POINTS)).reshape(5, 6, 6))
    assert read_cloud(tmp_path / "a.npy").points == pytest.approx(POINTS)
    for name, between in (("a.xyz", " "), ("a.csv", ","), ("a.txt", ";\t")):
        text = "# x y z\n\n" + "\n".join(between.join(map(str, row)) for row in POINTS.tolist())
        assert found(tmp_path, name, text.encode()) == pytest.approx(POINTS)


def test_a_copy_may_run_into_what_it_writes() -> None:
    assert unpacked(bytes((1, 65, 66, 3 << 5, 1)), 7) == b"ABABABA"
    for wrong in (bytes((0, 65, 1 << 5, 9)), bytes((1, 65, 66, 7 << 5)), bytes((0, 65))):
        with pytest.raises(CloudError, match="its compressed points are"):
            unpacked(wrong, 7)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.ply", b"", "is empty"),
        ("a.ply", b"hello", "is no cloud that can be read: PLY, PCD, NPY, or text with x y z in a"),
        ("a.npy", b"\x93NUMPY\x01", "is no array of numpy"),
        ("a.xyz", b"", "is empty"),
        ("a.xyz", b"# nothing\n", "has 0 points"),
        ("a.xyz", b"1 2\n", "line 1 of the points has 2 numbers, not 3"),
        ("a.xyz", b"1 2 3\nx y z\n", "line 2 of the points is no row of numbers"),
        ("a.xyz", b"nan nan nan\n" * 9, "none of its 9 points has a depth"),
        ("a.ply", ply("<")[:-1], "was cut off: 30 points are promised, 29 are there"),
        ("a.ply", ply("")[:-40], "was cut off: 30 points are promised, 2"),
        ("a.ply", ply("").replace(b" y\n", b" q\n"), "its vertices need one each of x, y, z; they"),
        ("a.ply", ply("").replace(b"vertex 30", b"vertex 99999999"), "promises 99999999 points"),
        ("a.ply", ply("").replace(b"vertex 30", b"vertex -1"), "the number of 'vertex' '-1' is no"),
        (
            "a.ply",
            ply("").replace(b"ascii", b"morse"),
            "its head has a line that no PLY has: 'form",
        ),
        ("a.ply", ply("").replace(b"end_header", b""), "is a PLY without 'end_header'"),
        ("a.ply", ply("").replace(b"element", b"list\nelement"), "its head has a line that no PLY"),
        ("a.pcd", pcd("binary")[:-1], "was cut off: 30 points are promised, 29 are there"),
        (
            "a.pcd",
            pcd("binary_compressed")[:-1],
            "was cut off, or its compressed points are damaged",
        ),
        (
            "a.pcd",
            pcd("binary").replace(b" y rgb", b" q rgb"),
            "its FIELDS need one each of x, y, z",
        ),
        ("a.pcd", pcd("binary").replace(b"SIZE 4", b"SIZE 3"), "its field 'x' is 1 x F3, which is"),
        (
            "a.pcd",
            pcd("binary").replace(b"TYPE F", b"TYPE"),
            "its FIELDS, SIZE, TYPE and COUNT are",
        ),
        (
            "a.pcd",
            pcd("ascii").replace(b"DATA a", b"DATA m"),
            "its DATA is 'mscii'; ascii, binary,",
        ),
        ("a.pcd", pcd("ascii").replace(b"DATA", b"TADA"), "is a PCD without DATA"),
        (
            "a.pcd",
            pcd("ascii").replace(b"POINTS 30", b"POINTS x"),
            "the number of POINTS 'x' is no",
        ),
    ],
)
def test_what_is_no_cloud_is_one_line(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    with pytest.raises(CloudError) as wrong:
        found(tmp_path, name, data)
    assert str(wrong.value).startswith(f"{tmp_path / name}: {why}")
    assert "\n" not in str(wrong.value)


def test_arrays_that_are_no_points_are_one_line(tmp_path: Path) -> None:
    for array, why in (
        (np.zeros((0, 3)), "has 0 points"),
        (np.zeros((4, 2)), "is 4 x 2 of float64; n x 3 numbers are right"),
        (np.zeros(3), "is 3 of float64; n x 3 numbers are right"),
        (np.array(["a"]), "is 1 of <U1; n x 3 numbers are right"),
        (np.full((5, 3), np.nan), "none of its 5 points has a depth"),
        (np.array([None]), "is no array of numpy: "),
    ):
        np.save(tmp_path / "a.npy", array, allow_pickle=True)
        with pytest.raises(CloudError, match=why):
            read_cloud(tmp_path / "a.npy")


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(CloudError, match=r"nowhere\.ply: cannot be read: No such file or dir"):
        read_cloud(tmp_path / "nowhere.ply")
    with pytest.raises(CloudError, match="cannot be read: Is a directory"):
        read_cloud(tmp_path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(st.sampled_from([ply(""), ply("<"), pcd("ascii"), pcd("binary"), pcd("binary_compressed")]),
       st.integers(0, 2000), st.binary(max_size=6))  # fmt: skip
def test_damage_is_a_cloud_or_one_line(tmp_path: Path, data: bytes, at: int, put: bytes) -> None:
    with contextlib.suppress(CloudError):
        found(tmp_path, "a.pcd", data[:at] + put + data[at + len(put) :])
