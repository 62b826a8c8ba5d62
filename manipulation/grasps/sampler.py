"""The sampler: one object's cloud in, its grasps out, best first."""

from __future__ import annotations

import dataclasses

import numpy as np
import numpy.typing as npt

from cotree.core.grippers import Gripper
from cotree.core.reasons import Reason
from cotree.manipulation.frames import Array
from cotree.manipulation.grasps.closing import Placed, push_in
from cotree.manipulation.grasps.cloud import View, look
from cotree.manipulation.grasps.hands import propose
from cotree.manipulation.grasps.hidden import complete
from cotree.manipulation.grasps.ranges import ANY, Range
from cotree.manipulation.grasps.score import rate
from cotree.manipulation.grasps.surface import surface
from cotree.manipulation.grasps.values import Found, Grasp, none


@dataclasses.dataclass(frozen=True)
class Effort:
    """How hard to look: more finds a little more, and takes longer."""

    samples: int = 32
    """Points whose local frame is tried."""
    turns: int = 8
    """Orientations of the hand at each."""
    voxel_m: float = 0.004
    most_points: int = 500
    """Larger clouds get larger voxels."""
    keep: int = 80
    """How many grasps are given back."""
    least_score: float = 10.0
    """A hold with a lower score is none."""


USUAL = Effort()


def grasps(
    cloud: npt.ArrayLike,
    eye: npt.ArrayLike,
    gripper: Gripper,
    *,
    table_z: float | None = None,
    allowed: Range = ANY,
    effort: Effort = USUAL,
) -> Found:
    """The grasps of one object for one gripper; the same cloud gives the same grasps.

    ``cloud`` is (n, 3) in any frame whose z points up, ``eye`` where the camera stands in it;
    points at or below ``table_z`` are dropped.  ``allowed`` looks only where a filter would not
    throw the grasp away again.
    """
    points, camera = np.asarray(cloud, dtype=float), np.asarray(eye, dtype=float)
    view = look(points, camera, table_z, effort.voxel_m, effort.most_points)
    if isinstance(view, Reason):
        return Found((), view)
    seen = surface(view.points, view.eye, view.voxel_m)
    whole = complete(seen, view.eye, view.voxel_m)
    hands = propose(whole, view.voxel_m, effort.samples, effort.turns, allowed)
    placed = push_in(hands, whole, gripper, view.table_z)
    scores, widths = rate(placed, whole, gripper)
    order = np.argsort(-scores, kind="stable")
    order = order[scores[order] >= effort.least_score][: effort.keep]
    if not len(order):
        return _why_none(view, gripper, len(placed.hands))
    return Found(tuple(_grasp(view, placed, scores, widths, int(i)) for i in order))


def _grasp(view: View, placed: Placed, scores: Array, widths: Array, i: int) -> Grasp:
    """One of the hands, in the cloud's frame."""
    at = view.to_world(placed.hands.at[i])
    approach, closing = view.directions(placed.hands.turn[i].T[:2])
    return Grasp(
        float(scores[i]),
        _three(at),
        _three(approach),
        _three(closing),
        float(widths[i]),
        float(placed.bite_m[i]),
    )


def _three(values: Array) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


def _why_none(view: View, gripper: Gripper, placed: int) -> Found:
    """What stands in the way of every grasp."""
    wide = np.ptp(view.points, axis=0)
    if not placed and min(float(wide[1]), float(wide[2])) > gripper.aperture_m:
        return none(
            "too_wide",
            f"{min(wide[1], wide[2]) * 1000:.0f} mm wide, the {gripper.name} gripper opens to "
            f"{gripper.aperture_m * 1000:.0f} mm",
        )
    if not placed:
        return none("no_way_in", f"nowhere do the {gripper.name} gripper's fingers go around it")
    return none("no_hold", f"nowhere would both fingers of the {gripper.name} gripper hold it")
