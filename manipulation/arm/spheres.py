"""An arm as spheres along its bones: safely thick, and cheap enough to ask thousands of times."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.manipulation.arm.obstacles import Room, box
from cotree.manipulation.frames import Array, Mask
from cotree.manipulation.reach.arms import ArmKind
from cotree.manipulation.reach.chain import Chain

FINGER_M = 0.013
PALM_M = 0.035
"""A hand is wider than an arm: balls at both ends of its palm, and on each open finger."""
SPACING = 1.0
"""Spheres stand one radius apart, so that a bone between two of them sticks out by 13 % at most."""
NO_BONE_M = 0.02


@dataclasses.dataclass(frozen=True, eq=False)
class Held:
    """What the hand carries, as spheres in the frame of the arm's last link."""

    at: Array
    """(k, 3)."""
    radius: Array
    """(k,)."""


NOTHING = Held(np.zeros((0, 3)), np.zeros(0))


def held_box(size: tuple[float, float, float], ahead_m: float) -> Held:
    """A box in the hand, this far ahead of its last link along x, as one sphere around it."""
    return Held(np.array(((ahead_m, 0.0, 0.0),)), np.array((float(np.linalg.norm(size)) / 2.0,)))


class Spheres:
    """The arm's own shape."""

    def __init__(self, chain: Chain, kind: ArmKind) -> None:
        self._chain, self._kind = chain, kind
        _, at, places, _ = chain.walk(chain.middle)
        ends = np.concatenate((places[0], at))
        thick = [
            kind.radius_m if i <= len(chain) // 2 else kind.forearm_m for i in range(len(chain) - 1)
        ]
        self._plan = [
            (i, thick[i], self._count(ends[i], ends[i + 1], thick[i]))
            for i in range(len(chain) - 1)
            if np.linalg.norm(ends[i + 1] - ends[i]) > NO_BONE_M
        ]
        self._own = Room(tuple(box(each.at, each.size) for each in kind.body))
        self._far = self._two_bones_apart(ends)

    @staticmethod
    def _count(start: Array, end: Array, radius_m: float) -> int:
        return 1 + int(np.ceil(float(np.linalg.norm(end - start)) / (SPACING * radius_m)))

    def _two_bones_apart(self, ends: Array) -> list[tuple[Mask, Mask]]:
        """Parts of the arm that could touch: the first bones and the last ones, not neighbours."""
        bone = np.concatenate(
            [np.full(n, i) for i, _, n in self._plan] + [np.full(self._hand_count(), len(ends))]
        )
        first, last = bone < self._middle_joint(), bone >= len(ends) - 2
        return [(first, last)] if first.any() else []

    def _middle_joint(self) -> int:
        return max(1, len(self._chain) // 2 - 1)

    def _hand_count(self) -> int:
        return 9

    def place(self, q: Array, held: Held = NOTHING) -> tuple[Array, Array]:
        """The spheres at positions (b, n): places (b, k, 3) and radii (k,)."""
        rotation, at, places, _ = self._chain.walk(q)
        parts, radii = [], []
        for i, radius, count in self._plan:
            share = np.linspace(0.0, 1.0, count)[None, :, None]
            parts.append(places[:, None, i] * (1.0 - share) + places[:, None, i + 1] * share)
            radii.append(np.full(count, radius))
        parts.append(self._hand(rotation, at, places[:, -1]))
        radii.append(np.array((self._kind.hand_m,) * 3 + (FINGER_M,) * 4 + (PALM_M,) * 2))
        parts.append(np.einsum("bij,kj->bki", rotation, held.at) + at[:, None])
        radii.append(held.radius)
        return np.concatenate(parts, axis=1), np.concatenate(radii)

    def _hand(self, rotation: Array, tip: Array, wrist: Array) -> Array:
        """From the wrist to where the fingers begin, and the fingers."""
        link = np.linalg.inv(np.array(self._kind.gripper.tool))
        ends = rotation @ link[:3, 3] + tip
        ahead, aside = rotation @ link[:3, 0], rotation @ link[:3, 1]
        jaws = self._kind.gripper
        palm = ends - (jaws.depth_m + self._kind.hand_m) * ahead
        out = (jaws.aperture_m + jaws.finger_m) / 2.0
        wide = jaws.aperture_m / 2.0 + jaws.finger_m - PALM_M
        share = np.linspace(0.0, 1.0, 3)[None, :, None]
        back = wrist[:, None] * (1.0 - share) + palm[:, None] * share
        beside = [
            ends - deep * ahead + sign * off * aside
            for deep, off in ((FINGER_M, out), (FINGER_M + 0.025, out), (jaws.depth_m + 0.02, wide))
            for sign in (-1.0, 1.0)
        ]
        return np.concatenate((back, np.stack(beside, axis=1)), axis=1)

    def clearance(self, q: Array, room: Room, held: Held = NOTHING) -> Array:
        """How far the whole arm is from everything, itself included, for positions (b, n)."""
        at, radius = self.place(q, held)
        count = len(radius)
        gap = (room.distance(at.reshape(-1, 3)).reshape(-1, count) - radius).min(axis=1)
        moving = at[:, self._from_elbow(count)]
        body = self._own.distance(moving.reshape(-1, 3)).reshape(len(at), -1)
        gap = np.minimum(gap, (body - radius[self._from_elbow(count)]).min(axis=1))
        for first, last in self._far:
            gap = np.minimum(gap, _apart(at, radius, first, last))
        return np.asarray(gap)

    def _from_elbow(self, count: int) -> slice:
        """What can get to the robot's own body: not the shoulder, which always touches it."""
        before = sum(n for i, _, n in self._plan if i < self._middle_joint())
        return slice(min(before, count - 1), count)


def _apart(at: Array, radius: Array, first: Mask, last: Mask) -> Array:
    """The smallest gap between two parts of the arm."""
    a, b = np.flatnonzero(first), np.flatnonzero(last)
    away = np.linalg.norm(at[:, a, None] - at[:, None, b], axis=3)
    return np.asarray((away - radius[a][:, None] - radius[b]).min(axis=(1, 2)))
