"""What a file of points gives, or one line that says why not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cotree.core.places import Point
from cotree.manipulation.frames import Array

MOST_POINTS = 5_000_000
"""A larger cloud is refused before there is room made for it."""


class CloudError(Exception):
    """Why a file gives no points, in one line."""


@dataclass(frozen=True, eq=False)
class Cloud:
    """Points as they were stored, and where they were seen from if the file says so."""

    points: Array
    """(n, 3); what has no depth is NaN."""
    eye: Point | None = None


def counted(said: str, what: str) -> int:
    """A number of points as a head says it; CloudError when it is none or far too many."""
    if not said.isascii() or not said.isdigit():
        raise CloudError(f"{what} '{said[:20]}' is no number")
    if int(said) > MOST_POINTS:
        raise CloudError(f"promises {said[:20]} points; at most {MOST_POINTS} are read")
    return int(said)


def table(body: bytes, type_: np.dtype[np.void], count: int) -> NDArray[np.void]:
    """So many records of a binary body; CloudError when it ends too early."""
    there = len(body) // type_.itemsize
    if there < count:
        raise CloudError(f"was cut off: {count} points are promised, {there} are there")
    return np.frombuffer(body, type_, count)


def columns(rows: NDArray[np.void]) -> Array:
    """The fields x, y and z of records, as n x 3."""
    return np.stack([rows[name].astype(np.float64) for name in ("x", "y", "z")], axis=1)


def numbers(body: bytes, width: int, count: int | None = None) -> Array:
    """Lines of numbers, ``width`` in each; CloudError names the first wrong line."""
    rows: list[list[float]] = []
    for number, line in enumerate(body.decode("utf-8", "replace").splitlines(), 1):
        words = line.split("#")[0].replace(",", " ").replace(";", " ").split()
        if not words:
            continue
        if count is not None and len(rows) == count:
            break
        if len(rows) == MOST_POINTS:
            raise CloudError(f"has more than {MOST_POINTS} points")
        rows.append(_row(words, width, number))
    if count is not None and len(rows) < count:
        raise CloudError(f"was cut off: {count} points are promised, {len(rows)} are there")
    return np.array(rows, dtype=np.float64).reshape(len(rows), width)


def _row(words: list[str], width: int, number: int) -> list[float]:
    if len(words) < width:
        raise CloudError(f"line {number} of the points has {len(words)} numbers, not {width}")
    try:
        return [float(word) for word in words[:width]]
    except ValueError:
        raise CloudError(f"line {number} of the points is no row of numbers") from None
