"""The skin of a hand: cones along its bones and over its palm that melt into one surface."""

from __future__ import annotations

import functools
from xml.etree import ElementTree as Xml

import numpy as np

from cotree.core.frames import point_of
from cotree.simulation.physics.cameras import Floats
from cotree.simulation.physics.frames import quat_of
from cotree.simulation.physics.hand_bones import FINGERS, chains
from cotree.simulation.physics.scene import numbers
from cotree.simulation.physics.skin import Cone, Skin, skin_of

SKIN = "0.87 0.67 0.55 1"
NAIL = "0.95 0.80 0.74 1"
NAIL_M = 0.0062
"""Half its length."""
PALM = "palm"
TAPER = (1.0, 0.88, 0.80, 0.68)
"""How thick a finger is at its joints and its tip, as a share of its root."""
APART = 2.6
"""The skin is made around spread fingers, so that they do not melt into each other."""
BENT = 0.15
"""How far closed the hand is around which the skin is made."""
FLESH: tuple[
    tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float]], ...
] = (
    ((0.010, 0.012, 0.0), (0.092, 0.026, -0.002), (0.0140, 0.0118)),
    ((0.008, 0.003, 0.0), (0.096, 0.006, 0.000), (0.0145, 0.0120)),
    ((0.008, -0.006, 0.0), (0.091, -0.014, -0.001), (0.0140, 0.0115)),
    ((0.010, -0.013, 0.0), (0.081, -0.032, -0.004), (0.0135, 0.0105)),
    ((0.014, 0.012, -0.006), (0.046, 0.036, -0.011), (0.0150, 0.0135)),
    ((0.030, 0.022, -0.006), (0.075, 0.028, -0.004), (0.0135, 0.0110)),
    ((0.020, -0.018, -0.006), (0.060, -0.026, -0.006), (0.0140, 0.0130)),
    ((-0.13, 0.011, 0.0), (0.012, 0.009, 0.0), (0.0240, 0.0165)),
    ((-0.13, -0.011, 0.0), (0.012, -0.009, 0.0), (0.0240, 0.0165)),
)
"""The palm, the ball of the thumb, the edge of the hand, and the wrist up to the sleeve."""


def bone_name(finger: str, number: int) -> str:
    """What a bone of a finger is called."""
    return f"{finger} {number}"


def skin_xml(name: str, *, right: bool = True) -> Xml.Element:
    """The skin of a hand whose bones are the bodies ``<name> <bone>``."""
    skin, side = hand_skin(right), 1.0 if right else -1.0
    root = Xml.Element("deformable")
    form = {"vertex": _short(skin.points.ravel()), "rgba": SKIN}
    form["face"] = " ".join(map(str, skin.faces.ravel()))
    part = Xml.SubElement(root, "skin", form, name=f"{name} skin")
    for bone, shares in zip(skin.bones, skin.shares, strict=True):
        pose = _bind(side)[bone]
        which = np.flatnonzero(shares)
        bound = {
            "body": f"{name} {bone}",
            "bindpos": numbers(tuple(pose[:3, 3])),
            "bindquat": numbers(tuple(quat_of(pose[:3, :3]))),
            "vertid": " ".join(map(str, which)),
            "vertweight": _short(shares[which]),
        }
        Xml.SubElement(part, "bone", bound)
    return root


@functools.cache
def hand_skin(right: bool = True) -> Skin:
    """The skin around a hand at the origin, a little bent, its fingers spread."""
    side = 1.0 if right else -1.0
    cones = [
        Cone(PALM, (start[0], side * start[1], start[2]), (end[0], side * end[1], end[2]), thick)
        for start, end, thick in FLESH
    ]
    for finger, shape in FINGERS.items():
        for number, length in enumerate(shape.bones):
            pose = _bind(side)[bone_name(finger, number)]
            thick = (shape.radius_m * TAPER[number], shape.radius_m * TAPER[number + 1])
            start, end = pose[:3, 3], pose[:3, 3] + pose[:3, 0] * (length - _rounded(number, thick))
            cones.append(Cone(bone_name(finger, number), point_of(start), point_of(end), thick))
    return skin_of(cones)


def nail_xml(finger: str) -> Xml.Element:
    """The nail on the last bone of a finger."""
    shape = FINGERS[finger]
    thick_m, long_m = shape.radius_m * TAPER[2], shape.bones[-1]
    form = {"type": "ellipsoid", "size": numbers((NAIL_M, 0.6 * thick_m, 0.0022))}
    form["pos"] = numbers((long_m - NAIL_M, 0.0, 0.92 * thick_m))
    return Xml.Element("geom", form, rgba=NAIL, contype="0", conaffinity="0")


def _short(values: Floats) -> str:
    return " ".join(f"{value:.5f}" for value in values)


def _rounded(number: int, thick: tuple[float, float]) -> float:
    """A tip's landmark is inside of its pad: the cone ends before it."""
    return 0.4 * thick[1] if number == 2 else 0.0


def _bind(side: float) -> dict[str, Floats]:
    found = {PALM: np.eye(4)}
    for finger, chain in zip(FINGERS, chains(np.eye(4), BENT, side, APART), strict=True):
        found.update({bone_name(finger, number): bone for number, bone in enumerate(chain)})
    return found
