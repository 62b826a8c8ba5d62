from __future__ import annotations

from xml.etree import ElementTree as Xml

import pytest

from cotree.simulation.physics.cameras import Camera
from cotree.simulation.physics.scene import Scene, xml_of
from cotree.simulation.physics.shapes import HOUSEHOLD, flat_thing, mesh_thing


def test_a_scene_is_xml_with_everything_that_stands_in_it() -> None:
    scene = Scene(
        {"cup": (HOUSEHOLD["cup"], (0.1, 0.2, 0.0))},
        {"tray": (flat_thing("tray"), (0.4, 0.0, 0.0))},
        cameras=(Camera("front", (0, -1, 1), (0, 0, 0)),),
    )
    root = Xml.fromstring(xml_of(scene))
    assert root.find(".//body[@name='cup']/freejoint") is not None
    assert root.find(".//body[@name='place tray']/geom") is not None
    assert root.find(".//body[@name='place tray']/freejoint") is None
    assert root.find(".//camera[@name='front']") is not None
    assert root.find(".//geom[@name='table']") is not None


def test_the_mass_of_a_thing_is_that_of_its_parts() -> None:
    root = Xml.fromstring(xml_of(Scene({"cup": (HOUSEHOLD["cup"], (0, 0, 0))})))
    masses = [float(geom.get("mass", "0")) for geom in root.findall(".//body[@name='cup']/geom")]
    assert sum(masses) == pytest.approx(HOUSEHOLD["cup"].mass_kg)


def test_without_a_table_everything_stands_on_the_floor() -> None:
    root = Xml.fromstring(xml_of(Scene(table=None)))
    floor = root.find(".//geom[@name='floor']")
    assert floor is not None
    assert floor.get("pos") == "0 0 0"
    assert root.find(".//geom[@name='table']") is None


def test_a_mesh_is_listed_with_its_file() -> None:
    thing = mesh_thing("mug.stl", (1, 0, 0), 0.1, scale=0.5)
    root = Xml.fromstring(xml_of(Scene({"mug": (thing, (0, 0, 0))})))
    mesh = root.find(".//asset/mesh")
    assert mesh is not None
    assert (mesh.get("file"), mesh.get("scale")) == ("mug.stl", "0.5 0.5 0.5")
