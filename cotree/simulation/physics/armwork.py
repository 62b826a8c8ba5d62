"""All arms of a mission at work: each is led by its worker, and feels what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from cotree.core.actions import Action, Carry, Grasp, Release
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.simulation.physics.armhand import ArmHand
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.mounting import LOOSE
from cotree.simulation.physics.ports import Arms, Pace, Surroundings, Worker
from cotree.simulation.physics.sim import Sim
from cotree.simulation.physics.staging import Staged

ONE = 1
"""The bit of everything that is no robot."""
Which = tuple[str, str]
"""Robot, gripper."""


class ArmWork:
    """The grippers that arms carry; the others fly, see ``Hands``."""

    def __init__(
        self,
        sim: Sim,
        stage: Staged,
        models: Mapping[str, str],
        arms: Arms | None,
        around: Surroundings,
    ) -> None:
        self._sim = sim
        self._arms: dict[Which, ArmHand] = {}
        self._workers: dict[Which, Worker] = {}
        self._held: dict[str | None, Which] | None = None
        if arms is None:
            return
        for which, pose in stage.carried.items():
            robot, gripper = which
            standing = stage.standing[robot]
            left = np.array((-np.sin(standing.yaw_rad), np.cos(standing.yaw_rad), 0.0))
            who = (robot, models[robot], gripper)
            self._arms[which] = ArmHand(sim, robot, gripper, standing.figure.limbs[gripper])
            self._workers[which] = arms.worker(who, pose, left, around)

    def begin(self) -> None:
        """Be where they rest, at once."""
        for which, arm in self._arms.items():
            arm.jump(self._workers[which].rest)
            arm.open()

    def lead(self, now_s: float) -> None:
        """Move every arm on."""
        for which, arm in self._arms.items():
            q, open_ = self._workers[which].lead(now_s, arm.apart_m(), arm.pose())
            arm.lead(q, now_s)
            if open_:
                arm.open()
            else:
                arm.close()
        self._ghosts()

    def _ghosts(self) -> None:
        """What is in a hand is touched by no other robot, as robots do not touch each other."""
        held = {worker.holds: which for which, worker in self._workers.items()}
        if held == self._held:
            return
        self._held, model = held, self._sim.model
        for thing in self._sim.scene.things:
            which = held.get(thing)
            body = model.body(thing).id
            bits = ONE | LOOSE if which is None else self._arms[which].bit()
            model.geom_contype[np.asarray(model.geom_bodyid) == body] = bits
            model.body_contype[body] = bits

    # -- what they do --------------------------------------------------------------------------

    def set_out(self, which: Which, action: Action, pace: Pace, now_s: float) -> None:
        """Take a thing, bring it somewhere, or both."""
        worker = self._workers[which]
        match action:
            case Grasp(object=thing):
                worker.take(thing, None, pace)
            case Carry(object=thing, at=at) if worker.holds != thing:
                worker.take(thing, at, pace)
            case Carry(object=thing, at=at) | Release(object=thing, at=at):
                worker.put(thing, at, pace, now_s)

    def stop(self, which: Which, how: Stop, now_s: float) -> None:
        """Stop what it does, in one of the three ways."""
        self._workers[which].stop(how, now_s)

    # -- what they feel ------------------------------------------------------------------------

    def __contains__(self, which: object) -> bool:
        return which in self._workers

    def __iter__(self) -> Iterator[Which]:
        return iter(self._workers)

    def q(self, which: Which) -> Floats:
        """Where the joints of an arm are, after how far its robot has rolled."""
        return self._arms[which].positions()

    def over(self, which: Which) -> bool:
        """Whether it has nothing more to do."""
        return self._workers[which].over

    def why(self, which: Which) -> Reason | None:
        """Why what it had to do came to nothing."""
        return self._workers[which].why

    def holds(self, which: Which) -> str | None:
        """What it has lifted and not put down."""
        return self._workers[which].holds

    def placed(self, which: Which) -> bool:
        """Whether it has let go of its thing where that should be."""
        return self._workers[which].placed
