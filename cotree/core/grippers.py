"""The grippers of the robots in the papers: one set of measures for grasps and for physics."""

from __future__ import annotations

import dataclasses

Rows = tuple[tuple[float, ...], ...]
STRAIGHT: Rows = (
    (1.0, 0.0, 0.0, 0.0),
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
)
"""The pose that changes nothing."""


@dataclasses.dataclass(frozen=True)
class Gripper:
    """Two parallel fingers; the hand's x points at the object, y from finger to finger.

    The origin of the hand is the middle between the tips of its fingers.
    """

    name: str
    aperture_m: float
    """Between the fingers when they are open."""
    finger_m: float = 0.012
    """How thick a finger is, along y."""
    height_m: float = 0.02
    """How wide a finger is, along z."""
    depth_m: float = 0.055
    """From the tips to the palm."""
    palm_m: float = 0.06
    """How high the palm is, along z: what may touch the table when it lies flat."""
    tool: Rows = STRAIGHT
    """The pose of the arm's last link in the hand's frame."""
    force_n: float = 25.0
    """With how much each finger presses."""
    friction: float = 0.4
    """Of the pads; a contact has the larger one of both friction coefficients."""

    def __post_init__(self) -> None:
        for field in ("aperture_m", "finger_m", "height_m", "depth_m", "palm_m"):
            value = getattr(self, field)
            if not 0.0 < value < 1.0:
                raise ValueError(f"gripper {self.name}: {field} is {value:g}; 0 to 1 m is right")


def _ahead(x_m: float) -> Rows:
    """A link that looks along x like the hand, this far from the finger tips."""
    return ((1.0, 0.0, 0.0, x_m), *STRAIGHT[1:])


PR2 = Gripper("pr2", aperture_m=0.07, finger_m=0.015, depth_m=0.06, tool=_ahead(-0.02))
"""For ``r_gripper_tool_frame``.  It opens to 0.086; 0.07 leaves the room that makes apple (0.075)
and orange (0.073) too wide, as in Table 1 of the theory-of-mind paper."""

BAXTER = Gripper(
    "baxter",
    aperture_m=0.095,
    depth_m=0.06,
    tool=((0.0, 0.0, 1.0, -0.01), (0.0, 1.0, 0.0, 0.0), (-1.0, 0.0, 0.0, 0.0), STRAIGHT[3]),
)
"""For ``right_gripper``, whose z points ahead and whose fingers move along y."""

FETCH = Gripper("fetch", aperture_m=0.10, finger_m=0.014, depth_m=0.06, tool=_ahead(-0.03))
"""For ``gripper_link``."""

GRIPPERS: dict[str, Gripper] = {each.name: each for each in (PR2, BAXTER, FETCH)}
