"""Postures of a robot with four legs: what its motors are told while it does not walk."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.quadruped_model import LEGS


@dataclasses.dataclass(frozen=True)
class Posture:
    """Angles of all legs: hips outward, thighs towards the middle, knees back; one of each side."""

    hip: tuple[float, float] = (0.1, 0.1)
    """Left, right."""
    thigh: tuple[float, float] = (0.77, 0.77)
    knee: tuple[float, float] = (1.54, 1.54)

    def targets(self) -> Floats:
        """What the motors are told, leg by leg."""
        found = []
        for _, front, side in LEGS:
            here = 0 if side > 0 else 1
            found += [side * self.hip[here], front * self.thigh[here], -front * self.knee[here]]
        return np.array(found)


STAND = Posture()
"""As it stands when it stops walking."""
FOLDED = Posture((0.0, 0.0), (1.52, 1.52), (2.98, 2.98))
SQUAT = Posture((0.0, 0.0), (1.2, 1.2), (2.4, 2.4))
KICK = Posture((2.5, 0.0), (0.0, 1.52), (0.1, 2.98))
