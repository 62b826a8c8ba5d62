"""What can be seen around an arm in a running scene: points by rays, obstacles as boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from cotree.core.frames import UP, unit
from cotree.core.places import Point
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.missing import need_mujoco
from cotree.simulation.physics.mounting import GROUP
from cotree.simulation.physics.ports import Size
from cotree.simulation.physics.sim import Sim

SPACING_M = 0.004
"""Rays meet a thing so far apart."""
SUNK_M = 0.01
"""The table is taken for so much lower, as hands lie on it."""
DEEP_M = 0.04


class Around:
    """Answers for all robots of one scene; ``eyes``: where each robot looks from."""

    def __init__(
        self,
        sim: Sim,
        eyes: Mapping[str, Point],
        taken: Callable[[str, str], bool] = lambda robot, thing: False,
    ) -> None:
        self._sim = sim
        self._eyes = eyes
        self._taken = taken
        self._boxes = {name: _box_of(sim, name) for name in sim.scene.things}

    def look(self, robot: str, thing: str) -> tuple[Floats, Floats]:
        """The points of a thing that a robot sees, nothing of any robot being in the way."""
        eye = np.array(self._eyes[robot])
        pose, size = self.box(thing)
        middle = (self.pose(thing) @ pose)[:3, 3]
        rays = _rays(middle - eye, float(np.linalg.norm(size)) / 2)
        return self._hits(eye, rays, thing), eye

    def pose(self, thing: str) -> Floats:
        """Where a thing is."""
        return self._sim.pose(thing)

    def link(self, robot: str, name: str) -> Floats:
        """Where one of a robot's links is."""
        return self._sim.pose(f"{robot} {name}")

    def box(self, thing: str) -> tuple[Floats, Size]:
        """The box around a thing, in its frame."""
        return self._boxes[thing]

    def boxes(self, without: str) -> Sequence[tuple[Floats, Size]]:
        """The table, and every thing that nobody carries."""
        found = [_table(self._sim)]
        for name, (pose, size) in self._boxes.items():
            if name != without and not self._taken("", name):
                found.append((self.pose(name) @ pose, size))
        return found

    def ground_m(self, to: Point, thing: str) -> float:
        """How high that is on which a thing is put there."""
        things = self._sim.scene.things
        return self._sim.ground_m(
            to, [name for name in things if name != thing and not self._taken("", name)]
        )

    def taken(self, robot: str, thing: str) -> bool:
        """Whether somebody else has it in hand."""
        return self._taken(robot, thing)

    def _hits(self, eye: Floats, rays: Floats, thing: str) -> Floats:
        """Where rays meet a thing before anything else."""
        mujoco, model, count = need_mujoco(), self._sim.model, len(rays)
        geoms, far = np.full(count, -1, dtype=np.int32), np.zeros(count)
        seen = np.ones(6, dtype=np.uint8)
        seen[GROUP] = 0
        flat = np.ascontiguousarray(rays).reshape(-1)
        mujoco.mj_multiRay(
            model, self._sim.data, eye, flat, seen, True, -1, geoms, far, None, count, 10.0
        )
        owner: npt.NDArray[np.int32] = np.asarray(model.geom_bodyid)[np.maximum(geoms, 0)]
        met = (geoms >= 0) & (owner == model.body(thing).id)
        points: Floats = eye + rays[met] * far[met, None]
        return points


def _rays(towards: Floats, radius_m: float) -> Floats:
    """Unit rays that cover a ball, that far away in that direction."""
    away = float(np.linalg.norm(towards))
    ahead = towards / away
    side = np.cross(ahead, UP)
    side = unit(side) if np.linalg.norm(side) > 1e-6 else np.array((1.0, 0, 0))
    steps = np.arange(-radius_m, radius_m + SPACING_M, SPACING_M)
    u, v = (each.reshape(-1, 1) for each in np.meshgrid(steps, steps))
    return unit(away * ahead + u * side + v * np.cross(side, ahead))


def _table(sim: Sim) -> tuple[Floats, Size]:
    pose, table = np.eye(4), sim.scene.table
    if table is None:
        pose[2, 3] = -DEEP_M / 2 - SUNK_M
        return pose, (20.0, 20.0, DEEP_M)
    pose[:3, 3] = (table.x, table.y, -DEEP_M / 2 - SUNK_M)
    return pose, (2 * table.half_x, 2 * table.half_y, DEEP_M)


def _box_of(sim: Sim, thing: str) -> tuple[Floats, Size]:
    """The box around all parts of a thing, along the axes of its frame."""
    mujoco, model = need_mujoco(), sim.model
    body = model.body(thing).id
    corners = []
    for geom in np.flatnonzero(np.asarray(model.geom_bodyid) == body):
        turn = np.zeros(9)
        mujoco.mju_quat2Mat(turn, model.geom_quat[geom])
        middle, half = model.geom_aabb[geom][:3], model.geom_aabb[geom][3:]
        signs = np.array(np.meshgrid((-1, 1), (-1, 1), (-1, 1))).reshape(3, -1).T
        corners.append((middle + signs * half) @ turn.reshape(3, 3).T + model.geom_pos[geom])
    low, high = np.concatenate(corners).min(0), np.concatenate(corners).max(0)
    pose = np.eye(4)
    pose[:3, 3] = (low + high) / 2
    x, y, z = (float(each) for each in high - low)
    return pose, (x, y, z)
