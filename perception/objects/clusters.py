"""What stands on a table, told apart by where it stands, not by where it appears."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType

import msgspec
import numpy as np
from numpy.typing import NDArray

from cotree.core.places import Point
from cotree.perception.camera import Array
from cotree.perception.frame import Frame
from cotree.perception.objects.table import STEP_PX, Plane, heights_over, points_at


class Limits(msgspec.Struct, frozen=True):
    """What counts as a thing on a table."""

    lowest_m: float = 0.008
    """What is lower is the table itself."""
    highest_m: float = 0.6
    cell_m: float = 0.006
    """Things stand on different cells of a grid of this size, with two free cells between."""
    fewest_points: int = 25
    largest_m: float = 0.6
    """What is longer is no thing to take."""
    hand_m: float = 0.10
    """What comes this near to a palm is the hand, or in it."""
    farthest_m: float = 2.5


@dataclass(frozen=True, eq=False)
class Cluster:
    """The points of one thing, and the pixels they were seen at."""

    points: Array
    colours: NDArray[np.uint8]
    cut: bool
    """Whether it goes on outside the image."""


def clusters_on(
    frame: Frame, plane: Plane, limits: Limits, hands: Sequence[Point], cv2: ModuleType
) -> tuple[Cluster, ...]:
    """What stands on the plane and is no hand; the biggest first."""
    over = heights_over(frame, plane)
    with np.errstate(invalid="ignore"):
        rows, columns = np.nonzero((over > limits.lowest_m) & (over < limits.highest_m))
    points = points_at(frame, rows * STEP_PX, columns * STEP_PX)
    near = np.linalg.norm(points - np.asarray(frame.camera.at), axis=1) < limits.farthest_m
    rows, columns, points = rows[near], columns[near], points[near]
    if len(points) < limits.fewest_points:
        return ()
    labels = _labels(points, limits.cell_m, cv2)
    order = np.argsort(labels, kind="stable")
    ends = np.cumsum(np.bincount(labels))
    parts = [part for part in np.split(order, ends[:-1]) if len(part) >= limits.fewest_points]
    found = [_cluster(frame, rows[part], columns[part], points[part]) for part in parts]
    kept = [each for each in found if _is_thing(each, limits, hands)]
    return tuple(sorted(kept, key=lambda each: -len(each.points)))


def _labels(points: Array, cell_m: float, cv2: ModuleType) -> NDArray[np.intp]:
    """For each point the number of the island of cells that it stands on."""
    flat = points[:, :2]
    cells = ((flat - flat.min(axis=0)) / cell_m).astype(np.intp) + 2
    grid = np.zeros(cells.max(axis=0) + 3, np.uint8)
    grid[cells[:, 0], cells[:, 1]] = 1
    joined = cv2.dilate(grid, np.ones((3, 3), np.uint8))
    _, islands = cv2.connectedComponents(joined, connectivity=8)
    labels: NDArray[np.intp] = islands[cells[:, 0], cells[:, 1]].astype(np.intp)
    return labels


def _cluster(
    frame: Frame, rows: NDArray[np.intp], columns: NDArray[np.intp], points: Array
) -> Cluster:
    height, width = frame.rgb.shape[:2]
    rows, columns = rows * STEP_PX, columns * STEP_PX
    edge = 2 * STEP_PX
    cut = bool(
        (min(rows.min(), columns.min()) < edge)
        or rows.max() >= height - edge
        or columns.max() >= width - edge
    )
    return Cluster(points, frame.rgb[rows, columns], cut)


def _is_thing(cluster: Cluster, limits: Limits, hands: Sequence[Point]) -> bool:
    size = cluster.points.max(axis=0) - cluster.points.min(axis=0)
    if size.max() > limits.largest_m:
        return False
    return all(
        float(np.linalg.norm(cluster.points - np.asarray(hand), axis=1).min()) > limits.hand_m
        for hand in hands
    )
