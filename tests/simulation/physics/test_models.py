from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cotree.core.grippers import PR2
from cotree.manipulation.reach.arms import ARMS
from cotree.manipulation.reach.chain import chain
from cotree.manipulation.reach.installed import installed, where
from cotree.manipulation.reach.standing import STANDS
from cotree.manipulation.reach.urdf import UrdfError
from cotree.simulation.physics.armhand import ArmHand
from cotree.simulation.physics.figures import Figure, Limb, Standing
from cotree.simulation.physics.missing import PhysicsError
from cotree.simulation.physics.models import with_robots
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.shapes import HOUSEHOLD, Solid
from cotree.simulation.physics.sim import Sim
from cotree.simulation.physics.stripping import stripped


def have_models() -> bool:
    try:
        where("pr2")
    except UrdfError:
        return False
    return True


models = pytest.mark.skipif(not have_models(), reason="needs cotree[physics]: example-robot-data")
READY = (0.0, -0.6, 0.3, 0.0, -1.2, 0.0, -0.5, 0.0)


def figure(kind: str) -> Figure:
    robot, limbs = installed(kind), {}
    for side in ("right", "left"):
        arm = ARMS[f"{kind}_{side}"]
        joints = chain(robot, arm.base, arm.tip).names
        limbs[f"{side}_gripper"] = Limb(arm.tip, joints, arm.gripper)
    stand = STANDS[kind]
    return Figure(where(kind), limbs, stand.high_m, stand.back_m, stand.raised)


def stands(kind: str, y: float = -0.9, yaw: float = 1.57) -> tuple[Sim, ArmHand]:
    robot = Standing(figure(kind), (0.0, y, 0.72), yaw)
    sim = Sim(Scene(table=None), change=with_robots({"r": robot}))
    return sim, ArmHand(sim, "r", "right_gripper", robot.figure.limbs["right_gripper"])


@models
@pytest.mark.parametrize("kind", ["pr2", "baxter"])
def test_a_robot_keeps_its_arm_where_it_is_led(kind: str) -> None:
    sim, arm = stands(kind)
    joints = chain(installed(kind), ARMS[f"{kind}_right"].base, ARMS[f"{kind}_right"].tip)
    start = np.array((0.1, *joints.middle))
    arm.jump(start)
    for _ in range(100):
        arm.lead(start, sim.now_s)
        sim.advance(sim.now_s + 0.01)
    assert arm.positions() == pytest.approx(start, abs=0.01)


@models
def test_an_arm_is_hardly_behind_where_it_is_led_and_there_in_the_end() -> None:
    sim, arm = stands("pr2")
    end = np.array(READY)
    start = end + np.array((0.2, 0.5, 0.2, 0.3, 0.4, 0.5, -0.3, 0.5))
    arm.jump(start)
    before, behind = arm.pose(), 0.0
    while sim.now_s < 1.0:
        share = min(1.0, sim.now_s)
        led = start + share * share * (3 - 2 * share) * (end - start)
        behind = max(behind, float(np.abs(arm.positions() - led).max()))
        arm.lead(led, sim.now_s)
        sim.advance(sim.now_s + 0.01)
    assert behind < 0.05
    sim.advance(sim.now_s + 0.5)
    assert arm.positions() == pytest.approx(end, abs=0.01)
    assert np.linalg.norm(arm.pose()[:3, 3] - before[:3, 3]) > 0.2


@models
@pytest.mark.parametrize("kind", ["pr2", "baxter"])
def test_the_hand_is_where_the_arithmetic_of_reach_says(kind: str) -> None:
    sim, hand = stands(kind)
    arm = ARMS[f"{kind}_right"]
    joints = chain(installed(kind), arm.base, arm.tip)
    q = joints.inside(joints.middle + 0.3)
    hand.jump(np.array((0.0, *q)))
    said = sim.pose(f"r {arm.base}") @ joints.forward(q)[0] @ np.linalg.inv(arm.gripper.tool)
    assert hand.pose() == pytest.approx(said, abs=1e-5)


@models
def test_fingers_close_on_nothing_and_open_again() -> None:
    sim, arm = stands("baxter")
    arm.close()
    sim.advance(0.5)
    assert arm.apart_m() == pytest.approx(0.0, abs=0.002)
    arm.open()
    sim.advance(1.0)
    assert arm.apart_m() == pytest.approx(arm.jaws.aperture_m, abs=0.002)


@models
def test_an_arm_pushes_what_stands_in_its_way() -> None:
    stand = (Solid("box", (0.04, 0.04, 0.2)),)
    at = (0.13, -1.15, 0.67)
    scene = Scene({"can": (HOUSEHOLD["can"], at)}, {"stand": (stand, (0.13, -1.15, 0.47))}, None)
    robot = Standing(figure("pr2"), (0.0, 0.0, 0.72), 0.0)
    sim = Sim(scene, change=with_robots({"pr2": robot}))
    arm = ArmHand(sim, "pr2", "right_gripper", robot.figure.limbs["right_gripper"])
    arm.jump(np.array((0.0, -1.5, 0.3, 0, 0, 0, 0, 0)))
    sim.advance(0.2)
    assert sim.at("can") == pytest.approx(at, abs=0.005)
    arm.lead(np.array((0.0, -1.0, 0.3, 0, 0, 0, 0, 0)), sim.now_s)
    sim.advance(1.5)
    assert sim.at("can")[2] < 0.3, "it was pushed off its stand"


@models
def test_what_is_no_urdf_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "broken.urdf"
    file.write_text("<robot name='r'><link")
    with pytest.raises(PhysicsError, match=r"broken.urdf cannot be read: "):
        Sim(Scene(), change=with_robots({"r": Standing(Figure(file, {}), (0, 0, 0), 0.0)}))


def test_a_stripped_model_has_no_pictures_and_only_the_arms_move() -> None:
    text = """<robot name="r">
      <link name="a"><visual/><collision><geometry><mesh filename="package://x/a.stl"/></geometry>
      </collision><collision><geometry><mesh filename="package://x/b.DAE"/></geometry></collision>
      </link>
      <link name="l_finger"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
      <link name="c"><collision><geometry><sphere radius="1"/></geometry></collision></link>
      <joint name="left_s0" type="fixed"><parent link="a"/><child link="b"/></joint>
      <joint name="left_s1" type="fixed"><parent link="b"/><child link="c"/></joint>
      <joint name="lift" type="prismatic"><origin xyz="0 0 1"/><axis xyz="0 0 1"/></joint>
      <joint name="right_s0" type="revolute"><axis xyz="0 0 1"/></joint>
    </robot>"""
    limb = Limb("b", ("right_s0",), PR2)
    file = Path("/share/x/urdf/r.urdf")
    found = stripped(text, Figure(file, {"g": limb}, raised={"lift": 0.2}, without=("left_s0",)))
    assert "visual" not in found
    assert "DAE" not in found
    assert "box" not in found
    assert "sphere" not in found, "the arm that nobody uses"
    assert 'filename="/share/x/a.stl"' in found
    assert '<joint name="lift" type="fixed"><origin xyz="0 0 1.2" />' in found
    assert 'name="right_s0" type="revolute"' in found
