from __future__ import annotations

import pytest

from cotree.simulation.physics.missing import PhysicsError
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.shapes import HOUSEHOLD, mesh_thing
from cotree.simulation.physics.sim import Sim


def all_things() -> Sim:
    things = {
        name: (thing, (-0.5 + 0.2 * (index % 6), -0.25 + 0.25 * (index // 6), 0.001))
        for index, (name, thing) in enumerate(HOUSEHOLD.items())
    }
    return Sim(Scene(things))


def test_every_household_thing_stays_where_it_stands() -> None:
    sim = all_things()
    before = {name: sim.at(name) for name in HOUSEHOLD}
    sim.advance(1.0)
    assert sim.now_s == pytest.approx(1.0)
    for name in HOUSEHOLD:
        assert sim.at(name) == pytest.approx(before[name], abs=0.003)
        assert sim.pose(name)[2, 2] > 0.999


def test_what_is_beside_the_table_falls_on_the_floor() -> None:
    sim = Sim(Scene({"ball": (HOUSEHOLD["ball"], (1.5, 0.0, 0.0))}))
    sim.advance(1.0)
    assert sim.at("ball")[2] == pytest.approx(-0.72, abs=0.01)
    sim.place("ball", (0.0, 0.0, 0.001))
    sim.settle()
    assert sim.now_s == 0.0
    assert sim.at("ball")[2] == pytest.approx(0.0, abs=0.002)


def test_equal_calls_give_equal_worlds() -> None:
    worlds = [all_things() for _ in range(2)]
    for sim in worlds:
        sim.push("can", (1.5, 0.3, 0.0))
        sim.advance(0.5)
    assert worlds[0].data.qpos.tobytes() == worlds[1].data.qpos.tobytes()
    assert worlds[0].at("can") != pytest.approx((0, 0, 0), abs=1e-3)


def test_a_kept_state_comes_back_to_the_byte() -> None:
    sim = all_things()
    kept = sim.keep()
    sim.advance(0.1)
    first = sim.data.qpos.tobytes()
    sim.back(kept)
    sim.advance(0.1)
    assert sim.data.qpos.tobytes() == first


def test_a_scene_that_cannot_be_built_says_why() -> None:
    with pytest.raises(PhysicsError, match=r"cannot be built: .*nowhere\.stl"):
        Sim(Scene({"x": (mesh_thing("nowhere.stl", (1, 0, 0), 0.1), (0, 0, 0))}))
