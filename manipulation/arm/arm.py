"""One arm of one robot: what it reaches, how it gets there, and how long that takes."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.reasons import Reason
from cotree.manipulation.arm.checking import Checker
from cotree.manipulation.arm.obstacles import Room
from cotree.manipulation.arm.spheres import NOTHING, Held, Spheres
from cotree.manipulation.arm.timing import Trajectory, timed
from cotree.manipulation.arm.way import USUAL, Patience, way
from cotree.manipulation.frames import Array, Mask, inverse
from cotree.manipulation.grasps.values import link_of
from cotree.manipulation.reach.arms import ArmKind
from cotree.manipulation.reach.chain import Chain, chain
from cotree.manipulation.reach.solve import Solver
from cotree.manipulation.reach.urdf import Description

CHOICES = 6
"""So many positions are looked for that bring the hand to one pose."""
SECOND_LOOKS = 4
"""Of the poses whose first position touches something, so many are tried in other ways."""
STRAIGHT_M = 0.01
"""A straight line of the hand is solved at points this far apart."""
JUMP_RAD = 0.35
"""Between two of them no joint moves further: otherwise the hand would leave its line."""


@dataclasses.dataclass(frozen=True, eq=False)
class Arm:
    """An arm whose base stands at ``base`` in the world; rooms and poses are the world's, too."""

    kind: ArmKind
    chain: Chain
    solver: Solver
    spheres: Spheres
    base: Array
    room: Room
    """What stands around it, in the frame of its base."""

    def reaches(self, links: Array) -> Mask:
        """Which poses of its last link it can take without touching anything: the first filter."""
        poses = self.seen(links)
        found, check = self.solver.solve(poses), self.checker()
        ok = found.ok.copy()
        if ok.any():
            ok[ok] = check.clear(found.q[ok])
        for i in np.flatnonzero(found.ok & ~ok)[:SECOND_LOOKS]:
            others = self.solver.several(poses[i], self.chain.middle, CHOICES)
            ok[i] = len(others) > 0 and bool(check.clear(others).any())
        return ok

    def gets_to(self, links: Array, q: Array) -> bool:
        """Whether all poses can be taken without touching anything, of which these are tries."""
        check = self.checker()
        for i in np.flatnonzero(~check.clear(q)):
            others = self.solver.several(self.seen(links[i]), self.chain.middle, CHOICES)
            if not len(others) or not check.clear(others).any():
                return False
        return True

    def seen(self, links: Array) -> Array:
        """Poses of the world as they are from its base."""
        return np.asarray(inverse(self.base) @ np.asarray(links, dtype=float))

    def checker(self, held: Held = NOTHING) -> Checker:
        """What says whether a position is clear."""
        return Checker(self.spheres, self.room, held)

    def in_room(self, room: Room) -> Arm:
        """The same arm among other obstacles, given in the world's frame."""
        return dataclasses.replace(self, room=room.seen_from(self.base))

    def link(self, q: Array) -> Array:
        """Where its last link is in the world."""
        return np.asarray(self.base @ self.chain.forward(q)[0])

    def hand(self, q: Array) -> Array:
        """Where its hand is in the world."""
        return np.asarray(self.link(q) @ np.linalg.inv(np.array(self.kind.gripper.tool)))

    def positions(self, hand: Array, near: Array) -> Array:
        """Positions (k, n) that bring the hand to a pose, the nearest first; none: (0, n)."""
        link = inverse(self.base) @ link_of(self.kind.gripper, np.asarray(hand, dtype=float))
        found = self.solver.several(link, near, CHOICES)
        return found[np.argsort(np.abs(found - near).max(axis=1), kind="stable")]

    def go(
        self, start: Array, hand: Array, held: Held = NOTHING, patience: Patience = USUAL
    ) -> Trajectory | Reason:
        """From a position to a pose of the hand, around whatever is in the way."""
        goals = self.positions(hand, start)
        if not len(goals):
            return Reason("out_of_reach", f"the {self.kind.name} arm cannot bring its hand there")
        return self.around(start, goals, held, patience)

    def around(
        self, start: Array, goals: Array, held: Held = NOTHING, patience: Patience = USUAL
    ) -> Trajectory | Reason:
        """From a position to one of others (k, n), around whatever is in the way."""
        limits = (self.chain.low, self.chain.high)
        path = way(self.checker(held), limits, start, goals, patience)
        return path if isinstance(path, Reason) else self.timed(path)

    def straight(
        self, start: Array, hand: Array, held: Held = NOTHING, *, touching: bool = False
    ) -> Trajectory | Reason:
        """The hand on a straight line, in and out; ``touching``: obstacles do not count."""
        path = self.line(start, hand)
        if path is None:
            return Reason("no_line", f"the {self.kind.name} arm cannot keep its hand on that line")
        if not touching and not self.checker(held).clear(path).all():
            return Reason("line_blocked", "something is in the way of the hand")
        return self.timed(path)

    def line(self, start: Array, hand: Array) -> Array | None:
        """Positions (m, n) that bring the hand to a pose on a straight line; None: it cannot."""
        goal = inverse(self.base) @ link_of(self.kind.gripper, np.asarray(hand, dtype=float))
        here = self.chain.forward(start)[0]
        count = max(1, int(np.ceil(np.linalg.norm(goal[:3, 3] - here[:3, 3]) / STRAIGHT_M)))
        path = [np.asarray(start, dtype=float)]
        for share in np.arange(1, count + 1) / count:
            pose = goal.copy()
            pose[:3, 3] = here[:3, 3] + share * (goal[:3, 3] - here[:3, 3])
            q = self.solver.follow(pose, path[-1])
            if q is None or np.abs(q - path[-1]).max() > JUMP_RAD:
                return None
            path.append(q)
        return np.array(path)

    def timed(self, path: Array) -> Trajectory | Reason:
        """When it is where on a way."""
        velocity = self.chain.velocity * self.kind.fastest
        return timed(path, velocity, np.full(len(velocity), self.kind.acceleration))


def arm(
    robot: Description, kind: ArmKind, base: Array | None = None, room: Room | None = None
) -> Arm:
    """The arm of a robot whose arm base stands at ``base``; UrdfError when it has no such arm."""
    joints = chain(robot, kind.base, kind.tip)
    stands = np.eye(4) if base is None else np.asarray(base, dtype=float)
    bare = Arm(kind, joints, Solver(joints), Spheres(joints, kind), stands, Room())
    return bare if room is None else bare.in_room(room)
