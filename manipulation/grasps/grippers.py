"""The grippers that we know by name, and how their robots may turn them."""

from __future__ import annotations

from cotree.core.grippers import BAXTER, FETCH, GRIPPERS, PR2
from cotree.manipulation.grasps.ranges import SIDEWAYS, TOP_DOWN, Range

RANGES: dict[str, Range] = {"pr2": SIDEWAYS, "baxter": TOP_DOWN}
"""The orientations that the paper forces on its robots; any other robot may take all."""

__all__ = ["BAXTER", "FETCH", "GRIPPERS", "PR2", "RANGES"]
