"""What MuJoCo can read of a URDF, and what of it a mission needs."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from xml.etree import ElementTree as Xml

from cotree.simulation.physics.figures import Figure


def stripped(text: str, figure: Figure) -> str:
    """A URDF that MuJoCo can read: no pictures, no DAE, no fingers, files by their paths."""
    root, urdf = Xml.fromstring(text), figure.urdf
    gone = _hanging(root, figure.without)
    for link in root.findall("link"):
        for visual in link.findall("visual"):
            link.remove(visual)
        for collision in link.findall("collision"):
            mesh = collision.find("geometry/mesh")
            file = "" if mesh is None else mesh.get("filename", "")
            name = link.get("name", "")
            if file.lower().endswith(".dae") or "finger" in name or name in gone:
                link.remove(collision)
            elif mesh is not None:
                mesh.set("filename", _path_of(file, urdf))
    for joint in root.findall("joint"):
        name = joint.get("name", "")
        if name not in figure.joints:
            _stiffen(joint, figure.raised.get(name, 0.0))
    settings = {"fusestatic": "false", "strippath": "false", "balanceinertia": "true"}
    mujoco = Xml.SubElement(root, "mujoco")
    Xml.SubElement(mujoco, "compiler", settings, boundmass="0.001", boundinertia="0.00001")
    return Xml.tostring(root, encoding="unicode")


def _hanging(root: Xml.Element, joints: Collection[str]) -> set[str]:
    """The links beyond these joints."""
    ends = [_ends(joint) for joint in root.findall("joint")]
    found = {child for name, _, child in ends if name in joints}
    while more := {child for _, parent, child in ends if parent in found} - found:
        found |= more
    return found


def _ends(joint: Xml.Element) -> tuple[str, str, str]:
    """A joint's name, and its two links."""
    return joint.get("name", ""), _end(joint, "parent"), _end(joint, "child")


def _end(joint: Xml.Element, which: str) -> str:
    end = joint.find(which)
    return "" if end is None else end.get("link", "")


def _path_of(file: str, urdf: Path) -> str:
    """Where a file of the package is, beside its URDF."""
    package, _, rest = file.removeprefix("package://").partition("/")
    share = next((each.parent for each in urdf.parents if each.name == package), urdf.parent)
    return (share / package / rest).as_posix()


def _stiffen(joint: Xml.Element, at: float) -> None:
    """Make it stand still; one that slides may stand somewhere else than at 0."""
    axis, origin = joint.find("axis"), joint.find("origin")
    if at and axis is not None and origin is not None:
        along = [float(each) for each in axis.get("xyz", "1 0 0").split()]
        start = [float(each) for each in origin.get("xyz", "0 0 0").split()]
        there = (f"{a + at * b:.9g}" for a, b in zip(start, along, strict=True))
        origin.set("xyz", " ".join(there))
    joint.set("type", "fixed")
    for part in ("limit", "axis", "mimic", "dynamics", "safety_controller", "calibration"):
        for found in joint.findall(part):
            joint.remove(found)
