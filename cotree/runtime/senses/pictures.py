"""The newest picture of each camera, for people who look on.

Who sees puts whole pictures here, which costs nothing while nobody looks; who shows them takes them
small, and any thread may do either.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import msgspec

from cotree.runtime.senses.marks import Mark

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDEST_PX = 320
"""Pictures for people are at most so wide."""


class Picture(msgspec.Struct, frozen=True):
    """One small picture."""

    camera: str
    t_s: float
    """When it was taken, on the clock of the mission."""
    width: int
    height: int
    rgb: bytes
    """Three bytes for each pixel, row by row from the top left."""
    marks: tuple[Mark, ...] = ()
    """What was found in it."""


class Pictures:
    """Where the newest picture of each camera can be taken."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._whole: dict[str, tuple[float, NDArray[np.uint8], tuple[Mark, ...]]] = {}
        self._small: dict[str, Picture] = {}
        self._names: tuple[str, ...] = ()
        self._wanted: set[str] = set()

    # -- for who shows them --------------------------------------------------------------------

    @property
    def cameras(self) -> tuple[str, ...]:
        """The cameras of the mission that anybody looks through; none before it begins."""
        return self._names

    def look(self, camera: str, *, on: bool = True) -> None:
        """Somebody looks at this camera from now on, or does not any more."""
        with self._lock:
            (self._wanted.add if on else self._wanted.discard)(camera)
            if not on:
                self._whole.pop(camera, None)
                self._small.pop(camera, None)

    def newest(self, camera: str, after_s: float = -1.0) -> Picture | None:
        """The newest picture, if it is newer than that; made small now, by whoever asks."""
        with self._lock:
            whole, small = self._whole.get(camera), self._small.get(camera)
        if whole is None or whole[0] <= after_s:
            return None
        if small is None or small.t_s != whole[0]:
            small = made_small(camera, *whole)
            with self._lock:
                self._small[camera] = small
        return small

    # -- for who sees --------------------------------------------------------------------------

    def begin(self, cameras: tuple[str, ...]) -> None:
        """These are the cameras of this mission."""
        self._names = cameras

    def wanted(self, camera: str) -> bool:
        """Whether anybody looks at this camera."""
        return camera in self._wanted

    def put(
        self, camera: str, t_s: float, rgb: NDArray[np.uint8], marks: tuple[Mark, ...] = ()
    ) -> None:
        """A picture was taken; it is not changed by anybody from now on."""
        if camera in self._wanted:
            with self._lock:
                self._whole[camera] = (t_s, rgb, marks)


def made_small(
    camera: str, t_s: float, rgb: NDArray[np.uint8], marks: tuple[Mark, ...] = ()
) -> Picture:
    """Every n-th pixel of every n-th row."""
    step = -(-rgb.shape[1] // WIDEST_PX)
    small = rgb[::step, ::step]
    return Picture(camera, t_s, small.shape[1], small.shape[0], small.tobytes(), marks)
