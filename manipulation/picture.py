"""A cloud and its best grasps, drawn from the camera's side and from above, with OpenCV."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cotree.core.frames import unit
from cotree.core.grippers import Gripper
from cotree.manipulation.frames import UP, Array
from cotree.manipulation.grasps.values import Grasp

Image: TypeAlias = npt.NDArray[np.uint8]
Colour: TypeAlias = tuple[int, int, int]

SIDE_PX = 480
MARGIN = 1.25
"""The cloud fills this part of a view's side less than all of it."""
PAPER: Colour = (250, 250, 248)
INK: Colour = (40, 40, 40)
LINE: Colour = (205, 205, 205)
LOW, HIGH = np.array((70.0, 90.0, 160.0)), np.array((240.0, 190.0, 90.0))
"""Points from the lowest to the highest, red green blue."""
HANDLE_M = 0.05


@dataclass(frozen=True, eq=False)
class _View:
    """How points fall on one square of the picture: ``right`` and ``down`` are unit vectors."""

    title: str
    right: Array
    down: Array
    middle: Array
    px_per_m: float
    left_px: int

    def pixels(self, points: Array) -> Array:
        flat = (points - self.middle) @ np.stack((self.right, self.down), axis=1)
        found: Array = flat * self.px_per_m + (self.left_px + SIDE_PX / 2, SIDE_PX / 2)
        return found


def picture(
    cloud: Array, eye: Array, gripper: Gripper, best: Sequence[Grasp], why: str, cv2: ModuleType
) -> Image:
    """One gripper's best grasps of a cloud, the best one boldest; ``why`` where there is none."""
    points = _some(cloud)
    image: Image = np.full((SIDE_PX, 2 * SIDE_PX, 3), PAPER, np.uint8)
    for view in _views(points, eye):
        _points(image, view, points)
        for i, grasp in reversed(list(enumerate(best))):
            _hand(image, view, grasp, gripper, i == 0, cv2)
        spot = (view.left_px + 10, SIDE_PX - 12)
        cv2.putText(image, view.title, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.45, INK, 1, cv2.LINE_AA)
    cv2.line(image, (SIDE_PX, 0), (SIDE_PX, SIDE_PX), LINE, 1)
    said = f"{best[0].score:.0f} of 100" if best else why
    text = f"{gripper.name}: {said}"
    cv2.putText(image, text, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, INK, 1, cv2.LINE_AA)
    return image


def _some(cloud: Array, most: int = 20_000) -> Array:
    """The points that are numbers, and not more than a picture needs."""
    points = cloud[np.isfinite(cloud).all(axis=1)]
    return np.asarray(points[:: max(1, len(points) // most)])


def _views(points: Array, eye: Array) -> tuple[_View, _View]:
    """From the camera, and from above with the camera below."""
    low, high = np.quantile(points, (0.01, 0.99), axis=0)
    middle = (low + high) / 2
    radius_m = max(0.06, float(np.linalg.norm(high - low)) / 2) + HANDLE_M
    scale = SIDE_PX / (2 * MARGIN * radius_m)
    ahead = unit(middle - eye)
    side = np.cross(ahead, UP)
    right = unit(side) if np.linalg.norm(side) > 1e-6 else np.array((0.0, -1.0, 0.0))
    return (
        _View("from the camera", right, np.cross(ahead, right), middle, scale, 0),
        _View("from above", right, np.cross(right, UP), middle, scale, SIDE_PX),
    )


def _points(image: Image, view: _View, points: Array) -> None:
    order = np.argsort(-(points @ np.cross(view.right, view.down)), kind="stable")
    height = points[:, 2] - points[:, 2].min()
    share = (height / max(float(height.max()), 1e-6))[order, None]
    colours = (LOW + (HIGH - LOW) * share).astype(np.uint8)
    pixels = np.round(view.pixels(points[order])).astype(int)
    for shift in ((0, 0), (1, 0), (0, 1), (1, 1)):
        u, v = (pixels + shift).T
        inside = (u >= view.left_px) & (u < view.left_px + SIDE_PX) & (v >= 0) & (v < SIDE_PX)
        image[v[inside], u[inside]] = colours[inside]


def _hand(
    image: Image, view: _View, grasp: Grasp, gripper: Gripper, bold: bool, cv2: ModuleType
) -> None:
    """Two fingers, the palm and the wrist, as lines."""
    hand = grasp.pose()
    half, deep = gripper.aperture_m / 2, gripper.depth_m
    outline = ((0, half), (-deep, half), (-deep, 0), (-deep - HANDLE_M, 0), (-deep, 0),
               (-deep, -half), (0, -half))  # fmt: skip
    local = np.array([(x, y, 0.0) for x, y in outline])
    pixels = view.pixels(local @ hand[:3, :3].T + hand[:3, 3])
    pixels[:, 0] = np.clip(pixels[:, 0], view.left_px, view.left_px + SIDE_PX - 1)
    fixed = np.round(pixels * 16).astype(np.int32)
    colour = _graded(grasp.score) if bold else LINE
    cv2.polylines(image, [fixed], False, colour, 3 if bold else 1, cv2.LINE_AA, 4)


def _graded(score: float) -> Colour:
    """Red for 0, yellow for 50, green for 100."""
    share = min(max(score / 100.0, 0.0), 1.0)
    red, green = min(1.0, 2.0 - 2.0 * share), min(1.0, 2.0 * share)
    return (round(40 + 180 * red), round(40 + 140 * green), 50)
