"""Robots as bodies with motors in their arms, from a URDF: PR2, Baxter, and their like.

Torso and head stand still, the robot rolls to its left and right, and each arm that works carries a
hand with two fingers; what a URDF has only as DAE is left out, so that of Baxter one sees arms and
no chest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

import numpy as np

from cotree.simulation.physics.figures import Figure, Standing
from cotree.simulation.physics.missing import PhysicsError, need_mujoco
from cotree.simulation.physics.mounting import (
    FIRM,
    FIRST_HAND,
    GROUP,
    LOOSE,
    TOUCHES,
    mount_hand,
)
from cotree.simulation.physics.scene import TABLE_M
from cotree.simulation.physics.stripping import stripped

if TYPE_CHECKING:
    import mujoco

STIFF_NM, DAMPED_NMS, STRONG_NM, HEAVY = 1500.0, 120.0, 200.0, 0.3
ROLL = "roll"
"""The joint by which a robot goes to its left."""
ROLL_STIFF, ROLL_DAMPED, ROLL_STRONG_N, ROLL_KG = 20000.0, 3000.0, 2000.0, 50.0
ROLLS_M = 1.0
LAG_S = DAMPED_NMS / STIFF_NM
"""By so much an arm is behind where it is led; a roll is behind by ``ROLL_LAG_S``."""
ROLL_LAG_S = ROLL_DAMPED / ROLL_STIFF


def with_robots(robots: Mapping[str, Standing]) -> Callable[[mujoco.MjSpec], None]:
    """What adds robots to a scene, by their names."""

    def change(spec: mujoco.MjSpec) -> None:
        if robots:
            _sort(spec)
        for name, standing in robots.items():
            _stand(spec, name, standing)

    return change


def _stand(spec: mujoco.MjSpec, name: str, standing: Standing) -> None:
    kinds, figure = need_mujoco(), standing.figure
    (x, y, z), half = standing.at, standing.yaw_rad / 2
    wheels = spec.worldbody.add_body(
        name=f"{name} {ROLL}",
        pos=[x, y, z + figure.high_m - TABLE_M],
        quat=[float(np.cos(half)), 0.0, 0.0, float(np.sin(half))],
    )
    roll = wheels.add_joint(
        name=f"{name} {ROLL}", type=kinds.mjtJoint.mjJNT_SLIDE, axis=[0, 1, 0], armature=ROLL_KG
    )
    roll.limited, roll.range = kinds.mjtLimited.mjLIMITED_TRUE, [-ROLLS_M, ROLLS_M]
    _motor(spec, roll.name, ROLL_STIFF, ROLL_DAMPED, ROLL_STRONG_N)
    spec.attach(_with_motors(figure), prefix=f"{name} ", frame=wheels.add_frame())
    for gripper, limb in figure.limbs.items():
        hand = f"{name} {gripper} hand"
        mount_hand(spec, f"{name} {limb.tip}", hand, limb.gripper, _free_bit(spec))


def _sort(spec: mujoco.MjSpec) -> None:
    """Tell what stands firm from what is loose, for what robots touch."""
    for body in spec.bodies:
        for geom in body.geoms:
            if geom.contype & 1:
                geom.contype |= LOOSE if len(body.joints) else FIRM


def _free_bit(spec: mujoco.MjSpec) -> int:
    """A bit that no hand has yet."""
    taken = 0
    for geom in spec.geoms:
        taken |= int(geom.conaffinity)
    return next(FIRST_HAND << n for n in range(24) if not taken & (FIRST_HAND << n))


def _with_motors(figure: Figure) -> mujoco.MjSpec:
    mujoco_ = need_mujoco()
    text = figure.urdf.read_text(encoding="utf-8")
    try:
        spec = mujoco_.MjSpec.from_string(stripped(text, figure))
    except (ValueError, Xml.ParseError) as error:
        raise PhysicsError(f"{figure.urdf.name} cannot be read: {error}") from error
    for body in spec.bodies:
        body.gravcomp = 1.0
        moves = _hangs_on_a_joint(body)
        for geom in body.geoms:
            geom.group = GROUP
            geom.contype, geom.conaffinity = (TOUCHES, LOOSE | FIRM) if moves else (0, 0)
    for joint in spec.joints:
        joint.armature = HEAVY
        _motor(spec, joint.name, STIFF_NM, DAMPED_NMS, STRONG_NM)
    return spec


def _hangs_on_a_joint(body: mujoco.MjsBody) -> bool:
    while body is not None and body.name != "world":
        if len(body.joints):
            return True
        body = body.parent
    return False


def _motor(spec: mujoco.MjSpec, joint: str, stiff: float, damped: float, strong: float) -> None:
    motor = spec.add_actuator(name=joint, target=joint)
    motor.trntype = need_mujoco().mjtTrn.mjTRN_JOINT
    motor.set_to_position(kp=stiff, kv=damped)
    motor.forcelimited = True
    motor.forcerange = [-strong, strong]
