"""A scene as a value, and as the XML that MuJoCo reads."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from xml.etree import ElementTree as Xml

from cotree.core.places import Point
from cotree.simulation.physics.cameras import Camera
from cotree.simulation.physics.shapes import Colour, Solid, Thing

STEP_S = 0.002
TABLE_M = 0.72
"""How high a table is; its top is the height 0 of a mission."""
THICK_M = 0.02


@dataclasses.dataclass(frozen=True)
class Table:
    """A table's top: its middle and its half sizes."""

    x: float = 0.0
    y: float = 0.0
    half_x: float = 0.6
    half_y: float = 0.4


@dataclasses.dataclass(frozen=True)
class Scene:
    """What stands where before anything moves."""

    things: Mapping[str, tuple[Thing, Point]] = dataclasses.field(default_factory=dict)
    marks: Mapping[str, tuple[tuple[Solid, ...], Point]] = dataclasses.field(default_factory=dict)
    """Places that can be seen: they do not move."""
    table: Table | None = Table()
    """None: everything stands on the floor."""
    cameras: tuple[Camera, ...] = ()
    step_s: float = STEP_S


def numbers(values: tuple[float, ...]) -> str:
    """Numbers as XML has them."""
    return " ".join(f"{value:.9g}" for value in values)


def xml_of(scene: Scene, *more: Xml.Element) -> str:
    """The whole scene in MuJoCo's XML; ``more``: whatever else its root holds."""
    root = Xml.Element("mujoco", model="cotree")
    _settings(root, scene)
    asset = Xml.SubElement(root, "asset")
    world = Xml.SubElement(root, "worldbody")
    _room(world, scene.table)
    for name, (solids, at) in scene.marks.items():
        body = Xml.SubElement(world, "body", name=f"place {name}", pos=numbers(at))
        for solid in solids:
            body.append(solid_xml(solid, asset))
    for name, (thing, at) in scene.things.items():
        world.append(thing_xml(name, thing, at, asset))
    for camera in scene.cameras:
        world.append(_camera(camera))
    root.extend(more)
    return Xml.tostring(root, encoding="unicode")


def thing_xml(name: str, thing: Thing, at: Point, asset: Xml.Element) -> Xml.Element:
    """A body that moves freely; its mass is spread over its solids."""
    body = Xml.Element("body", name=name, pos=numbers(at))
    Xml.SubElement(body, "freejoint", name=f"{name} free")
    volumes = [_volume(solid) for solid in thing.solids]
    for solid, volume in zip(thing.solids, volumes, strict=True):
        geom = solid_xml(solid, asset, thing.colour)
        geom.set("mass", f"{thing.mass_kg * volume / sum(volumes):.9g}")
        geom.set("friction", f"{thing.friction:g} 0.005 0.002")
        geom.set("condim", "6")
        body.append(geom)
    return body


def solid_xml(solid: Solid, asset: Xml.Element, colour: Colour = (0.6, 0.6, 0.6)) -> Xml.Element:
    """One convex part; a mesh is listed among the assets, too."""
    geom = Xml.Element("geom", type=solid.kind, pos=numbers(solid.at), euler=numbers(solid.turn))
    if solid.kind == "mesh":
        name = f"mesh {len(asset)}"
        scale = numbers(solid.size * 3)
        Xml.SubElement(asset, "mesh", name=name, file=solid.file, scale=scale)
        geom.set("mesh", name)
    else:
        geom.set("size", numbers(solid.size))
    geom.set("rgba", numbers((*(solid.colour or colour), 1.0)))
    return geom


def _volume(solid: Solid) -> float:
    """Roughly; only the shares count."""
    match solid.kind, solid.size:
        case (("box" | "ellipsoid"), (x, y, z)):
            return x * y * z
        case "sphere", (radius,):
            return radius**3
        case _, (radius, half):
            return radius**2 * half
        case _:
            return 1.0


def _settings(root: Xml.Element, scene: Scene) -> None:
    Xml.SubElement(root, "compiler", angle="radian", autolimits="true")
    option = {"timestep": f"{scene.step_s:g}", "integrator": "implicitfast"}
    Xml.SubElement(root, "option", option, cone="elliptic", impratio="10")
    visual = Xml.SubElement(root, "visual")
    Xml.SubElement(visual, "global", offwidth="1280", offheight="960")
    Xml.SubElement(visual, "quality", shadowsize="1024", offsamples="0")
    light = {"ambient": "0.35 0.35 0.35", "diffuse": "0.2 0.2 0.2", "specular": "0 0 0"}
    Xml.SubElement(visual, "headlight", light)
    Xml.SubElement(visual, "map", znear="0.01")
    default = Xml.SubElement(root, "default")
    Xml.SubElement(default, "geom", condim="4", solref="0.004 1", friction="0.8 0.005 0.0003")


def _room(world: Xml.Element, table: Table | None) -> None:
    """The light, the floor, and the table on it."""
    lamp = {"pos": "0.3 -0.4 2.5", "dir": "-0.35 0.25 -1", "type": "directional"}
    Xml.SubElement(world, "light", lamp, diffuse="0.45 0.45 0.45", specular="0 0 0")
    floor_m = 0.0 if table is None else -TABLE_M
    floor = {"type": "plane", "size": "0 0 1", "pos": numbers((0, 0, floor_m))}
    Xml.SubElement(world, "geom", floor, name="floor", rgba="0.30 0.30 0.33 1")
    if table is None:
        return
    top = {
        "type": "box",
        "size": numbers((table.half_x, table.half_y, THICK_M)),
        "pos": numbers((table.x, table.y, -THICK_M)),
    }
    Xml.SubElement(world, "geom", top, name="table", rgba="0.45 0.40 0.36 1")


def _camera(camera: Camera) -> Xml.Element:
    """A camera that looks along its own -z, as OpenGL has it."""
    x_axis, y_axis = camera.axes()
    where = {"pos": numbers(camera.at), "xyaxes": numbers((*x_axis, *y_axis))}
    return Xml.Element("camera", where, name=camera.name, fovy=f"{camera.fovy_deg:g}")
