"""An arm with its hand, and the roll of its robot, in a running scene."""

from __future__ import annotations

import numpy as np

from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.figures import Limb
from cotree.simulation.physics.gripper import Fingers
from cotree.simulation.physics.models import LAG_S, ROLL, ROLL_LAG_S
from cotree.simulation.physics.mounting import FIRM, LOOSE
from cotree.simulation.physics.sim import Sim

ANEW_S = 0.1
"""Who was not led for so long is led anew, from rest."""


class ArmHand(Fingers):
    """Leads the joints of one arm by their angles; how far its robot has rolled comes first."""

    def __init__(self, sim: Sim, robot: str, gripper: str, limb: Limb) -> None:
        super().__init__(sim, hand_of(robot, gripper), limb.gripper)
        self._joints = [f"{robot} {each}" for each in (ROLL, *limb.joints)]
        self._drives = [sim.model.actuator(each).id for each in self._joints]
        self._qpos = [int(sim.model.joint(each).qposadr[0]) for each in self._joints]
        self._dofs = [int(sim.model.joint(each).dofadr[0]) for each in self._joints]
        self._lags = np.full(len(self._joints), LAG_S)
        self._lags[0] = ROLL_LAG_S
        self._led: tuple[float, Floats] | None = None

    def lead(self, q: Floats, now_s: float) -> None:
        """Where the joints shall be now; how fast that changes is made up for."""
        ahead = np.zeros(len(q))
        if self._led is not None and 0.0 < now_s - self._led[0] < ANEW_S:
            ahead = self._lags * (q - self._led[1]) / (now_s - self._led[0])
        self._led = (now_s, np.array(q))
        self.sim.data.ctrl[self._drives] = q + ahead

    def jump(self, q: Floats) -> None:
        """Be there at once, at rest."""
        self._led = None
        self.sim.data.ctrl[self._drives] = q
        self.sim.data.qpos[self._qpos] = q
        self.sim.data.qvel[self._dofs] = 0.0
        self.sim.refresh()

    def bit(self) -> int:
        """The bit of what this hand alone touches."""
        model = self.sim.model
        mine = np.asarray(model.geom_bodyid) == model.body(self.name).id
        return int(model.geom_conaffinity[mine][0]) & ~(LOOSE | FIRM)

    def positions(self) -> Floats:
        """Where the joints are."""
        return np.array(self.sim.data.qpos[self._qpos])


def hand_of(robot: str, gripper: str) -> str:
    """What the hand of an arm is called in a scene."""
    return f"{robot} {gripper} hand"
