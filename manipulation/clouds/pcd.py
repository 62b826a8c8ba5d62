"""PCD, the Point Cloud Library's own: text, binary, or binary and compressed."""

from __future__ import annotations

import math
import struct

import numpy as np

from cotree.core.places import Point
from cotree.manipulation.clouds.lzf import unpacked
from cotree.manipulation.clouds.values import (
    MOST_POINTS,
    Cloud,
    CloudError,
    columns,
    counted,
    numbers,
    table,
)
from cotree.manipulation.frames import Array

KINDS = {"F4": "<f4", "F8": "<f8", "U1": "u1", "U2": "<u2", "U4": "<u4", "U8": "<u8",
         "I1": "i1", "I2": "<i2", "I4": "<i4", "I8": "<i8"}  # fmt: skip
WIDEST = 1024
"""More bytes for one point are no point."""


def looks_like_pcd(data: bytes) -> bool:
    """Whether the first lines are those of a PCD."""
    words = [line.split(b" ")[0].strip() for line in data[:2000].splitlines()]
    return b"VERSION" in words and b"FIELDS" in words


def read_pcd(data: bytes) -> Cloud:
    """The points of a PCD; CloudError says why there are none."""
    head, body = _split(data)
    type_ = _type(head)
    count = counted(_one(head, "POINTS"), "the number of POINTS")
    eye = _eye(head.get("VIEWPOINT", []))
    match _one(head, "DATA").lower():
        case "ascii":
            return Cloud(_written(head, body, count), eye)
        case "binary":
            return Cloud(columns(table(body, type_, count)), eye)
        case "binary_compressed":
            return Cloud(_packed(body, type_, count), eye)
        case other:
            raise CloudError(
                f"its DATA is '{other[:20]}'; ascii, binary, binary_compressed is right"
            )


def _split(data: bytes) -> tuple[dict[str, list[str]], bytes]:
    """The head by its words, and what follows it."""
    head: dict[str, list[str]] = {}
    at = 0
    while "DATA" not in head:
        end = data.find(b"\n", at)
        if end < 0 or at > 1 << 16:
            raise CloudError("is a PCD without DATA")
        words = data[at:end].decode("utf-8", "replace").split()
        if words and not words[0].startswith("#"):
            head[words[0]] = words[1:]
        at = end + 1
    return head, data[at:]


def _one(head: dict[str, list[str]], word: str) -> str:
    if len(head.get(word, [])) != 1:
        raise CloudError(f"its {word} is missing, or more than one word")
    return head[word][0]


def _type(head: dict[str, list[str]]) -> np.dtype[np.void]:
    """One point's record; fields of which nobody asks keep their place."""
    names = head.get("FIELDS", [])
    ones = ["1"] * len(names)
    rows = [head.get(word, ones) for word in ("SIZE", "TYPE", "COUNT")]
    if any(len(row) != len(names) for row in rows):
        raise CloudError("its FIELDS, SIZE, TYPE and COUNT are not equally many")
    if any(names.count(name) != 1 for name in ("x", "y", "z")):
        raise CloudError(f"its FIELDS need one each of x, y, z; they are {' '.join(names)}")
    fields: list[tuple[str, str, tuple[int, ...]]] = []
    for i, (name, size, kind, count) in enumerate(zip(names, *rows, strict=True)):
        if kind + size not in KINDS or not count.isdigit() or int(count) > WIDEST:
            raise CloudError(f"its field '{name}' is {count} x {kind}{size}, which is none")
        single = name in ("x", "y", "z")
        shape = () if single else (int(count),)
        fields.append((name if single else f"field {i}", KINDS[kind + size], shape))
    return np.dtype(fields)


def _written(head: dict[str, list[str]], body: bytes, count: int) -> Array:
    names = head["FIELDS"]
    wide = [int(each) for each in head.get("COUNT", ["1"] * len(names))]
    starts = dict(zip(names, np.cumsum([0, *wide]).tolist(), strict=False))
    rows = numbers(body, sum(wide), count)
    return rows[:, [starts[name] for name in ("x", "y", "z")]]


def _packed(body: bytes, type_: np.dtype[np.void], count: int) -> Array:
    """Compressed, a field stands behind the other instead of a point behind the other."""
    if len(body) < 8:
        raise CloudError("was cut off before its points")
    small, size = struct.unpack("<II", body[:8])
    if size != count * type_.itemsize or size > MOST_POINTS * WIDEST or len(body) < 8 + small:
        raise CloudError("was cut off, or its compressed points are damaged")
    whole, at = unpacked(body[8 : 8 + small], size), 0
    found = {}
    for name in type_.names or ():
        field = type_[name]
        if name in ("x", "y", "z"):
            found[name] = np.frombuffer(whole, field, count, at).astype(np.float64)
        at += field.itemsize * count
    return np.stack([found[name] for name in ("x", "y", "z")], axis=1)


def _eye(words: list[str]) -> Point | None:
    """Where the sensor stood, unless it is where nobody has put it."""
    try:
        x, y, z = (float(word) for word in words[:3])
    except ValueError:
        return None
    return (x, y, z) if any((x, y, z)) and all(map(math.isfinite, (x, y, z))) else None
