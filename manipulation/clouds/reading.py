"""Which kind of cloud it is: by what is in the file, then by its name."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from cotree.manipulation.clouds.pcd import looks_like_pcd, read_pcd
from cotree.manipulation.clouds.ply import MAGIC, read_ply
from cotree.manipulation.clouds.values import MOST_POINTS, Cloud, CloudError, numbers

NPY = b"\x93NUMPY"
TEXTS = {".xyz", ".txt", ".csv", ".pts", ".asc"}
MOST_BYTES = 1 << 30


def read_cloud(file: Path) -> Cloud:
    """The points of a file; CloudError says in one line why there are none."""
    try:
        size = file.stat().st_size
        if size > MOST_BYTES:
            raise CloudError(f"{file}: has {size} bytes; a cloud has at most {MOST_BYTES}")
        data = file.read_bytes()
    except OSError as error:
        raise CloudError(f"{file}: cannot be read: {error.strerror}") from None
    try:
        cloud = _read(data, file.suffix.lower())
        _check(cloud)
    except CloudError as error:
        raise CloudError(f"{file}: {error}") from None
    return cloud


def _read(data: bytes, suffix: str) -> Cloud:
    if not data:
        raise CloudError("is empty")
    if data.split(b"\n", 1)[0].strip() == MAGIC:
        return read_ply(data)
    if data.startswith(NPY):
        return _array(data)
    if looks_like_pcd(data):
        return read_pcd(data)
    if suffix in TEXTS and b"\0" not in data[:4096]:
        return Cloud(numbers(data, 3))
    raise CloudError("is no cloud that can be read: PLY, PCD, NPY, or text with x y z in a line")


def _array(data: bytes) -> Cloud:
    """Points in rows, or in rows and columns as cameras give them; further numbers are left out."""
    try:
        found = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        raise CloudError(f"is no array of numpy: {str(error).splitlines()[0]}") from None
    if found.dtype.kind not in "fiu" or found.ndim not in (2, 3) or found.shape[-1] < 3:
        shape = " x ".join(map(str, found.shape))
        raise CloudError(f"is {shape or 'one number'} of {found.dtype}; n x 3 numbers are right")
    return Cloud(found[..., :3].reshape(-1, 3).astype(np.float64))


def _check(cloud: Cloud) -> None:
    if not len(cloud.points):
        raise CloudError("has 0 points")
    if len(cloud.points) > MOST_POINTS:
        raise CloudError(f"has {len(cloud.points)} points; at most {MOST_POINTS} are read")
    if not np.isfinite(cloud.points).all(axis=1).any():
        raise CloudError(f"none of its {len(cloud.points)} points has a depth")
