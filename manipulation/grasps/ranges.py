"""Which orientations a robot's gripper may take: the second filter of the paper (2.4.1, 2.4.2)."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.manipulation.frames import Array, Mask


@dataclasses.dataclass(frozen=True)
class Range:
    """How far the approach may lean: 0 degrees is straight down, 90 is level, 180 straight up."""

    least_deg: float = 0.0
    most_deg: float = 180.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.least_deg <= self.most_deg <= 180.0:
            raise ValueError(
                f"orientations from {self.least_deg:g} to {self.most_deg:g} degrees; "
                "0 (straight down) <= least <= most <= 180 is right"
            )

    def holds(self, approaches: Array) -> Mask:
        """Which approach directions (n, 3) are in range."""
        lean = np.rad2deg(np.arccos(np.clip(-np.atleast_2d(approaches)[:, 2], -1.0, 1.0)))
        return np.asarray((lean >= self.least_deg - 1e-6) & (lean <= self.most_deg + 1e-6))


ANY = Range()
SIDEWAYS = Range(65.0, 105.0)
"""The PR2's in the paper: the gripper nearly parallel to the floor."""
TOP_DOWN = Range(0.0, 25.0)
"""The Baxter's in the paper: nearly perpendicular to the floor."""
