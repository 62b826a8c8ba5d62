"""The running mechanics: a compiled scene, its time, and where everything is in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import numpy as np

from cotree.core.places import Point
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.missing import PhysicsError, need_mujoco
from cotree.simulation.physics.scene import Scene, xml_of
from cotree.simulation.physics.shapes import top_m

if TYPE_CHECKING:
    import mujoco

STACKS_M = 0.06
"""What is put nearer to the middle of another thing is put onto it."""


class Sim:
    """One scene in motion; equal calls give equal worlds."""

    def __init__(
        self,
        scene: Scene,
        *more: Xml.Element,
        change: Callable[[mujoco.MjSpec], None] | None = None,
    ) -> None:
        self.scene = scene
        self._mujoco = need_mujoco()
        try:
            spec = self._mujoco.MjSpec.from_string(xml_of(scene, *more))
            if change is not None:
                change(spec)
            self.model = spec.compile()
        except ValueError as error:
            raise PhysicsError(f"this world cannot be built: {error}") from error
        self.data = self._mujoco.MjData(self.model)
        self._mujoco.mj_forward(self.model, self.data)

    # -- time ----------------------------------------------------------------------------------

    @property
    def now_s(self) -> float:
        """Simulated time."""
        return float(self.data.time)

    def advance(
        self, to_s: float, each: Callable[[float], None] | None = None, *, steps: int = 1
    ) -> None:
        """Let time pass; ``each`` is called before so many steps and may push and pull."""
        left = round((to_s - self.data.time) / self.scene.step_s)
        steps = steps if each is not None else max(left, 1)
        while left > 0:
            if each is not None:
                each(float(self.data.time))
            self._mujoco.mj_step(self.model, self.data, nstep=min(steps, left))
            left -= steps
        if not np.isfinite(self.data.qpos).all():
            raise PhysicsError(f"the simulation blew up before {to_s:g} s; take shorter steps")

    def settle(self, for_s: float = 0.5) -> None:
        """Let everything come to rest, and begin time anew."""
        self.advance(self.now_s + for_s)
        self.data.time = 0.0
        self.data.qvel[:] = 0.0
        self.refresh()

    def refresh(self) -> None:
        """Where everything is, after positions were set by hand."""
        self._mujoco.mj_forward(self.model, self.data)

    def keep(self) -> tuple[Floats, Floats, Floats]:
        """The state of now, for ``back``."""
        return self.data.qpos.copy(), self.data.qvel.copy(), self.data.ctrl.copy()

    def state(self) -> Floats:
        """Where everything is and what is led, as ``become`` of a twin takes it."""
        kind = self._mujoco.mjtState.mjSTATE_INTEGRATION
        state = np.empty(self._mujoco.mj_stateSize(self.model, kind))
        self._mujoco.mj_getState(self.model, self.data, state, kind)
        return state

    def become(self, state: Floats) -> None:
        """Be as a twin was; ``refresh`` shows it."""
        kind = self._mujoco.mjtState.mjSTATE_INTEGRATION
        self._mujoco.mj_setState(self.model, self.data, state, kind)

    @classmethod
    def like(cls, scene: Scene, model: mujoco.MjModel) -> Sim:
        """Another world of the same form as the one that this model was compiled for."""
        twin = cls.__new__(cls)
        twin.scene, twin.model = scene, model
        twin._mujoco = need_mujoco()
        twin.data = twin._mujoco.MjData(model)
        twin.refresh()
        return twin

    def back(self, kept: tuple[Floats, Floats, Floats]) -> None:
        """As it was then, at time 0."""
        self._mujoco.mj_resetData(self.model, self.data)
        self.data.qpos[:], self.data.qvel[:], self.data.ctrl[:] = kept
        self.refresh()

    # -- where things are ----------------------------------------------------------------------

    def at(self, name: str) -> Point:
        """Where the origin of a body is."""
        x, y, z = (float(value) for value in self.data.body(name).xpos)
        return (x, y, z)

    def ground_m(self, at: Point, things: Iterable[str]) -> float:
        """How high that is on which something is put there: one of these things, or the table."""
        tops = [0.0]
        for name in things:
            x, y, z = self.at(name)
            if math.hypot(x - at[0], y - at[1]) < STACKS_M and z > -STACKS_M:
                tops.append(z + top_m(self.scene.things[name][0]))
        return max(tops)

    def pose(self, name: str) -> Floats:
        """Body to world."""
        body = self.data.body(name)
        pose = np.eye(4)
        pose[:3, :3] = body.xmat.reshape(3, 3)
        pose[:3, 3] = body.xpos
        return pose

    def place(self, name: str, at: Point, quat: tuple[float, ...] | None = None) -> None:
        """Put something that moves freely somewhere, at rest; ``quat`` is w, x, y, z."""
        self.hold(name, at, quat)
        self.refresh()

    def hold(self, name: str, at: Point, quat: tuple[float, ...] | None = None) -> None:
        """The same, seen from the next step on."""
        joint = self.data.joint(f"{name} free")
        joint.qpos[:3] = at
        if quat is not None:
            joint.qpos[3:] = quat
        joint.qvel[:] = 0.0

    def push(self, name: str, force_n: Point) -> None:
        """A force on a body from now on, until another one, such as none."""
        self.data.body(name).xfrc_applied[:3] = force_n

    def touching(self, one: str, other: str) -> bool:
        """Whether two bodies touch."""
        wanted = {self.model.body(one).id, self.model.body(other).id}
        owner = self.model.geom_bodyid
        contacts = self.data.contact.geom[: self.data.ncon]
        return any({int(owner[a]), int(owner[b])} == wanted for a, b in contacts)
