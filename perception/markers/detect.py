"""Finds ArUco markers in a frame, through the API of OpenCV 4.7 and later, 5 included."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

import msgspec
import numpy as np

from cotree.core.words import did_you_mean
from cotree.perception.blind import Blind, library
from cotree.perception.frame import Frame
from cotree.perception.markers.pose import Pose, pose_of


class Mark(msgspec.Struct, frozen=True):
    """One marker, seen at a time."""

    t_s: float
    id: int
    corners: tuple[tuple[float, float], ...]
    """Pixels: as the marker stands, top left, top right, bottom right, bottom left."""
    pose: Pose


class Detector:
    """Finds the markers of one dictionary; made by ``open_markers``."""

    def __init__(self, cv2: ModuleType, dictionary: int, side_m: Mapping[int, float]) -> None:
        self._cv2 = cv2
        self._side_m = side_m
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        words = cv2.aruco.getPredefinedDictionary(dictionary)
        self._detector = cv2.aruco.ArucoDetector(words, parameters)

    def look(self, frame: Frame) -> tuple[Mark, ...] | Blind:
        """The markers of this frame whose side is known, by their number."""
        grey = self._cv2.cvtColor(frame.rgb, self._cv2.COLOR_RGB2GRAY)
        try:
            squares, ids, _ = self._detector.detectMarkers(grey)
        except self._cv2.error as error:
            return Blind(f"OpenCV cannot look for markers: {error.err}")
        found = []
        for corners, id_ in zip(squares, [] if ids is None else np.ravel(ids), strict=True):
            side_m = self._side_m.get(int(id_), self._side_m.get(-1, 0.0))
            pixels = np.asarray(corners, dtype=np.float64).reshape(4, 2)
            pose = pose_of(pixels, side_m, frame, self._cv2) if side_m > 0 else None
            if pose is not None:
                shown = tuple((float(u), float(v)) for u, v in pixels)
                found.append(Mark(frame.t_s, int(id_), shown, pose))
        return tuple(sorted(found, key=lambda mark: mark.id))


def open_markers(
    side_m: float | Mapping[int, float], dictionary: str = "4X4_50"
) -> Detector | Blind:
    """A finder of markers with this side (or one for each number), or why there is none."""
    cv2 = library("cv2", "perception")
    if isinstance(cv2, Blind):
        return cv2
    if not hasattr(cv2, "aruco") or not hasattr(cv2.aruco, "ArucoDetector"):
        return Blind("this OpenCV finds no markers: cotree[perception] pins one that does")
    known = [name[5:] for name in dir(cv2.aruco) if name.startswith("DICT_")]
    if dictionary not in known:
        return Blind(f"no ArUco dictionary '{dictionary}'{did_you_mean(dictionary, known)}")
    sides = {-1: side_m} if isinstance(side_m, (int, float)) else dict(side_m)
    if not sides or not all(0.0 < side < 10.0 for side in sides.values()):
        return Blind("the side of a marker must be given, in metres")
    return Detector(cv2, getattr(cv2.aruco, f"DICT_{dictionary}"), sides)
