"""A parallel gripper that flies: a hand on a spring that is led, and two fingers with a motor."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import numpy as np

from cotree.core.grippers import Gripper
from cotree.core.places import Point
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.frames import quat_of
from cotree.simulation.physics.scene import numbers
from cotree.simulation.physics.sim import Sim

PALM_M = 0.02
"""Half of how long the palm is."""


PALM_KG, FINGER_KG = 0.6, 0.05
FINGER_STIFF, FINGER_DAMPED, FINGER_HEAVY = 3000.0, 60.0, 0.05
SIDES = (("left", 1), ("right", -1))


def gripper_xml(name: str, jaws: Gripper, at: Point = (0.0, 0.0, 0.3)) -> tuple[Xml.Element, ...]:
    """The parts of a flying gripper's XML, each to stand at the root of a scene.

    Grippers go through each other: who avoids whom is the business of those who plan.
    """
    world = Xml.Element("worldbody")
    Xml.SubElement(world, "body", name=f"{name} goal", mocap="true", pos=numbers(at))
    hand = Xml.SubElement(world, "body", name=name, pos=numbers(at), gravcomp="1")
    Xml.SubElement(hand, "freejoint", name=f"{name} free")
    palm = (PALM_M, jaws.aperture_m / 2 + jaws.finger_m, jaws.palm_m / 2)
    _box(hand, (-jaws.depth_m - PALM_M, 0, 0), palm, mass=PALM_KG)
    reach = jaws.aperture_m / 2
    for side, sign in SIDES:
        finger = Xml.SubElement(hand, "body", name=f"{name} {side}", gravcomp="1")
        joint = {"type": "slide", "axis": f"0 {-sign} 0", "range": numbers((0, reach))}
        joint["solreflimit"] = "0.004 1"
        Xml.SubElement(
            finger, "joint", joint, name=f"{name} {side}", damping="5", armature=f"{FINGER_HEAVY:g}"
        )
        half = (jaws.depth_m / 2, jaws.finger_m / 2, jaws.height_m / 2)
        middle = (-jaws.depth_m / 2, sign * (reach + jaws.finger_m / 2), 0)
        _box(finger, middle, half, mass=FINGER_KG, friction=jaws.friction)
    actuator = Xml.Element("actuator")
    for side in ("left", "right"):
        motor = {"joint": f"{name} {side}", "kp": f"{FINGER_STIFF:g}", "kv": f"{FINGER_DAMPED:g}"}
        force = numbers((-jaws.force_n, jaws.force_n))
        Xml.SubElement(actuator, "position", motor, name=f"{name} {side}", forcerange=force)
    same = Xml.Element("equality")
    led = {"body1": f"{name} goal", "body2": name, "solref": "0.02 1", "relpose": "0 0 0 1 0 0 0"}
    Xml.SubElement(same, "weld", led, torquescale="0.2")
    Xml.SubElement(same, "joint", joint1=f"{name} left", joint2=f"{name} right", solref="0.01 1")
    apart = Xml.Element("contact")
    Xml.SubElement(apart, "exclude", body1=f"{name} left", body2=f"{name} right")
    return (world, actuator, same, apart)


class Fingers:
    """Leads the two fingers of one hand of a running scene, and feels with them."""

    def __init__(self, sim: Sim, name: str, jaws: Gripper) -> None:
        self.sim = sim
        self.name = name
        self.jaws = jaws
        self._motors = [sim.model.actuator(f"{name} {side}").id for side, _ in SIDES]

    def squeeze(self, apart_m: float) -> None:
        """How far apart the fingers shall be; they stop at what is between them."""
        half = self.jaws.aperture_m / 2
        self.sim.data.ctrl[self._motors] = np.clip(half - apart_m / 2, 0.0, half)

    def open(self) -> None:
        """Fingers as far apart as they go."""
        self.squeeze(self.jaws.aperture_m)

    def close(self) -> None:
        """Fingers together, or as far as what is between them allows."""
        self.squeeze(0.0)

    def apart_m(self) -> float:
        """How far apart the fingers are."""
        joints = (self.sim.data.joint(f"{self.name} {side}") for side, _ in SIDES)
        return self.jaws.aperture_m - sum(float(joint.qpos[0]) for joint in joints)

    def holds(self, thing: str) -> bool:
        """Whether both fingers touch it."""
        return all(self.sim.touching(f"{self.name} {side}", thing) for side, _ in SIDES)

    def pose(self) -> Floats:
        """Where the hand is."""
        return self.sim.pose(self.name)


class FlyingGripper(Fingers):
    """Leads one flying gripper of a running scene."""

    def __init__(self, sim: Sim, name: str, jaws: Gripper) -> None:
        super().__init__(sim, name, jaws)
        self._goal = int(sim.model.body(f"{name} goal").mocapid[0])

    def jump(self, pose: Floats, *, open_m: float | None = None) -> None:
        """Be there at once, at rest, with the fingers so far apart (as far as they go)."""
        quat = quat_of(pose[:3, :3])
        data, half = self.sim.data, self.jaws.aperture_m / 2
        closed = 0.0 if open_m is None else max(0.0, half - open_m / 2)
        for side, _ in SIDES:
            data.joint(f"{self.name} {side}").qpos[:] = closed
            data.joint(f"{self.name} {side}").qvel[:] = 0.0
        self.squeeze(2 * (half - closed))
        self.lead(pose)
        x, y, z = (float(value) for value in pose[:3, 3])
        self.sim.place(self.name, (x, y, z), tuple(quat))

    def lead(self, pose: Floats) -> None:
        """Where the hand shall be; it follows as stiffly as an arm does."""
        self.sim.data.mocap_pos[self._goal] = pose[:3, 3]
        self.sim.data.mocap_quat[self._goal] = quat_of(pose[:3, :3])


def _box(body: Xml.Element, at: Point, half: Point, *, mass: float, friction: float = 0.4) -> None:
    where = {"type": "box", "pos": numbers(at), "size": numbers(half), "mass": f"{mass:g}"}
    slips = f"{friction:g} 0.005 0.0003"
    Xml.SubElement(
        body, "geom", where, friction=slips, rgba="0.25 0.25 0.28 1", contype="4", group="2"
    )
