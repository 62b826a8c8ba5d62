"""The kinematics of one arm, for many positions at once."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.manipulation.frames import Array, turned
from cotree.manipulation.reach.urdf import TURNS, Description, Joint, UrdfError


@dataclasses.dataclass(frozen=True, eq=False)
class Chain:
    """The joints that move between two links, with everything fixed folded in between."""

    base: str
    tip: str
    names: tuple[str, ...]
    before: Array
    """(n, 4, 4): from the joint before (or the base) to each joint."""
    last: Array
    """(4, 4): from the last joint to the tip."""
    axes: Array
    """(n, 3): each joint's axis in its own frame."""
    turns: tuple[bool, ...]
    """Whether a joint turns; otherwise it slides."""
    endless: tuple[bool, ...]
    """Whether it may go round and round."""
    low: Array
    high: Array
    velocity: Array

    def __len__(self) -> int:
        return len(self.names)

    @property
    def middle(self) -> Array:
        """The position half way between all limits."""
        return (self.low + self.high) / 2.0

    def forward(self, q: Array) -> Array:
        """Where the tip is, (b, 4, 4), for positions (b, n)."""
        rotation, at, _, _ = self.walk(q)
        result = np.zeros((len(rotation), 4, 4))
        result[:, :3, :3], result[:, :3, 3], result[:, 3, 3] = rotation, at, 1.0
        return result

    def walk(self, q: Array) -> tuple[Array, Array, Array, Array]:
        """Along the arm: the tip's rotation and place, each joint's place and axis (b, n, 3)."""
        q = np.atleast_2d(np.asarray(q, dtype=float))
        count = len(q)
        rotation, at = np.broadcast_to(np.eye(3), (count, 3, 3)), np.zeros((count, 3))
        places, axes = np.empty((count, len(self), 3)), np.empty((count, len(self), 3))
        for i, fixed in enumerate(self.before):
            at = at + rotation @ fixed[:3, 3]
            rotation = rotation @ fixed[:3, :3]
            axes[:, i] = rotation @ self.axes[i]
            if self.turns[i]:
                rotation = rotation @ turned(self.axes[i], q[:, i])
            else:
                at = at + axes[:, i] * q[:, i, None]
            places[:, i] = at
        at = at + rotation @ self.last[:3, 3]
        return rotation @ self.last[:3, :3], at, places, axes

    def jacobian(self, at: Array, places: Array, axes: Array) -> Array:
        """How the tip moves and turns with each joint, (b, 6, n), from what ``walk`` found."""
        turns = np.array(self.turns)[None, :, None]
        moves = np.where(turns, _cross(axes, at[:, None, :] - places), axes)
        return np.swapaxes(np.concatenate((moves, np.where(turns, axes, 0.0)), axis=2), 1, 2)

    def inside(self, q: Array) -> Array:
        """The nearest positions within the limits; endless joints go on from the other side."""
        round_ = (np.asarray(q) + np.pi) % (2.0 * np.pi) - np.pi
        return np.clip(np.where(np.array(self.endless), round_, q), self.low, self.high)


def chain(robot: Description, base: str, tip: str) -> Chain:
    """The arm between two links; UrdfError when there is none that moves."""
    path = robot.path(base, tip)
    moving = [joint for joint in path if joint.moves]
    if not moving:
        raise UrdfError(f"{robot.name}: nothing moves between {base!r} and {tip!r}")
    before, last = _folded(path)
    return Chain(
        base,
        tip,
        tuple(joint.name for joint in moving),
        np.array(before),
        last,
        np.array([joint.axis for joint in moving]),
        tuple(joint.kind in TURNS for joint in moving),
        tuple(joint.kind == "continuous" for joint in moving),
        np.array([joint.low for joint in moving]),
        np.array([joint.high for joint in moving]),
        np.array([joint.velocity for joint in moving]),
    )


def _folded(path: tuple[Joint, ...]) -> tuple[list[Array], Array]:
    """The fixed way to each joint that moves, and the rest to the tip."""
    before, way = [], np.eye(4)
    for joint in path:
        way = way @ joint.origin
        if joint.moves:
            before.append(way)
            way = np.eye(4)
    return before, way


def _cross(a: Array, b: Array) -> Array:
    """np.cross without its overhead."""
    x = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    y = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    z = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return np.stack((x, y, z), axis=-1)
