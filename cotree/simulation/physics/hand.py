"""A person's hand: bones that a script leads, under one skin."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import numpy as np

from cotree.core.frames import UP, hand_pose, unit
from cotree.core.places import Point
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.frames import quat_of
from cotree.simulation.physics.hand_bones import FINGERS, LANDMARKS, chains, landmarks
from cotree.simulation.physics.hand_skin import PALM, bone_name, nail_xml, skin_xml
from cotree.simulation.physics.scene import numbers
from cotree.simulation.physics.sim import Sim

__all__ = ["Hand", "hand_xml", "landmarks", "LANDMARKS", "MIDDLE_M"]

SLEEVE = "0.25 0.32 0.45 1"
ARM = ((-0.34, 0.0, 0.0), (-0.12, 0.0, 0.0), 0.039)
MIDDLE_M = 0.06
"""From the wrist to the middle of the palm: where a hand ``is``."""
OVER_M = 0.12
"""How high people's hands go over the table."""
AHEAD = (-0.9, 0.1, -0.2)
"""Where their fingers point."""


def hand_xml(name: str, *, right: bool = True) -> tuple[Xml.Element, ...]:
    """The parts of a hand's XML, each to stand at the root of a scene.

    It touches nothing, and goes where it is led.
    """
    world = Xml.Element("worldbody")
    arm = {"type": "capsule", "fromto": numbers((*ARM[0], *ARM[1])), "size": f"{ARM[2]:g}"}
    palm = _led(world, f"{name} {PALM}")
    Xml.SubElement(palm, "geom", arm, rgba=SLEEVE, contype="0", conaffinity="0")
    for finger in FINGERS:
        for number in range(3):
            bone = _led(world, f"{name} {bone_name(finger, number)}")
        bone.append(nail_xml(finger))
    return (world, skin_xml(name, right=right))


def _led(world: Xml.Element, name: str) -> Xml.Element:
    return Xml.SubElement(world, "body", name=name, mocap="true", pos="0 0 -2")


class Hand:
    """Leads one hand of a running scene."""

    def __init__(self, sim: Sim, name: str, *, right: bool = True) -> None:
        self.sim = sim
        self.name = name
        self._side = 1.0 if right else -1.0
        self._palm = int(sim.model.body(f"{name} palm").mocapid[0])
        self._bones = [
            int(sim.model.body(f"{name} {bone_name(finger, number)}").mocapid[0])
            for finger in FINGERS
            for number in range(3)
        ]

    def lead(self, wrist: Floats, closed: float = 0.05) -> None:
        """Put the wrist there (x to the finger tips, z out of the back); 1: a fist.

        The next step, or ``sim.refresh()``, shows it there.
        """
        poses = [wrist, *(bone for chain in chains(wrist, closed, self._side) for bone in chain)]
        data = self.sim.data
        for number, pose in zip((self._palm, *self._bones), poses, strict=True):
            data.mocap_pos[number] = pose[:3, 3]
            data.mocap_quat[number] = quat_of(pose[:3, :3])

    def point_at(
        self,
        middle: Point,
        ahead: Point,
        closed: float = 0.05,
    ) -> None:
        """Put the middle of the palm there, palm down, with the fingers pointing ahead."""
        x = unit(np.array(ahead))
        pose = hand_pose(np.array(middle), x, np.cross(UP, x))
        pose[:3, 3] -= MIDDLE_M * x
        self.lead(pose, closed)

    def go_over(self, at: Point) -> None:
        """Hold the hand over a point of the table, as people do who reach for something there."""
        x, y, z = at
        self.point_at((x, y, z + OVER_M), AHEAD)
