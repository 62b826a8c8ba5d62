"""What the robot with four legs is made of: a round trunk with its weight below, and four legs."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from cotree.core.places import Point
from cotree.simulation.physics.scene import numbers

LEGS: Sequence[tuple[str, int, int]] = (
    ("front left", 1, 1),
    ("front right", 1, -1),
    ("hind left", -1, 1),
    ("hind right", -1, -1),
)
"""Each leg's name, whether it is in front (1) or behind (-1), left (1) or right (-1)."""
JOINTS = ("hip", "thigh", "knee")
LINK_M = 0.2
RADIUS_M = 0.10
"""Of the trunk; folded legs lie inside it, so that it can roll."""
HIP_X_M, HIP_M = 0.2, 0.072
"""Where hips are, from the middle of the trunk: ahead, aside."""
STANDS_M = 0.29
"""How high the trunk is when it stands."""
STRONG_NM = 60.0


def quadruped_xml(name: str, at: Point = (0.0, 0.0, 0.0)) -> tuple[Xml.Element, ...]:
    """The parts of a quadruped's XML, each to stand at the root of a scene."""
    world = Xml.Element("worldbody")
    x, y, z = at
    trunk = Xml.SubElement(world, "body", name=name, pos=numbers((x, y, z + STANDS_M)))
    Xml.SubElement(trunk, "freejoint", name=f"{name} free")
    shell = {"type": "capsule", "fromto": "-0.2 0 0 0.2 0 0", "size": f"{RADIUS_M}", "mass": "4"}
    _geom(trunk, {**shell, "condim": "6"}, "0.20 0.28 0.38 1", "0.9 0.01 0.012")
    ballast = {"type": "box", "pos": "0 0 -0.06", "size": "0.15 0.05 0.02", "mass": "5"}
    Xml.SubElement(trunk, "geom", ballast, contype="0", conaffinity="0")
    head = {"type": "sphere", "pos": "0.28 0 0.03", "size": "0.05", "mass": "0.5"}
    _geom(trunk, head, "0.85 0.85 0.85 1")
    actuator = Xml.Element("actuator")
    for leg, front, side in LEGS:
        _leg(trunk, f"{name} {leg}", front, side)
        for joint in JOINTS:
            motor = {"joint": f"{name} {leg} {joint}", "kp": "120", "kv": "4"}
            force = numbers((-STRONG_NM, STRONG_NM))
            Xml.SubElement(actuator, "position", motor, name=motor["joint"], forcerange=force)
    return (world, actuator)


def _leg(trunk: Xml.Element, name: str, front: int, side: int) -> None:
    at = numbers((HIP_X_M * front, HIP_M * side, 0.0))
    ranges = {"hip": (-0.6, 2.7), "thigh": (-1.2, 1.6), "knee": (-0.1, 3.0)}
    signs = {"hip": side, "thigh": front, "knee": -front}
    upper = Xml.SubElement(trunk, "body", name=f"{name} upper", pos=at)
    for joint in ("hip", "thigh"):
        _joint(upper, f"{name} {joint}", joint, signs[joint], ranges[joint])
    bone = {"type": "capsule", "fromto": f"0 0 0 0 0 {-LINK_M}", "size": "0.022", "mass": "0.6"}
    _geom(upper, bone, "0.90 0.60 0.10 1")
    lower = Xml.SubElement(upper, "body", name=f"{name} lower", pos=f"0 0 {-LINK_M}")
    _joint(lower, f"{name} knee", "knee", signs["knee"], ranges["knee"])
    _geom(lower, {**bone, "size": "0.016", "mass": "0.25"}, "0.15 0.15 0.15 1")


def _joint(body: Xml.Element, name: str, kind: str, sign: int, span: tuple[float, float]) -> None:
    low, high = sorted((sign * span[0], sign * span[1]))
    axis = "1 0 0" if kind == "hip" else "0 1 0"
    free = {"damping": "0.5", "armature": "0.02", "range": numbers((low, high))}
    Xml.SubElement(body, "joint", free, name=name, type="hinge", axis=axis)


def _geom(
    body: Xml.Element, form: dict[str, str], colour: str, friction: str = "0.9 0.005 0.0003"
) -> None:
    """A part of the robot; its parts do not touch each other."""
    Xml.SubElement(body, "geom", form, rgba=colour, contype="2", friction=friction)
