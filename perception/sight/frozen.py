"""Whether a camera still takes pictures, or shows the same one for ever."""

from __future__ import annotations

import zlib

from cotree.perception.frame import Frame

FREEZES_S = 2.0
"""A real picture is never the same for so long: its noise is not."""
PICTURES = 5
"""Nor so often."""


class Frozen:
    """Follows the pictures of one camera."""

    def __init__(self) -> None:
        self._sum = 0
        self._since_s = 0.0
        self._same = 0

    def see(self, frame: Frame) -> bool:
        """Whether the picture has been the same for too long."""
        sum_ = zlib.crc32(frame.rgb[::8, ::8].tobytes())
        if frame.depth_m is not None:
            sum_ = zlib.crc32(frame.depth_m[::8, ::8].tobytes(), sum_)
        if sum_ != self._sum or not self._same:
            self._sum, self._since_s, self._same = sum_, frame.t_s, 0
        self._same += 1
        return self._same >= PICTURES and frame.t_s - self._since_s >= FREEZES_S
